// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What a writer wrote down about its calls, outside the store: each before it, with what it will
/// change, and each after it returned.
///
/// One append of one line each, so that a kill leaves whole lines; what a killed process has
/// written stays written.
struct TortureLedger {
  /// Items by class and account, with secret and label; nil for one that goes.
  typealias Change = [String: String?]

  /// What must be there whatever happened to the last call.
  private(set) var acknowledged: [String: String]
  /// The call that had not returned; nil when none was going on.
  private(set) var unfinished: Change?
  /// Whether the writer came as far as opening the store.
  private(set) var hasBegun = false
  private(set) var calls = 0
  /// Whether the last call was refused after it had waited as long as a writer does.
  private(set) var wasBusy = false
  /// A call that was refused, with its status, which no call here may be.
  private(set) var refusal: String?

  /// - Parameter before: what the writer's items were before it started.
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

  /// What may be there: the call that did not return is whole or absent.
  var allowed: [[String: String]] {
    guard let unfinished else { return [acknowledged] }
    return [acknowledged, Self.applied(unfinished, to: acknowledged)]
  }

  static func applied(_ change: Change, to items: [String: String]) -> [String: String] {
    var items = items
    for (name, value) in change { items[name] = value }
    return items
  }

  /// A line for a call that begins.
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
