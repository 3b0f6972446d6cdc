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
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1) * MemoryLayout<Element>.stride,
      alignment: max(MemoryLayout<Element>.alignment, 64)
    ).bindMemory(to: Element.self, capacity: max(count, 1))
    memory.initialize(from: elements, count: count)
    base = UnsafePointer(memory)
    self.count = count
  }

  deinit {
    let memory = UnsafeMutablePointer(mutating: base)
    memory.deinitialize(count: count)
    memory.deallocate()
  }
}
