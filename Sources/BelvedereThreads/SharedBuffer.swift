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

  package init(repeating value: Element, count: Int) {
    base = Self.memory(count)
    base.initialize(repeating: value, count: count)
    self.count = count
  }

  package init(copying elements: [Element]) {
    base = Self.memory(elements.count)
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
