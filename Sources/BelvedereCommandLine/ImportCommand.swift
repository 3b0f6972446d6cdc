import ArgumentParser
import Belvedere
import BelvedereCityImport
import BelvedereFiles
import BelvedereJSON
import BelvedereOSM

/// `belvedere import`
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a scene of OpenStreetMap's data, vector tiles, GeoJSON, a city model and more.",
    discussion: """
      An extract of OpenStreetMap (.osm.pbf, or XML as .osm) or vector tiles (.mbtiles, .pmtiles, or a folder of {z}/{x}/{y}.mvt) \
      become a folder with a scene.json and its layers: land from coastlines, what covers the ground, water, roads and rails, buildings with their parts and roofs, trees, names and points of interest. What \
      was left out is told with the reason. The same files give the same scene, and a scene that was made before is \
      replaced.

      Several sources become one scene, each with layers of its own; what two of them both have is drawn twice, but a source that is named twice only once. Sources \
      that have not changed since the scene was made, by their content and by the options, are not read again: import.json \
      in the folder tells. --again reads them all the same.

      What does not fit into --memory lies in temporary files on the disk of the scene's folder; the scene is the same. Of these nothing stays, \
      however the import ends.

      Extracts of any place: download.geofabrik.de, extract.bbbike.org; of some streets: the export of openstreetmap.org. Their data are under the ODbL: the pictures \
      name "© OpenStreetMap contributors" in a corner.

      Vector tiles may have the schema of Mapbox Streets, OpenMapTiles, Shortbread or Protomaps. Those of the finest zoom are \
      read. Whom they are owed to is what the archive says; --attribution says it where it does not.

      GeoJSON (a collection, or a feature a line) and FlatGeobuf (.fgb) may have the tags of OpenStreetMap as properties, as Overpass, Osmium and \
      OSMnx export them, or the words of Overture Maps, Geofabrik's shapes and TIGER, or heights and levels of footprints. What \
      features are that do not say it, --as says by such a tag.

      KML, KMZ and GPX become overlays in their own colours, with their places as annotations; a model in glTF (.glb, or .gltf with its files beside it) \
      a landmark that stands where --place says; and a venue in IMDF its ground floor, or its --level. Their files are copied into the \
      scene's folder, once its readers have read them; of these --bbox leaves nothing out.

      One source may be -, standard input: what it is shows in its first bytes, and then it lies in a temporary file in the \
      scene's folder until the scene is made. Unchanged is what has the same content.

      A city model is CityJSON 1.0 to 2.0 (.city.json, .city.jsonl) or CityGML 1.0 to 3.0 (.gml): buildings with their parts, of surfaces in the finest \
      detail that they have. What its coordinates mean is what it says, or --crs.

      EXAMPLES
        belvedere import monaco.osm.pbf -o monaco
        belvedere import map.osm -o here --names all
        belvedere import california.osm.pbf -o downtown \\
          --bbox 37.77,-122.43,37.81,-122.38 --dem N37W123.hgt
        belvedere import planet.pmtiles -o haight --bbox 37.76,-122.46,37.78,-122.43
        belvedere import tiles/ -o town \\
          --attribution "© OpenMapTiles © OpenStreetMap contributors"
        belvedere import overture.geojson -o here \\
          --attribution "© OpenStreetMap contributors, Overture Maps Foundation"
        belvedere import footprints.geojsonl -o town --as building=yes
        belvedere import parks.geojson lanes.geojson -o town \\
          --as parks.geojson:leisure=park --as lanes.geojson:highway=path
        belvedere import 9-284-556.city.json -o delft \\
          --attribution "© 3DBAG by tudelft3d and 3DGI"
        belvedere import town.osm.pbf hall.city.json -o town
        osmium extract -b 7.41,43.72,7.44,43.75 monaco.osm.pbf -f pbf -o - \\
          | belvedere import - -o old-town
        belvedere import city.osm.pbf tracks.gpx zones.kml tower.glb mall-imdf/ \\
          -o city --place 37.7952,-122.4028
        belvedere import hike.gpx -o hike --dem N46E007.hgt
        belvedere import bremen.osm.pbf -o bremen --memory 1G
        belvedere render monaco -o monaco.png
      """)

  @Argument(
    help:
      "An extract of OpenStreetMap as PBF or XML; vector tiles as MBTiles, PMTiles or a folder; GeoJSON or FlatGeobuf; a city model as CityJSON or CityGML; KML, KMZ or GPX; a model as glTF; a venue in IMDF, as its archive or its folder; - for standard input. May be several."
  )
  var sources: [String]

  @Option(name: .shortAndLong, help: "The scene's folder, which is made.")
  var output: String

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "What the scene holds; across the antimeridian east exceeds 180. (default: the box that the file says it is of)",
      valueName: "south,west,north,east"),
    transform: BoxArgument.ofImport)
  var bbox: GeographicBounds?

  @Option(
    name: .long,
    help: "An elevation file, which is copied into the scene; may be repeated.")
  var dem: [String] = []

  @Option(name: .long, help: "What the scene is called. (default: the file's name)")
  var name: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Which names are on the map: none; of places; of known points of interest, too; of all that are of one of the 73 categories.",
      valueName: "none|places|known|all"))
  var names = CityNames.known

  @Option(name: .long, help: "The zoom of vector tiles. (default: the finest)")
  var tileZoom: Int?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "What features of GeoJSON and FlatGeobuf are that do not say it, such as building=yes, highway=residential or natural=water, of all sources or of one that is named before; may be repeated.",
      valueName: "[source:]key=value"), transform: Self.tag)
  var tags: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What the coordinates of a city model mean. (default: what it says)", valueName: "EPSG:code"),
    transform: Self.system)
  var crs: CoordinateReferenceSystem?

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Where a model stands: degrees, metres above the ground (0) and degrees clockwise by which it is turned (0), such as \(ImportPlace.example); once for each model, in their order.",
      valueName: "lat,lon[,height[,heading]]"), transform: ImportPlace.parse)
  var place: [CityImport.Placement] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The level of the indoor venues: \(LevelArgument.words). (default: the ground floor)",
      valueName: "ordinal|name"))
  var level: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Whom the data are owed to, as the pictures say; may be repeated. (default: what the source says)",
      valueName: "text"))
  var attribution: [String] = []

  func validate() throws {
    for (option, texts) in [("--attribution", attribution), ("--licence", licences)]
    where texts.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("\(option) is empty; say whom or what, or leave it out")
    }
  }

  @Option(
    name: [.customLong("licence"), .customLong("license")],
    help: ArgumentHelp(
      "Under which licence the data are, as the scene lists it; may be repeated. (default: what the source says, or what is known of those whom the data are owed to)",
      valueName: "text"))
  var licences: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How layers are written: fgb (FlatGeobuf), which opens fast; geojson, which can be edited and compared.",
      valueName: "fgb|geojson"))
  var layers = LayerFormat.flatGeobuf

  @Flag(
    inversion: .prefixedNo,
    help:
      "Make a scene of any size: what a picture needs is read when it is drawn, by what it shows and how large. (default: of sources of more than 250,000 things)"
  )
  var streamed: Bool?

  @Flag(name: .long, help: "Read sources again that have not changed.")
  var again = false

  @OptionGroup var memory: MemoryOption
  @OptionGroup var messages: MessageOptions

  private static func system(_ text: String) throws -> CoordinateReferenceSystem {
    guard let system = CoordinateReferenceSystem(text: text) else {
      throw ValidationError(
        "is no system that is known; those are EPSG:4979 (WGS 84), zones of UTM such as EPSG:25832, EPSG:7415 (RD New) and EPSG:3857"
      )
    }
    return system
  }

  private static func tag(_ text: String) throws -> String {
    guard ImportTags.tag(text[...]) != nil else { throw ValidationError(ImportTags.wanted) }
    return text
  }

  func run() throws { try ImportJob(command: self).run() }
}

extension CityNames: ExpressibleByArgument {}
extension LayerFormat: ExpressibleByArgument {}
