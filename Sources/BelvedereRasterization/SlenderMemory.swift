import CBelvedereRaster

/// The memory in which slender pieces are looked for. It grows to what the largest picture needs and is kept.
final class SlenderMemory: @unchecked Sendable {
  private var found: UnsafeMutablePointer<BelvedereSlender>?
  private var count = 0
  private var fragments: UnsafeMutablePointer<BelvedereListed>?
  private var numbers: UnsafeMutablePointer<UInt32>?
  private var fragmentCount = 0
  private var numberCount = 0
  private var kept: [FineParts?] = []

  deinit {
    if let found {
      for i in 0..<count { belvedere_slender_free(found + i) }
      found.deallocate()
    }
    fragments?.deallocate()
    numbers?.deallocate()
  }

  /// What so many strands find.
  ///
  /// - Parameter isNew: whether what they found before is forgotten.
  func strands(_ wanted: Int, isNew: Bool = true) -> UnsafeMutablePointer<BelvedereSlender> {
    let memory: UnsafeMutablePointer<BelvedereSlender>
    if let found, count >= wanted {
      memory = found
    } else {
      memory = .allocate(capacity: wanted)
      memory.initialize(repeating: BelvedereSlender(), count: wanted)
      if let found {
        memory.update(from: found, count: count)
        found.deallocate()
      }
      found = memory
      count = wanted
    }
    if isNew {
      for i in 0..<wanted {
        memory[i].count = 0
        memory[i].face_count = 0
      }
    }
    return memory
  }

  /// Room for fragments in order, and for numbers.
  func room(_ count: Int, numbers wanted: Int) -> (
    fragments: UnsafeMutablePointer<BelvedereListed>, numbers: UnsafeMutablePointer<UInt32>
  ) {
    let list: UnsafeMutablePointer<BelvedereListed>
    if let fragments, fragmentCount >= count {
      list = fragments
    } else {
      fragments?.deallocate()
      fragmentCount = count + count / 2 + 1
      list = .allocate(capacity: fragmentCount)
      fragments = list
    }
    let room: UnsafeMutablePointer<UInt32>
    if let numbers, numberCount >= wanted {
      room = numbers
    } else {
      numbers?.deallocate()
      numberCount = wanted
      room = .allocate(capacity: wanted)
      numbers = room
    }
    return (list, room)
  }

  /// The parts of a picture; those of the one before in the same buffer are lost.
  func parts(rows: Int, width: Int, count: Int, samples: Int, buffer: Int) -> FineParts {
    while kept.count <= buffer { kept.append(nil) }
    if let parts = kept[buffer],
      parts.fits(rows: rows, width: width, count: count, samples: samples)
    {
      return parts
    }
    let made = FineParts(
      rows: rows, width: width, capacity: count + count / 2, samples: samples)
    kept[buffer] = made
    return made
  }
}
