// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The ledger of a writer, outside the store: it notes each call with its change beforehand, and
/// again when the call has returned.
///
/// Each note is one append of one line, so that a kill leaves whole lines. Lines of a killed
/// process stay written.
struct TortureLedger {
  /// A change of items by class and account, with secret and label.
  ///
  /// A removed item has the value nil.
  typealias Change = [String: String?]

  /// The items that must be there whether or not the last call was done.
  private(set) var acknowledged: [String: String]
  /// The call that had not returned, or nil if the writer was between two calls.
  private(set) var unfinished: Change?
  /// True if the writer has opened the store.
  private(set) var hasBegun = false
  private(set) var calls = 0
  /// True if the last call was refused after it had waited as long as a writer does.
  private(set) var wasBusy = false
  /// A call that was refused, with its status.
  ///
  /// A refusal is a fault here.
  private(set) var refusal: String?

  /// - Parameter before: the items of the writer before it started.
  init(reading path: String, before: [String: String]) {
    acknowledged = before
    for line in TortureFiles.text(path).split(separator: "\n") { take(line) }
  }

  private mutating func take(_ line: Substring) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    switch parts.first {
    case "start": hasBegun = true
    case "begin": unfinished = Self.change(parts.dropFirst())
    case "done":
      acknowledged = Self.applied(unfinished ?? [:], to: acknowledged)
      unfinished = nil
      calls += 1
    case "locked": unfinished = nil
    case let word? where word.hasPrefix("busy "):
      wasBusy = true
      unfinished = nil
    default: refusal = String(line)
    }
  }

  /// The allowed contents: the call that did not return is done wholly or not at all.
  var allowed: [[String: String]] {
    guard let unfinished else { return [acknowledged] }
    return [acknowledged, Self.applied(unfinished, to: acknowledged)]
  }

  static func applied(_ change: Change, to items: [String: String]) -> [String: String] {
    var items = items
    for (name, value) in change { items[name] = value }
    return items
  }

  /// Returns the line that notes the beginning of a call.
  static func line(_ change: Change) -> String {
    (["begin"] + change.map { "\($0.key)=\($0.value ?? "-")" }).joined(separator: "\t")
  }

  private static func change(_ parts: ArraySlice<Substring>) -> Change {
    var change: Change = [:]
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { continue }
      change.updateValue(pair[1] == "-" ? nil : String(pair[1]), forKey: String(pair[0]))
    }
    return change
  }
}
