// SPDX-License-Identifier: Apache-2.0

/// The words that an option takes, for a mistake.
enum WordList {
  /// A sentence that names the option and its words, and not the word that was given: it may be a
  /// password in the wrong place.
  static func message(_ option: String, _ words: [String], or further: String? = nil) -> String {
    let all = words + (further.map { [$0] } ?? [])
    guard let last = all.last, all.count > 1 else { return "\(option) takes \(all.joined())" }
    return "\(option) takes \(all.dropLast().joined(separator: ", ")) or \(last)"
  }
}
