import FuzzSupport

_ = Fuzzer.run { fuzzElevationFile($0) }
