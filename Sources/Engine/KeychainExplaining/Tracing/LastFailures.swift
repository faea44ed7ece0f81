// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import KeychainTypes
import SecureMemory

/// The file with the last failed calls of all programs of the user.
///
/// Specification/diagnostics.md, "Tracing a running program". The file is written only if
/// latchkey.conf has the line `last-failures = on`. The file has the names of attributes, and the
/// kinds and sizes of their values, as a trace has.
package enum LastFailures {
  /// The greatest number of records that the file keeps.
  static let most = 100
  /// The greatest size of the file in bytes, if every record has its greatest length.
  package static let mostBytes = (most + 1) * (TraceLine.mostBytes + 1)
  /// The greatest number of attempts to lock the file, 5 ms apart.
  private static let tries = 10

  /// The path of the file, or nil if the user has no directory for state files.
  package static var path: String? { UserDirectory.state.path.map { $0 + "/last-failures.jsonl" } }

  /// Adds the record of a failed call to the file.
  ///
  /// If the file cannot be written, the record is lost.
  static func keep(_ line: String) {
    guard let path, StateFile.makeDirectory() != nil,
      let file = StateFile(path, tries: tries)
    else { return }
    var lines = file.content(upTo: mostBytes).split(separator: "\n").suffix(most - 1)
    lines.append(line[...])
    file.replace(with: lines.joined(separator: "\n") + "\n")
  }
}
