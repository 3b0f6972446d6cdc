import BelvedereSceneModel
import BelvedereTestSupport
import Testing

/// Lists of parts against arrays.
@Suite("Lists of objects") struct ObjectListTests {
  @Test("a list of parts is what an array of all elements is, whatever is done with it")
  func asArrays() {
    forEachSeed(300) { random in
      let parts = (0..<random.int(0...5)).map { _ in
        (0..<random.int(0...4)).map { _ in random.int(0...9) }
      }
      var list = ObjectList(parts: parts)
      var array = parts.flatMap(\.self)
      let before = list
      for _ in 0..<12 {
        let value = random.int(10...99)
        switch random.int(0...5) {
        case 0:
          list.append(value)
          array.append(value)
        case 1:
          list += [value, value + 1]
          array += [value, value + 1]
        case 2 where !array.isEmpty:
          let place = random.int(0...array.count - 1)
          list[place] = value
          array[place] = value
        case 3 where !array.isEmpty:
          let place = random.int(0...array.count - 1)
          list.remove(at: place)
          array.remove(at: place)
        case 4:
          let place = random.int(0...array.count)
          list.insert(value, at: place)
          array.insert(value, at: place)
        default: break
        }
        try check(list.array == array && Array(list) == array, "\(list.array) \(array)")
        try check(list.count == array.count && list.indices.map { list[$0] } == array, "\(array)")
        try check(list == ObjectList(array), "\(array)")
        try check(list.hashValue == ObjectList(array).hashValue, "\(array)")
      }
      // What shares its parts stays as it was.
      try check(before.array == parts.flatMap(\.self), "\(before.array)")
    }
  }
}
