// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The description of a query plan, as lines of text and as JSON.
///
/// Specification/diagnostics.md, "security explain", "JSON of an explanation".
extension PlanFact {
  var lines: [String] {
    var lines = ["Plan", "    table       \(tables.map(\.rawValue).joined(separator: " "))"]
    for (place, condition) in conditions.enumerated() {
      let start = place == 0 ? "    compared    " : "                "
      let count = condition.count.map { "\(condition.isMore ? ">" : "")\($0)" } ?? ""
      let implied = condition.isImplied ? " (implied)" : ""
      lines.append(
        start + TextBlock.padded(condition.name + implied, to: 20) + "  "
          + String(repeating: " ", count: max(0, 6 - count.count)) + count
          + (place == 0 ? " rows alone" : ""))
    }
    for (place, one) in residual.enumerated() {
      let start = place == 0 ? "    afterwards  " : "                "
      lines.append(start + TextBlock.padded(one.name, to: 20) + "  \(one.before) to \(one.after)")
    }
    lines.append("    opened      \(opens.rawValue)")
    lines.append(
      "    limit       \(limit.map { "\($0)" } ?? "all")\(isLimitImplied ? " (implied)" : "")")
    lines.append("    statements  \(statements)")
    return lines
  }

  var json: JSONText {
    .object([
      "tables": .list(tables.map { .text($0.rawValue) }),
      "predicates": .list(
        conditions.map { condition in
          var object: [String: JSONText] = [
            "attribute": .text(condition.name), "implied": .flag(condition.isImplied),
          ]
          if let count = condition.count { object["count"] = .number(Int64(count)) }
          return .object(object)
        }),
      "residual": .list(
        residual.map {
          .object([
            "name": .text($0.name), "before": .number(Int64($0.before)),
            "after": .number(Int64($0.after)),
          ])
        }),
      "opens": .text(opens.rawValue), "statements": .number(Int64(statements)),
    ])
  }
}
