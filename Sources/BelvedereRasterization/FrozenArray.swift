internal import CBelvedereMemory

/// Elements that never change again, read through a pointer: no reference counting in pixel loops.
package final class FrozenArray<Element>: @unchecked Sendable {
  /// The elements; valid as long as this object.
  package let base: UnsafePointer<Element>
  /// How many there are.
  package let count: Int

  package convenience init(_ elements: [Element]) {
    self.init(copying: elements, count: elements.count)
  }

  package init(copying elements: UnsafePointer<Element>, count: Int) {
    // Elements as large as a cache line lie in one.
    let memory = belvedere_memory_shared(Self.size(count))
      .bindMemory(to: Element.self, capacity: max(count, 1))
    memory.initialize(from: elements, count: count)
    base = UnsafePointer(memory)
    self.count = count
  }

  private static func size(_ count: Int) -> Int {
    max(count, 1) * MemoryLayout<Element>.stride
  }

  deinit {
    let memory = UnsafeMutablePointer(mutating: base)
    memory.deinitialize(count: count)
    belvedere_memory_release(memory, Self.size(count))
  }
}
