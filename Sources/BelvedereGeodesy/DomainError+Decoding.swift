extension DomainError {
  /// This error as one of decoding, so that a decoder's caller reads which field was wrong.
  ///
  /// - Parameter path: where in the coded value the field's owner stands.
  package func decodingError(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: path, debugDescription: description, underlyingError: self))
  }
}
