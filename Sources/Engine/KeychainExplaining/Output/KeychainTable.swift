// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The table of the keychains that a call on keychain files used, with the answer of each.
///
/// A report and the record of a trace have this table.
enum KeychainTable {
  static func lines(_ facts: CallFacts) -> [String] {
    guard let trail = facts.keychains, trail.steps.contains(where: \.isAsked) else { return [] }
    let width = min(40, max(20, trail.steps.map(\.name.count).max() ?? 0))
    return ["  " + TextBlock.padded("keychain", to: width) + "  answer   why"]
      + trail.steps.flatMap { step in
        let name = TextBlock.padded(TextBlock.cut(Wording.visible(step.name), to: width), to: width)
        // Words that are too long for the last column go on below it.
        return TextBlock.wrap(
          "  " + name + "  " + TextBlock.padded(answer(of: step), to: 7) + "  " + words(of: step),
          indent: String(repeating: " ", count: width + 13))
      } + reported(facts, trail, width)
  }

  /// Returns the line with the status that the caller got, if the store and the keychain files both
  /// refused.
  ///
  /// Otherwise the result is empty.
  private static func reported(
    _ facts: CallFacts, _ trail: KeychainTrail, _ width: Int
  ) -> [String] {
    guard trail.isMerged, facts.error != nil, trail.steps.first?.error != nil else { return [] }
    return [
      "  " + TextBlock.padded("reported", to: width) + "  "
        + TextBlock.padded("\(facts.status)", to: 7) + "  the files' answer, as both refuse"
    ]
  }

  private static func answer(of step: KeychainTrail.Step) -> String {
    step.isAsked ? "\(step.error?.code.rawValue ?? 0)" : "-"
  }

  private static func words(of step: KeychainTrail.Step) -> String {
    guard step.isAsked else { return "not asked" }
    switch step.error?.code {
    case .itemNotFound? where step.isAbsent: return "no store yet"
    case .itemNotFound?: return step.kind == .authorities ? "certificates only" : "no match"
    case .noSuchKeychain?: return "the file is missing"
    case .duplicateItem?: return "the item exists"
    default: break
    }
    var words: [String] = []
    if step.matches > 0 { words.append("\(step.matches) \(step.matches.are("match", "matches"))") }
    if step.isLocked { words.append("locked") }
    if let gate = step.gate { words.append(gate.kind == .entry ? "access list" : "partition list") }
    if step.asksUser { words.append("asks the user") }
    if words.isEmpty { words.append(step.error.map { "\($0.reason)" } ?? "answers") }
    return words.joined(separator: ", ")
  }

  /// Returns the keychains of a call as JSON.
  static func json(_ trail: KeychainTrail) -> JSONText {
    .list(
      trail.steps.map { step in
        var object: [String: JSONText] = [
          "name": .text(step.name), "kind": .text(step.kind.rawValue), "asked": .flag(step.isAsked),
          "matches": .number(Int64(step.matches)), "locked": .flag(step.isLocked),
          "asksUser": .flag(step.asksUser),
        ]
        if step.isAsked { object["status"] = .number(Int64(step.error?.code.rawValue ?? 0)) }
        if let gate = step.gate {
          object["gate"] = .object([
            "kind": .text(gate.kind.rawValue), "operation": .text(gate.operation),
            "partition": .text(gate.partition),
            "partitions": .list(gate.partitions.map { .text($0) }),
          ])
        }
        return .object(object)
      })
  }
}

extension CallFacts {
  /// The word for the engines that the call asked (Specification/diagnostics.md, "Facts of a call",
  /// F12).
  ///
  /// The word is `embedded` for the store, `file keychain` for keychain files, and `fan-out` for
  /// both.
  var route: String {
    guard let trail = outcome.keychains,
      trail.steps.contains(where: { $0.kind == .file && $0.isAsked })
    else { return "embedded" }
    return trail.isMerged ? "fan-out" : "file keychain"
  }
}
