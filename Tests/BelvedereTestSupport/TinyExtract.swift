import Foundation

/// An extract of OpenStreetMap of a house, a street and a tree.
public enum TinyExtract {
  /// As pyosmium writes it in PBF, the ways out of order: a header and two blobs, at the bytes 0, 76 and 200 of 327.
  public static let pbf = [UInt8](Data(base64Encoded: text) ?? Data())

  private static let text =
    "AAAADQoJT1NNSGVhZGVyGDsQLxo3eJxT4vMvzg1OzkjNTdQNM9AzU+JySc0rTvXLT0ktbmIUyMlMyi/OzSzN"
    + "1TfSMzLWMwQAX2cOkwAAAAsKB09TTURhdGEYbRB6Gml4nOOS52IAQva8xJLSosQcLpaSotRULraM1Mz0jBIu"
    + "JiNDoXChUC5WJhDQUuZiZQABIQglBaGUIJQWKxOIcuJpWHNjGzPDgjmMDP1+XnwN3x44gdjz5zAe2MEUxAlS"
    + "w8TMwsoAAAjqFkAAAAALCgdPU01EYXRhGHAQcxpseJzjMuNi4OJIKs3MScnMS+diy0jNTM8o4WLNyC8tTuVi"
    + "tATKsmcAhcoTK7m4i1KLM1NS80oyE3OELKVkOUSEmBiZpJiYWZS4OBgEGCQYFBg0WJ1YmYCAVUqCg0uIkU2K"
    + "kR1FkomFDQDTDROr"
}
