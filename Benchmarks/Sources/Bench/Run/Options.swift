// SPDX-License-Identifier: Apache-2.0

/// The command line of a whole run.
struct Options {
  static let usage = """
    usage: Bench [--sizes 10,10000,100000,1000000] [--samples 1000] [--dir DIR] [--memory DIR]
                 [--thresholds FILE] [--markdown FILE] [--security FILE] [--startup DIR]
                 [--keyring-client FILE] [--pass DIR] [--note TEXT] [--rows NAME,...] [--smoke]
    """

  var sizes = [10, 10_000, 100_000, 1_000_000]
  /// The number of samples of each side.
  ///
  /// Below 1,000 no percentiles are printed.
  var samples = 1_000
  /// The directory in which filled stores are kept, or nil for a directory that is removed.
  var directory: String?
  /// The directory in which stores are filled, or nil to fill them where they are kept.
  var memory: String?
  var thresholds: String?
  var markdown: String?
  /// The path of the command `security`.
  ///
  /// Without it, or a path below, the table says "not measured".
  var security: String?
  /// The folder of the programs of Benchmarks/Startup, built on the SDK.
  var startup: String?
  var keyringClient: String?
  var passDirectory: String?
  /// The rows to measure, or the parts of their names before the slash.
  ///
  /// Empty for all rows.
  var rows: [String] = []
  /// A note at the head of the table.
  var note: String?
  /// True for few items and samples and no bars, only to see that everything still runs.
  var isSmoke = false

  /// Reads the arguments.
  ///
  /// Nil if they are wrong.
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
