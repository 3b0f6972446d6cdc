internal import CBelvedereMemory

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory that threads write in disjoint places, which the compiler cannot see.
package struct SharedBuffer<Element>: @unchecked Sendable {
  package let base: UnsafeMutablePointer<Element>
  package let count: Int

  /// - Parameter isLasting: whether it stays for many pictures and is looked up all over: in large pages, which
  ///   the system gives slowly.
  package init(repeating value: Element, count: Int, isLasting: Bool = false) {
    base = isLasting ? Self.memory(count) : .allocate(capacity: max(count, 1))
    base.initialize(repeating: value, count: count)
    self.count = count
  }

  package init(copying elements: [Element]) {
    base = .allocate(capacity: max(elements.count, 1))
    base.initialize(from: elements, count: elements.count)
    count = elements.count
  }

  private static func memory(_ count: Int) -> UnsafeMutablePointer<Element> {
    belvedere_memory_large(max(count, 1) * MemoryLayout<Element>.stride)
      .bindMemory(to: Element.self, capacity: max(count, 1))
  }

  package func deallocate() {
    base.deinitialize(count: count)
    free(base)
  }

  package subscript(i: Int) -> Element {
    get { base[i] }
    nonmutating set { base[i] = newValue }
  }
}
