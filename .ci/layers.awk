# A target imports only targets listed above it. First file: Package.swift; then the sources.

function breach(text) { print FILENAME ":" FNR ": " text }

FNR == NR {
  line = $0
  sub(/[ \t]*\/\/.*$/, "", line)
  if (line ~ /^  targets: \[/) inTargets = 1
  if (!inTargets) next
  # The name follows the kind of target, on its line or on the next.
  if (line ~ /\.(target|systemLibrary|executableTarget|testTarget|plugin|macro)\(/) expectsName = 1
  if (expectsName && match(line, /name: "[^"]*"/)) {
    rank[substr(line, RSTART + 7, RLENGTH - 8)] = ++targets
    expectsName = 0
  }
  next
}

FNR == 1 {
  split(FILENAME, folder, "/")
  module = folder[2]
  if (!(module in rank)) breach(module " is not a target of Package.swift")
}

/^[ \t]*(@[A-Za-z_()]+ +)*(public +|package +|internal +|private +|fileprivate +)?import / {
  line = $0
  sub(/^.*import +/, "", line)
  sub(/^(struct|class|enum|protocol|func|var|let|typealias) +/, "", line)
  match(line, /^[A-Za-z0-9_]+/)
  imported = substr(line, 1, RLENGTH)
  if (imported in rank && rank[imported] >= rank[module])
    breach(module " stands below " imported " in the layers and may not import it")
  if (module == "BelvedereRasterization" && imported ~ /^Belvedere(Geodesy|Terrain|CameraModel|SceneModel)$/)
    breach("the rasteriser knows no maps: it may not import " imported)
  if (module == "BelvedereGeoMath" && imported == "BelvedereImaging")
    breach("mathematics knows no pictures: BelvedereGeoMath may not import BelvedereImaging")
  if (imported == "ArgumentParser" && module !~ /^(BelvedereCommandLine|belvedere-tool|belvedere-author)$/)
    breach("only commands parse arguments")
}
