/// Elements that never change again, read through a pointer: no reference counting in pixel loops.
package final class FrozenArray<Element>: @unchecked Sendable {
  /// The elements; valid as long as this object.
  package let base: UnsafePointer<Element>
  /// How many there are.
  package let count: Int

  package init(_ elements: [Element]) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    memory.initialize(from: elements, count: elements.count)
    base = UnsafePointer(memory)
    count = elements.count
  }

  package init(copying elements: UnsafePointer<Element>, count: Int) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(count, 1))
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
