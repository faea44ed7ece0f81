// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining

/// A finding whose text was read from the record of a call.
///
/// Any program may have written the text. Control characters in the text are therefore made
/// visible.
struct TracedFinding {
  let code: FindingCode
  /// The finding in the form that an explanation shows, with the lines of code in its fixes.
  let finding: Finding

  init?(_ told: Any) {
    guard let told = told as? [String: Any],
      let code = (told["code"] as? String).flatMap(FindingCode.init),
      let text = told["text"] as? String
    else { return nil }
    self.code = code
    let severity = (told["severity"] as? String).flatMap { word in
      Severity.all.first { $0.word == word }
    }
    var finding = Finding(recorded: Wording.visible(text), of: code, as: severity)
    let programs = told["programs"] as? [Any] ?? []
    let isRecipe = told["recipe"] as? Bool == true
    for (place, fix) in (told["do"] as? [Any] ?? []).enumerated() {
      guard let fix = fix as? String else { continue }
      let program = programs.indices.contains(place) ? programs[place] as? [Any] : nil
      let lines = (program ?? []).compactMap { $0 as? String }.flatMap {
        $0.split(separator: "\n", omittingEmptySubsequences: false)
      }
      finding = finding.with(
        isRecipe ? .recipe : .fix, line: Wording.visible(fix),
        code: lines.map { Wording.visible(String($0)) })
    }
    self.finding = finding
  }
}

extension Severity {
  static let all: [Severity] = [.error, .danger, .warning, .info]
}
