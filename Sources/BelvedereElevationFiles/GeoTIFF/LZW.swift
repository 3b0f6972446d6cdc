/// Decompression of TIFF's LZW streams: codes of 9 to 12 bits, most significant bit first.
///
/// Source: TIFF 6.0 (Adobe, 1992), section 13.
enum LZW {
  /// Decompresses until a number of bytes is reached or the stream ends.
  ///
  /// - Parameters:
  ///   - count: The most bytes that are wanted; the caller has checked it.
  /// - Returns: as many bytes as came; `nil` where a code stands for nothing.
  static func bytes(_ input: [UInt8], count: Int) -> [UInt8]? {
    let decoder = Table()
    defer { decoder.free() }
    var isDamaged = false
    let output = [UInt8](unsafeUninitializedCapacity: count) { out, done in
      input.withUnsafeBufferPointer { input in
        (done, isDamaged) = decoder.decode(input, out)
      }
    }
    return isDamaged ? nil : output
  }

  /// The strings that codes stand for, as chains from their last byte to their first.
  private struct Table {
    private let prefix = UnsafeMutablePointer<UInt16>.allocate(capacity: 4096)
    private let length = UnsafeMutablePointer<UInt16>.allocate(capacity: 4096)
    private let suffix = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
    private let first = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)

    private static let clear = 256
    private static let end = 257

    init() {
      for i in 0..<4096 {
        prefix[i] = 0
        length[i] = i < 256 ? 1 : 0
        suffix[i] = UInt8(truncatingIfNeeded: i)
        first[i] = UInt8(truncatingIfNeeded: i)
      }
    }

    func free() {
      prefix.deallocate()
      length.deallocate()
      suffix.deallocate()
      first.deallocate()
    }

    func decode(
      _ input: UnsafeBufferPointer<UInt8>, _ out: UnsafeMutableBufferPointer<UInt8>
    ) -> (count: Int, isDamaged: Bool) {
      var bits: UInt64 = 0
      var bitCount = 0
      var position = 0
      var width = 9
      var next = 258
      var previous = -1
      var done = 0
      while done < out.count {
        while bitCount < width, position < input.count {
          bits = bits << 8 | UInt64(input[position])  // checked: UInt8 to UInt64
          position += 1
          bitCount += 8
        }
        guard bitCount >= width else { return (done, false) }
        let code = Int(bits >> UInt64(bitCount - width)) & (1 << width - 1)  // checked: 12 bits
        bitCount -= width
        bits &= 1 << UInt64(bitCount) - 1  // checked: bitCount is 0...15
        if code == Self.end { return (done, false) }
        if code == Self.clear {
          width = 9
          next = 258
          previous = -1
          continue
        }
        guard previous >= 0 else {
          guard code < 256 else { return (done, true) }
          out[done] = UInt8(truncatingIfNeeded: code)
          done += 1
          previous = code
          continue
        }
        // The string of the code, or of the code that is just being made.
        guard code < next || (code == next && next < 4096) else { return (done, true) }
        let head = code < next ? first[code] : first[previous]
        if next < 4096 {
          prefix[next] = UInt16(truncatingIfNeeded: previous)
          length[next] = length[previous] &+ 1
          suffix[next] = head
          first[next] = first[previous]
          next += 1
          // One code earlier than the table would need.
          if next >= (1 << width) - 1, width < 12 { width += 1 }
        }
        done = write(code, out, done)
        previous = code
      }
      return (done, false)
    }

    /// Writes a string from its end; what does not fit is left out.
    @inline(__always)
    private func write(
      _ code: Int, _ out: UnsafeMutableBufferPointer<UInt8>, _ start: Int
    ) -> Int {
      let count = Int(length[code])  // checked: UInt16 to Int
      var at = start + count
      var link = code
      while at > start {
        at -= 1
        if at < out.count { out[at] = suffix[link] }
        link = Int(prefix[link])  // checked: UInt16 to Int
      }
      return min(start + count, out.count)
    }
  }
}

/// Decompression of PackBits streams.
///
/// Source: TIFF 6.0 (Adobe, 1992), section 9.
enum PackBits {
  /// Decompresses until a number of bytes is reached or the stream ends.
  static func bytes(_ input: [UInt8], count: Int) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(count)
    var position = 0
    while position < input.count, output.count < count {
      let head = Int(Int8(bitPattern: input[position]))  // checked: Int8 to Int
      position += 1
      if head >= 0 {
        let end = min(position + head + 1, input.count)
        output.append(contentsOf: input[position..<end])
        position = end
      } else if head > -128, position < input.count {
        output.append(contentsOf: repeatElement(input[position], count: 1 - head))
        position += 1
      }
    }
    return Array(output.prefix(count))
  }
}
