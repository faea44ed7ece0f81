// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands
import KeychainExplanations
import KeychainTypes

/// What `explain --with PROGRAM` says: whether two programs share a group.
///
/// Source: spec/diagnostics.md 1.2, 5.4.
enum ExplainSharing {
  /// The low byte of -34018.
  private static let refused: Int32 = 30

  static func run(
    _ caller: Caller, _ options: OptionReader, _ profile: Profile, _ terminal: Terminal
  ) throws(Stop) -> Int32 {
    let path = options.value(.long("with")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let other = try PointOfView.caller(of: path, by: "--with ", profile)
    let meant = try meantGroup(options)
    let shared = SharingFindings.shared(caller, other)
    var lines: [String] = []
    for program in [caller, other] {
      lines += TextBlock.wrap("\(Wording.visible(program.identifier)) holds", indent: "  ")
      let own = SharingFindings.own(program).map { group in
        "  " + TextBlock.cut(Wording.visible(group), to: 76)
      }
      lines += own.isEmpty ? ["  no group"] : own
    }
    lines.append("")
    let void = [caller, other].compactMap(\.refusal).first.map(GroupFindings.void)
    guard let finding = void ?? SharingFindings.mismatch(caller, other, profile, meant: meant)
    else {
      let groups = shared.map { Wording.visible($0) }.joined(separator: ", ")
      lines += TextBlock.wrap("They share \(groups).", indent: "  ")
      terminal.output(lines.joined(separator: "\n") + "\n")
      return 0
    }
    lines += finding.lines(isColoured: ExplainCommand.isColoured(terminal))
    terminal.output(lines.joined(separator: "\n") + "\n")
    return refused
  }

  /// The group that an attribute names: `agrp=…`.
  private static func meantGroup(_ options: OptionReader) throws(Stop) -> String? {
    let words = options.operands.map { String(decoding: $0, as: UTF8.self) }
    do throws(QueryWords.Misuse) {
      let group = try QueryWords(words).pairs[Attribute.accessGroup.name as NSString] as? String
      guard group?.isEmpty != true else {
        throw QueryWords.Misuse(message: "agrp= is the empty text, which is no group")
      }
      return group
    } catch {
      throw .usage(message: error.message)
    }
  }
}
