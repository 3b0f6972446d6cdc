import BelvedereImaging
import Testing

@Suite("NPY") struct NPYTests {
  @Test("The header is NumPy's, and the numbers begin at a multiple of 64")
  func format() {
    for shape in [[6], [2, 3], [1, 2, 3]] {
      let bytes = NPY.encode([1, -2.5, .infinity, .nan, 0, 3e-40] as [Float], shape: shape)
      #expect(Array(bytes[0..<8]) == [0x93, 78, 85, 77, 80, 89, 1, 0])
      let length = Int(bytes[8]) + 256 * Int(bytes[9])
      #expect((10 + length) % 64 == 0 && bytes[9 + length] == 10)
      let header = String(decoding: bytes[10..<(9 + length)], as: UTF8.self)
      let sizes = shape.map { "\($0)," }.joined(separator: " ")
      #expect(
        header.hasPrefix("{'descr': '<f4', 'fortran_order': False, 'shape': (\(sizes)), }"))
      #expect(header.drop { $0 != "}" }.dropFirst().allSatisfy { $0 == " " })
      #expect(bytes.count == 10 + length + 24)
      #expect(Array(bytes[(14 + length)..<(18 + length)]) == [0, 0, 0x20, 0xC0])
    }
    let whole = NPY.encode([0x0102_0304] as [UInt32], shape: [1, 1])
    #expect(Array(whole.suffix(4)) == [4, 3, 2, 1])
    #expect(String(decoding: whole, as: UTF8.self).contains("'<u4'"))
  }
}
