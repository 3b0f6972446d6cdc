import BelvedereJSON
import BelvedereSceneModel
import BelvedereThreads
import Synchronization

/// Features of GeoJSON as texts, of which several are read at once; what they hold is told in their order.
struct FeatureBatch {
  /// What became of a text.
  enum Outcome: Sendable {
    case feature(DescribedFeature)
    /// One that cannot be used, with the reason.
    case damage(String)
    /// A text that is not JSON, or too large.
    case failure(FeatureImportError)
    /// The values of a text by itself that is to be looked at as a whole.
    case document(JSONValue)
  }

  /// A feature's text.
  private struct Text {
    let bytes: [UInt8]
    let origin: GeoJSONScanner.Origin
    /// Whether it stands by itself rather than in a collection.
    let isAlone: Bool
  }

  private var texts: [Text] = []
  private var byteCount = 0

  /// Bytes of text that are read together; a single text may have more.
  private static let most = 1 << 19
  /// Texts that a thread takes at once.
  private static let share = 16
  private static let maximumVertices = 10_000_000
  /// The values of a text take no more than this for each of its bytes.
  private static let mostMemory = 40

  /// Adds a text.
  ///
  /// - Parameter isAlone: whether it stands by itself rather than in a collection.
  /// - Returns: whether there is no room for more.
  mutating func add(
    _ text: [UInt8], _ origin: GeoJSONScanner.Origin, isAlone: Bool = false
  ) -> Bool {
    texts.append(Text(bytes: text, origin: origin, isAlone: isAlone))
    byteCount += text.count
    return byteCount >= Self.most
  }

  /// Takes all texts.
  ///
  /// - Parameters:
  ///   - maximumMemory: bytes that the values of one may take.
  ///   - fallback: what a feature is that does not say it.
  /// - Returns: where each stands, and what became of it.
  mutating func take(
    maximumMemory: Int, fallback: [FeatureTags.Tag]
  ) -> [(origin: GeoJSONScanner.Origin, outcome: Outcome)] {
    let texts = texts
    self = FeatureBatch()
    let count = (texts.count + Self.share - 1) / Self.share
    let results = Mutex([[Outcome]](repeating: [], count: count))
    Parallel.forEach(count, threads: ProcessorCount.online) { n, _ in
      let own = texts[n * Self.share..<min((n + 1) * Self.share, texts.count)].map {
        Self.outcome($0, maximumMemory, fallback)
      }
      results.withLock { $0[n] = own }
    }
    let outcomes = results.withLock { $0 }.joined()
    return zip(texts, outcomes).map { ($0.origin, $1) }
  }

  private static func outcome(
    _ text: Text, _ memory: Int, _ fallback: [FeatureTags.Tag]
  ) -> Outcome {
    if text.bytes.count <= memory / mostMemory,
      let feature = MapFeature(
        plainGeoJSON: text.bytes, isStrict: text.isAlone, maximumVertices: maximumVertices)
    {
      return .feature(DescribedFeature(feature, fallback: fallback))
    }
    do throws(FeatureImportError) {
      let value = try value(text.bytes, text.origin, maximumMemory: memory)
      return text.isAlone
        ? .document(value) : outcome(value, isGeometry: false, text.origin, fallback)
    } catch {
      return .failure(error)
    }
  }

  /// What becomes of a feature or a geometry.
  static func outcome(
    _ value: JSONValue, isGeometry: Bool, _ origin: GeoJSONScanner.Origin,
    _ fallback: [FeatureTags.Tag]
  ) -> Outcome {
    do throws(FeatureGeometry.Problem) {
      let feature = try MapFeature(
        geoJSON: value, isGeometry: isGeometry, maximumVertices: maximumVertices)
      return .feature(DescribedFeature(feature, fallback: fallback))
    } catch {
      return .damage("line \(origin.first): \(error.message)")
    }
  }

  /// The values of a text.
  static func value(
    _ text: [UInt8], _ origin: GeoJSONScanner.Origin, maximumMemory: Int
  ) throws(FeatureImportError) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try JSONParser.parse(text, maximumMemory: maximumMemory)
    } catch {
      throw FeatureImportError(
        "line \(origin.line(error.line)): "
          + (error.exceedsMemory
            ? "\(error.reason); raise --memory to at least \(error.neededMemory >> 18 + 1) MiB"
            : "is not valid JSON: \(error.reason)"),
        isMemory: error.exceedsMemory)
    }
  }
}
