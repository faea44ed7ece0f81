// SPDX-License-Identifier: Apache-2.0

/// The command line of a whole run.
struct Options {
  static let usage = """
    usage: Bench [--sizes 10,10000,100000,1000000] [--samples 1000] [--dir DIR] [--memory DIR]
                 [--thresholds FILE] [--markdown FILE] [--security FILE] [--startup DIR]
                 [--keyring-client FILE] [--pass DIR] [--note TEXT] [--rows NAME,...] [--smoke]
    """

  var sizes = [10, 10_000, 100_000, 1_000_000]
  /// Of each side of a comparison; below 1,000 no percentile is named.
  var samples = 1_000
  /// Where filled stores are kept; nil: a directory that is removed.
  var directory: String?
  /// Where stores are filled; nil: where they are kept.
  var memory: String?
  var thresholds: String?
  var markdown: String?
  /// The command `security`, and what its peers need; nil: not measured, which the table says.
  var security: String?
  /// The programs of Benchmarks/Startup, built on the SDK.
  var startup: String?
  var keyringClient: String?
  var passDirectory: String?
  /// The rows, or the parts of their names before the slash, that are measured; empty: all.
  var rows: [String] = []
  /// Said at the head of the table.
  var note: String?
  /// Few items and samples and no bars: only to see that everything still runs.
  var isSmoke = false

  /// Nil where the words make no sense.
  init?(_ words: [String]) {
    var words = words[...]
    while let word = words.popFirst() {
      if word == "--smoke" {
        (isSmoke, sizes, samples) = (true, [10, 200], 20)
        continue
      }
      guard let value = words.popFirst() else { return nil }
      switch word {
      case "--sizes": sizes = value.split(separator: ",").compactMap { Int($0) }
      case "--samples": samples = Int(value) ?? 0
      case "--dir": directory = value.isEmpty ? nil : value
      case "--memory": memory = value
      case "--thresholds": thresholds = value
      case "--markdown": markdown = value.isEmpty ? nil : value
      case "--security": security = value
      case "--startup": startup = value
      case "--keyring-client": keyringClient = value
      case "--pass": passDirectory = value
      case "--rows": rows = value.split(separator: ",").map { String($0) }
      case "--note": note = value.isEmpty ? nil : value
      default: return nil
      }
    }
    guard !sizes.isEmpty, sizes.allSatisfy({ $0 > 0 }), samples > 0 else { return nil }
    sizes.sort()
  }
}
