// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The limits of a search for near misses: items that nearly match a query.
///
/// Specification/diagnostics.md, "Algorithm of near misses", "Limits of explanations".
package struct SearchEffort: Sendable {
  /// The greatest number of rows that the search reads for one condition of the query.
  package var candidates = 5_000
  /// The greatest number of rows that the search decrypts although their digests do not match a
  /// condition of the query.
  package var openings = 20
  /// The longest time of the search, in milliseconds.
  package var milliseconds: Int

  /// The limits of a search within a program, after a call that failed.
  package static let inProcess = SearchEffort(milliseconds: 50)
  /// The limits of a search by the `security` command, whose user waits for the result.
  package static let commandLine = SearchEffort(milliseconds: 2_000)

  init(milliseconds: Int) { self.milliseconds = milliseconds }
}
