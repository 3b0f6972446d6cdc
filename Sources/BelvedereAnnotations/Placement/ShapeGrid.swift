import BelvedereGeoMath

/// Shapes by the cells of the screen that they touch, to find those that overlap.
struct ShapeGrid {
  private let columns, rows: Int
  private var cells: [[Int32]]
  private(set) var shapes: [(shape: ScreenShape, owner: Int)] = []
  /// Points.
  private static let cell = 40.0
  /// Cells each way; the outermost ones hold all that lies beyond them.
  private static let most = 512

  /// - Parameter size: of the screen, points.
  init(size: Vector2) {
    columns = Int(clamping: (size.x / Self.cell).rounded(.up), in: 1...Self.most)
    rows = Int(clamping: (size.y / Self.cell).rounded(.up), in: 1...Self.most)
    cells = Array(repeating: [], count: columns * rows)
  }

  private func range(_ shape: ScreenShape) -> (x: ClosedRange<Int>, y: ClosedRange<Int>) {
    let (low, high) = shape.box
    let x = Int(flooring: low.x / Self.cell, in: 0...(columns - 1))
    let y = Int(flooring: low.y / Self.cell, in: 0...(rows - 1))
    let right = Int(flooring: high.x / Self.cell, in: 0...(columns - 1))
    let bottom = Int(flooring: high.y / Self.cell, in: 0...(rows - 1))
    return (x...max(x, right), y...max(y, bottom))
  }

  mutating func insert(_ shape: ScreenShape, owner: Int) {
    let (xs, ys) = range(shape)
    let number = Int32(clamping: shapes.count)
    for y in ys { for x in xs { cells[y * columns + x].append(number) } }
    shapes.append((shape, owner))
  }

  /// Whether a shape overlaps none of another owner.
  func isFree(_ shape: ScreenShape, for owner: Int) -> Bool {
    first(overlapping: shape, where: { $0 != owner }) == nil
  }

  /// The owner of the first inserted shape that overlaps and is wanted.
  func first(overlapping shape: ScreenShape, where isWanted: (Int) -> Bool) -> Int? {
    let (xs, ys) = range(shape)
    var best = Int.max
    for y in ys {
      for x in xs {
        for number in cells[y * columns + x] {
          let n = Int(clamping: number)
          if n >= best { break }
          if isWanted(shapes[n].owner), shapes[n].shape.overlaps(shape) { best = n }
        }
      }
    }
    return best == .max ? nil : shapes[best].owner
  }
}
