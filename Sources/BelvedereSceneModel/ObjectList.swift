/// Objects one after another, in parts that lists share: a list of many parts is made of others without a copy of their
/// elements.
///
/// An element is found in O(log n) of n parts; lists that are made otherwise have one.
public struct ObjectList<Element> {
  /// None of them empty.
  private var parts: [[Element]]
  /// After the last element of each part.
  private var ends: [Int]

  /// A list of some parts.
  public init(parts: [[Element]]) {
    self.parts = parts.filter { !$0.isEmpty }
    var end = 0
    ends = self.parts.map { part in
      end += part.count
      return end
    }
  }

  /// All elements; a copy of them where there are several parts.
  public var array: [Element] { parts.count == 1 ? parts[0] : parts.flatMap(\.self) }

  /// Which part an element is in, and where in it.
  private func place(_ position: Int) -> (part: Int, index: Int) {
    precondition(position >= 0 && position < endIndex, "no such object")
    if parts.count == 1 { return (0, position) }
    var (low, high) = (0, parts.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= position { low = middle + 1 } else { high = middle }
    }
    return (low, position - (ends[low] - parts[low].count))
  }
}

extension ObjectList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public init() { self.init(parts: []) }

  public init(_ elements: some Sequence<Element>) { self.init(parts: [Array(elements)]) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { ends.last ?? 0 }

  public subscript(position: Int) -> Element {
    get {
      let (part, index) = place(position)
      return parts[part][index]
    }
    _modify {
      let (part, index) = place(position)
      yield &parts[part][index]
    }
  }

  public mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Collection<Element>
  ) {
    var all = array
    self = ObjectList()
    all.replaceSubrange(range, with: elements)
    self = ObjectList(parts: [all])
  }

  public mutating func append(_ element: Element) {
    append(contentsOf: CollectionOfOne(element))
  }

  public mutating func append(contentsOf elements: some Sequence<Element>) {
    if parts.isEmpty {
      self = ObjectList(elements)
    } else {
      parts[parts.count - 1] += elements
      ends[ends.count - 1] = (ends.dropLast().last ?? 0) + parts[parts.count - 1].count
    }
  }

  /// Goes through the parts, one after another.
  public struct Iterator: IteratorProtocol {
    private let parts: [[Element]]
    private var part = 0
    private var index = 0

    fileprivate init(_ parts: [[Element]]) { self.parts = parts }

    public mutating func next() -> Element? {
      guard part < parts.count else { return nil }
      defer {
        index += 1
        if index == parts[part].count { (part, index) = (part + 1, 0) }
      }
      return parts[part][index]
    }
  }

  public func makeIterator() -> Iterator { Iterator(parts) }
}

extension ObjectList: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(parts: [elements]) }
}

extension ObjectList: Sendable where Element: Sendable {}

extension ObjectList: Equatable where Element: Equatable {
  public static func == (a: ObjectList, b: ObjectList) -> Bool {
    a.count == b.count && a.elementsEqual(b)
  }
}

extension ObjectList: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}
