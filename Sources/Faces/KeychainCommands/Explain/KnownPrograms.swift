// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import Glibc
import KeychainExplaining
import KeychainTypes

/// What a call answers for each program that the store remembers, and which of them is explained.
///
/// Somebody who names no program asks for one of these: `security` itself sees every group, so what
/// it is answered says little. Programs are told by their identifiers and statuses alone, and only
/// to the owner, as in `doctor`: a store with a passcode names them with `--owner`.
struct KnownPrograms {
  /// A program with what it is answered.
  struct Answer {
    let caller: Caller
    /// Whether the program's file is gone.
    let isGone: Bool
    let status: Int32
    let statusName: String
  }

  /// How many programs are asked for, those seen last: a screen has room for them.
  private static let most = 12
  /// The most columns of an identifier: they leave room for the longest name of a status.
  private static let nameWidth = 40

  /// The programs, those seen last first, and at the end `security` itself.
  ///
  /// Those without a file stand behind the others. Empty where only the owner may know them.
  let answers: [Answer]
  /// How many programs the store remembers.
  let count: Int
  /// How many of them are not asked for.
  private let left: Int
  /// The program that is explained.
  let explained: Caller

  /// Makes the call for each program, up to its first change.
  ///
  /// - Returns: nil where the store remembers no program.
  init?(
    _ asked: ExplainOptions, _ invocation: Invocation, isOwner: Bool
  ) throws(KeychainError) {
    guard let service = try invocation.store.serviceIfMade(as: nil),
      let remembering = service as? any Remembering
    else { return nil }
    let histories = try remembering.histories()
    guard !histories.isEmpty else { return nil }
    count = histories.count
    let tool = SecurityCommand.caller
    let hasPasscode = try service.lockStatus().hasPasscode
    guard isOwner || !hasPasscode else {
      answers = []
      left = histories.count
      explained = tool
      return
    }
    let programs = Self.programs(histories, asked.profile)
    left = max(0, programs.count - Self.most)
    var found: [Answer] = []
    for (caller, isGone) in programs.prefix(Self.most) {
      found.append(try Self.answer(asked, caller, isGone: isGone, invocation))
    }
    // A program that is there is meant sooner than one that is gone.
    let isAnyThere = found.contains { !$0.isGone }
    explained = found.first { $0.status != 0 && !($0.isGone && isAnyThere) }?.caller ?? tool
    found.append(try Self.answer(asked, tool, isGone: false, invocation))
    answers = found
  }

  /// The programs of the histories: what each file would be if it were started now, and what was
  /// seen last where the file is gone.
  private static func programs(
    _ histories: [ApplicationHistory], _ profile: Profile
  ) -> [(caller: Caller, isGone: Bool)] {
    var there: [(caller: Caller, isGone: Bool)] = []
    var gone: [(caller: Caller, isGone: Bool)] = []
    for history in histories.reversed() {
      guard let last = history.generations.last else { continue }
      if let path = last.executable, unsafe access(path, F_OK) == 0 {
        let caller = EmbeddedIdentity(of: ExecutablePath(path), in: profile).caller
        // One file may have had several names.
        if !there.contains(where: { $0.caller.executable == path }) {
          there.append((caller, false))
        }
      } else {
        gone.append(
          (PointOfView.remembered(history.identifier, last), last.executable != nil))
      }
    }
    return there + gone
  }

  private static func answer(
    _ asked: ExplainOptions, _ caller: Caller, isGone: Bool, _ invocation: Invocation
  ) throws(KeychainError) -> Answer {
    let facts = try ExplainCommand.facts(asked, caller, invocation, .caller, looksUp: false)
    return Answer(
      caller: caller, isGone: isGone, status: facts.status, statusName: facts.statusName)
  }

  // MARK: Output

  /// What stands above the report: a line for each program, and which one is explained.
  var lines: [String] {
    guard !answers.isEmpty else {
      let programs = count.are("1 program", "\(count) programs")
      return TextBlock.wrap(
        "The store knows \(programs): --owner says what each is answered.", indent: "  ") + [""]
    }
    let width = answers.map { ColumnWidth.of(name($0)) }.max() ?? 0
    var lines = ["  program" + String(repeating: " ", count: max(2, width - 5)) + "answer"]
    for answer in answers {
      lines.append(
        (isExplained(answer) ? "> " : "  ") + TextBlock.padded(name(answer), to: width)
          + "  \(answer.status) \(answer.statusName)")
    }
    if left > 0 { lines.append("  and \(left) more, which were seen earlier") }
    return lines + TextBlock.wrap(choice, indent: "  ") + [""]
  }

  /// The program that is explained, why it is, and how to see another one.
  private var choice: String {
    let failing = answers.dropLast().count { $0.status != 0 }
    let another = "Another one: --as FILE or --app IDENTIFIER."
    guard let answer = answers.first(where: isExplained), answer.caller != SecurityCommand.caller
    else {
      let why =
        failing == 0
        ? "the call fails for none of the programs" : "only programs that are gone fail"
      return "Explained for security itself: \(why). \(another)"
    }
    let which = failing > 1 ? ", of \(failing) that fail the one seen last" : ", which fails"
    return "Explained for \(Wording.visible(answer.caller.identifier))\(which). \(another)"
  }

  private func isExplained(_ answer: Answer) -> Bool { answer.caller == explained }

  private func name(_ answer: Answer) -> String {
    if answer.caller == SecurityCommand.caller { return "security itself" }
    let end = answer.isGone ? " (file gone)" : ""
    return TextBlock.cut(
      Wording.visible(answer.caller.identifier), to: Self.nameWidth - end.count) + end
  }

  /// Members of the JSON of an explanation.
  var members: [String: JSONText] {
    var members: [String: JSONText] = ["programsKnown": .number(Int64(count))]
    guard !answers.isEmpty else { return members }
    members["programs"] = .list(
      answers.map { answer in
        .object([
          "identifier": .text(answer.caller.identifier), "status": .number(Int64(answer.status)),
          "statusName": .text(answer.statusName), "fileGone": .flag(answer.isGone),
          "explained": .flag(isExplained(answer)),
        ])
      })
    return members
  }
}
