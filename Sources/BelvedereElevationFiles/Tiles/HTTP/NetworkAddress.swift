/// Kinds of network addresses.
///
/// Source: IANA's registries of special-purpose addresses for IPv4 (RFC 6890) and IPv6.
package enum NetworkAddress {
  /// Whether an address is one of the public Internet's: not of this machine, of a private network,
  /// of a link (where clouds answer with their secrets), for many receivers, or reserved; and no
  /// address of IPv6 that stands for such a one of IPv4.
  ///
  /// - Parameter bytes: 4 or 16 bytes in network order; anything else is not public.
  package static func isPublic(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4: return isPublicV4(bytes[...])
    case 16: return isPublicV6(bytes)
    default: return false
    }
  }

  /// First bytes, and how many bits of them count.
  private static let notPublicV4: [(bytes: [UInt8], bits: Int)] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
    ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15),
    ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
  ]

  private static func isPublicV4(_ bytes: ArraySlice<UInt8>) -> Bool {
    !notPublicV4.contains { begins(bytes, $0.bytes, bits: $0.bits) }
  }

  private static func isPublicV6(_ bytes: [UInt8]) -> Bool {
    // Only 2000::/3 is given out, and NAT64's prefix leads to IPv4.
    if begins(bytes[...], [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], bits: 96) {
      return isPublicV4(bytes[12...])
    }
    guard begins(bytes[...], [0x20], bits: 3) else { return false }
    // 6to4 holds an address of IPv4; Teredo and the other protocols of 2001::/23, documentation.
    if begins(bytes[...], [0x20, 0x02], bits: 16) { return isPublicV4(bytes[2..<6]) }
    return !begins(bytes[...], [0x20, 0x01, 0x00], bits: 23)
      && !begins(bytes[...], [0x20, 0x01, 0x0D, 0xB8], bits: 32)
      && !begins(bytes[...], [0x3F, 0xFF, 0x00], bits: 20)
  }

  private static func begins(
    _ bytes: ArraySlice<UInt8>, _ prefix: [UInt8], bits: Int
  ) -> Bool {
    for (i, (byte, expected)) in zip(bytes, prefix).enumerated() {
      let left = min(bits - 8 * i, 8)
      if left <= 0 { return true }
      if (byte ^ expected) >> (8 - UInt8(clamping: left)) != 0 { return false }
    }
    return true
  }
}
