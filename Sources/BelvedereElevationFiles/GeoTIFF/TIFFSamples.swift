/// Turns the decoded bytes of a block into elevations.
struct TIFFSamples: Sendable {
  let format: TIFFFormat
  let isBigEndian: Bool
  /// The number that stands for no sample; `nil` for none.
  let noData: Double?
  /// Metres = offset + scale · number.
  let scale, offset: Double

  /// The number of a sparse block.
  var emptyValue: Float { noData == nil ? Float(offset) : .nan }

  /// Decodes rows of samples in place of their bytes: `rows × blockWidth` metres, void as NaN.
  ///
  /// - Parameter bytes: At least `rows · blockWidth` samples.
  func elevations(_ bytes: inout [UInt8], rows: Int) -> [Float] {
    let width = format.blockWidth
    bytes.withUnsafeMutableBytes { buffer in
      if isBigEndian, format.predictor != 3 { Self.swapBytes(buffer, size: format.sample.bytes) }
      for row in 0..<rows {
        let length = width * format.sample.bytes
        let line = UnsafeMutableRawBufferPointer(
          rebasing: buffer[(row * length)..<((row + 1) * length)])
        switch format.predictor {
        case 2: sumDifferences(line)
        case 3: Self.joinBytes(line, size: format.sample.bytes)
        default: break
        }
      }
    }
    return bytes.withUnsafeBytes { numbers($0, count: rows * width) }  // bounded: the bytes
  }

  private static func swapBytes(_ buffer: UnsafeMutableRawBufferPointer, size: Int) {
    guard size > 1 else { return }
    for start in stride(from: 0, to: buffer.count - size + 1, by: size) {
      for i in 0..<(size / 2) { buffer.swapAt(start + i, start + size - 1 - i) }
    }
  }

  /// Predictor 2: each sample is the difference to the one before it.
  private func sumDifferences(_ line: UnsafeMutableRawBufferPointer) {
    func sum<Word: FixedWidthInteger>(_ type: Word.Type) {
      let size = MemoryLayout<Word>.size
      var last: Word = 0
      for at in stride(from: 0, to: line.count, by: size) {
        last &+= line.loadUnaligned(fromByteOffset: at, as: Word.self)
        line.storeBytes(of: last, toByteOffset: at, as: Word.self)
      }
    }
    switch format.sample.bytes {
    case 1: sum(UInt8.self)
    case 2: sum(UInt16.self)
    case 4: sum(UInt32.self)
    default: sum(UInt64.self)
    }
  }

  /// Predictor 3: first all most significant bytes, then the next ones, each the difference to the
  /// byte before it. Source: Adobe Photoshop TIFF Technical Note 3 (2005).
  private static func joinBytes(_ line: UnsafeMutableRawBufferPointer, size: Int) {
    var last: UInt8 = 0
    for i in line.indices {
      last &+= line[i]
      line[i] = last
    }
    let planes = Array(line)
    let count = line.count / size
    for i in 0..<count {
      for byte in 0..<size { line[i * size + size - 1 - byte] = planes[byte * count + i] }
    }
  }

  /// Little-endian numbers to metres.
  private func numbers(_ bytes: UnsafeRawBufferPointer, count: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: count) { out, done in
      switch format.sample {
      case .uint8: integers(bytes, UInt8.self, out, count)
      case .int8: integers(bytes, Int8.self, out, count)
      case .uint16: integers(bytes, UInt16.self, out, count)
      case .int16: integers(bytes, Int16.self, out, count)
      case .uint32: integers(bytes, UInt32.self, out, count)
      case .int32: integers(bytes, Int32.self, out, count)
      case .float32: floats(bytes, out, count)
      case .float64: doubles(bytes, out, count)
      }
      done = count
    }
  }

  private func integers<Word: FixedWidthInteger>(
    _ bytes: UnsafeRawBufferPointer, _ type: Word.Type, _ out: UnsafeMutableBufferPointer<Float>,
    _ count: Int
  ) {
    let size = MemoryLayout<Word>.size
    let void = noData.flatMap { Word(exactly: $0) }
    let isPlain = scale == 1 && offset == 0 && size <= 2
    for i in 0..<count {
      let word = Word(littleEndian: bytes.loadUnaligned(fromByteOffset: i * size, as: Word.self))
      if word == void {
        out[i] = .nan
      } else {
        out[i] = isPlain ? Float(word) : metres(Double(word))
      }
    }
  }

  private func floats(
    _ bytes: UnsafeRawBufferPointer, _ out: UnsafeMutableBufferPointer<Float>, _ count: Int
  ) {
    let void = noData.map { Float($0) } ?? .nan
    for i in 0..<count {
      let bits = UInt32(  // checked: UInt32 to UInt32
        littleEndian: bytes.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self))
      let value = Float(bitPattern: bits)
      out[i] = value == void ? .nan : metres(Double(value))
    }
  }

  private func doubles(
    _ bytes: UnsafeRawBufferPointer, _ out: UnsafeMutableBufferPointer<Float>, _ count: Int
  ) {
    let void = noData ?? .nan
    for i in 0..<count {
      let bits = UInt64(  // checked: UInt64 to UInt64
        littleEndian: bytes.loadUnaligned(fromByteOffset: i * 8, as: UInt64.self))
      let value = Double(bitPattern: bits)
      out[i] = value == void ? .nan : metres(value)
    }
  }

  /// No ground is a billion metres high: such numbers stand for no sample, whatever the file says.
  @inline(__always)
  private func metres(_ value: Double) -> Float {
    let metres = scale == 1 && offset == 0 ? value : offset + scale * value
    return abs(metres) < 1e9 ? Float(metres) : .nan
  }
}
