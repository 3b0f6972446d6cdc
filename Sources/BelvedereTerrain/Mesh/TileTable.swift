/// Numbers by the keys of tiles: open addressing, many times faster than a dictionary.
struct TileTable {
  private var keys: [UInt64]
  private var values: [Int32]
  private var mask: Int
  private var count = 0
  /// No tile has this key.
  private static let free = UInt64.max

  init(capacity: Int = 1024) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    keys = Array(repeating: Self.free, count: size)
    values = Array(repeating: 0, count: size)
    mask = size - 1
  }

  @inline(__always)
  private func place(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask
    while keys[slot] != key, keys[slot] != Self.free { slot = (slot + 1) & mask }
    return slot
  }

  @inline(__always)
  func value(_ key: UInt64) -> Int? {
    let slot = place(of: key)
    return keys[slot] == key ? Int(values[slot]) : nil  // checked: widens
  }

  mutating func set(_ key: UInt64, _ value: Int) {
    if count * 2 >= keys.count { grow() }
    let slot = place(of: key)
    if keys[slot] == Self.free {
      keys[slot] = key
      count += 1
    }
    values[slot] = Int32(truncatingIfNeeded: value)
  }

  /// Forgets all keys, and keeps the memory.
  mutating func removeAll() {
    for i in keys.indices { keys[i] = Self.free }
    count = 0
  }

  private mutating func grow() {
    let old = (keys, values)
    self = TileTable(capacity: keys.count)
    for (key, value) in zip(old.0, old.1) where key != Self.free {
      set(key, Int(value))  // checked: widens
    }
  }
}
