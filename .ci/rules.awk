# Rules about single lines of Swift. First file: the list of integer conversions that need no
# comment; then the sources. See .ci/check-sources.

function breach(text) { print FILENAME ":" FNR ": " text }

# The list: PATH, EXPRESSION, reason, separated by two or more spaces.
FNR == NR {
  if ($0 ~ /^#/ || $0 ~ /^[ \t]*$/) next
  n = split($0, part, /  +/)
  if (n < 3) { breach("expected PATH, EXPRESSION and a reason"); next }
  entries++
  path[entries] = part[1]
  expression[entries] = part[2]
  place[entries] = FILENAME ":" FNR
  next
}

FNR == 1 {
  split(FILENAME, folder, "/")
  module = folder[2]
  isReader = module ~ /^Belvedere(JSON|Terrain|ElevationFiles|SceneModel|Files|Imaging)$/
  mayPrint = module ~ /^(BelvedereCommandLine|belvedere-tool|belvedere-author|picture-check)$/
  inText = 0
}

# Text over several lines holds no code worth looking at.
{
  quotes = gsub(/"""/, "\"\"\"")
  if (quotes % 2) { inText = !inText; next }
  if (inText) next
}
/^[ \t]*\/\// { next }

{
  code = $0
  sub(/[ \t]\/\/ .*$/, "", code)

  if (code ~ /(^|[^A-Za-z0-9_])(try|as)!/) breach("try! and as! trap; handle the failure")
  if (code ~ /(^|[^A-Za-z0-9_])fatalError\(/) breach("fatalError: throw an error instead")
  if (!mayPrint && code ~ /(^|[^A-Za-z0-9_.])(print|debugPrint|dump)\(/)
    breach("library modules do not print")
  if (isReader && code ~ /([Cc]apacity|count): .*[A-Za-z0-9_)\]] \* / && $0 !~ /\/\/ bounded: [^ ]/)
    breach("memory for a product of lengths; say '// bounded: why' or use multipliedReportingOverflow")

  if ($0 ~ /\/\/ checked: [^ ]/) next
  if (code ~ /SIMD[0-9]+<U?Int[0-9]*>\(/ && code !~ /SIMD[0-9]+<U?Int[0-9]*>\((clamping:|truncatingIfNeeded:|repeating:|\))/)
    breach("a vector of integers; say '// checked: why'")
  rest = code
  before = ""
  while (match(rest, /U?Int(8|16|32|64|128)?\(/)) {
    previous = RSTART > 1 ? substr(rest, RSTART - 1, 1) : before
    found = substr(rest, RSTART)
    argument = substr(rest, RSTART + RLENGTH)
    name = substr(rest, RSTART, RLENGTH)
    before = "("
    rest = argument
    if (previous ~ /[A-Za-z0-9_]/) continue
    if (argument ~ /^(clamping|flooring|exactly|truncatingIfNeeded|bitPattern|ascii|bigEndian|littleEndian):/)
      continue
    if (!isListed(found)) breach(name "…) may trap; say '// checked: why', or use clamping:, flooring: or exactly:")
  }
}

function isListed(text,   i) {
  for (i = 1; i <= entries; i++)
    if (path[i] == FILENAME && index(text, expression[i]) == 1) {
      used[i] = 1
      return 1
    }
  return 0
}

END {
  for (i = 1; i <= entries; i++)
    if (!used[i]) print place[i] ": no such conversion any more: " path[i] ", " expression[i]
}
