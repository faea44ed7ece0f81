// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import SecureMemory

/// The last failed calls of all programs of the user, in one file (spec/diagnostics.md 1.4).
///
/// Only where the settings ask for it: `last-failures = on`. Names and shapes, as in a trace.
package enum LastFailures {
  /// How many are kept.
  static let most = 100
  /// So many records are not longer, each at its longest.
  package static let mostBytes = (most + 1) * (TraceLine.mostBytes + 1)
  /// How often, each time for 5 ms, another writer is waited for.
  private static let tries = 10

  /// Where they are; nil where the user has no place for them.
  package static var path: String? { UserDirectory.state.path.map { $0 + "/last-failures.jsonl" } }

  /// Adds a record; where that fails there is one record less.
  static func keep(_ line: String) {
    guard let path, StateFile.makeDirectory() != nil,
      let file = StateFile(path, tries: tries)
    else { return }
    var lines = file.content(upTo: mostBytes).split(separator: "\n").suffix(most - 1)
    lines.append(line[...])
    file.replace(with: lines.joined(separator: "\n") + "\n")
  }
}
