// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import Glibc
import KeychainExplaining
import KeychainTypes

/// The result of a call for each program that the store remembers, and the choice of the program to
/// explain.
///
/// The result for `security` itself says little, because `security` sees every access group. If the
/// user names no program, the user therefore probably means a program of this list. Only the
/// identifiers and statuses of programs are shown, and only to the owner of the store, as in
/// `doctor`. If the store has a passcode, the owner must prove ownership with `--owner`.
struct KnownPrograms {
  /// The status that the call would return to a program.
  struct Answer {
    let caller: Caller
    /// True if the program's executable file no longer exists; false if the path of the file is not
    /// known.
    let isGone: Bool
    let status: Int32
    let statusName: String
  }

  /// The largest number of programs for which the call is rehearsed (tried without effect): as many
  /// as fit on a screen.
  ///
  /// The programs that the store saw most recently are chosen.
  private static let most = 12
  /// The largest width of a program's identifier in the output, in columns.
  ///
  /// The longest name of a status fits into the rest of the line.
  private static let nameWidth = 40

  /// The results of the call for the remembered programs, and as the last element the result for
  /// `security` itself.
  ///
  /// The programs that the store saw most recently come first. Programs whose files are gone or not
  /// known come after all other programs. Empty if the store has a passcode and the user has not
  /// proved to be the owner of the store.
  let answers: [Answer]
  /// The number of programs that the store remembers, including programs without a result.
  let count: Int
  /// The number of programs that are left out: the call is not rehearsed (tried without effect) for
  /// them.
  private let left: Int
  /// The program for which the command explains the result of the call.
  let explained: Caller

  /// Rehearses the call, without changing the store, for the programs that the store saw most
  /// recently.
  ///
  /// The call is rehearsed for at most 12 programs. If the store has a passcode and `isOwner` is
  /// false, the call is rehearsed for no program. Nil if the store remembers no program.
  ///
  /// - Parameter isOwner: True if the user has proved to be the owner of the store.
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
    // The user more likely means a program that still exists.
    let isAnyThere = found.contains { !$0.isGone }
    explained = found.first { $0.status != 0 && !($0.isGone && isAnyThere) }?.caller ?? tool
    found.append(try Self.answer(asked, tool, isGone: false, invocation))
    answers = found
  }

  /// Returns the programs to which the given histories belong, the most recently seen first.
  ///
  /// If the file of a program exists, the program is described as if it were started now. Any other
  /// program is described as the store saw it last.
  private static func programs(
    _ histories: [ApplicationHistory], _ profile: Profile
  ) -> [(caller: Caller, isGone: Bool)] {
    var there: [(caller: Caller, isGone: Bool)] = []
    var gone: [(caller: Caller, isGone: Bool)] = []
    for history in histories.reversed() {
      guard let last = history.generations.last else { continue }
      if let path = last.executable, unsafe access(path, F_OK) == 0 {
        let caller = EmbeddedIdentity(of: ExecutablePath(path), in: profile).caller
        // One executable file may have had several identifiers.
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

  /// The lines above the explanation: the result for each program, and why the explained program
  /// was chosen.
  var lines: [String] {
    guard !answers.isEmpty else {
      let programs = count.are("1 program", "\(count) programs")
      return TextBlock.wrap(
        "The store knows \(programs): --owner shows the answer to each.", indent: "  ") + [""]
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

  /// A sentence that names the explained program, the reason for this choice, and how to choose
  /// another program.
  private var choice: String {
    let failing = answers.dropLast().count { $0.status != 0 }
    let another = "Another program: --as FILE or --app IDENTIFIER."
    guard let answer = answers.first(where: isExplained), answer.caller != SecurityCommand.caller
    else {
      let why =
        failing > 0
        ? "only programs that were removed fail"
        : answers.last?.status == 0
          ? "the call succeeds for each program" : "no other program fails"
      return "Explained for security itself: \(why). \(another)"
    }
    let which = failing > 1 ? ", the last seen of \(failing) that fail" : ", which fails"
    return "Explained for \(Wording.visible(answer.caller.identifier))\(which). \(another)"
  }

  private func isExplained(_ answer: Answer) -> Bool { answer.caller == explained }

  private func name(_ answer: Answer) -> String {
    if answer.caller == SecurityCommand.caller { return "security itself" }
    let end = answer.isGone ? " (file gone)" : ""
    return TextBlock.cut(
      Wording.visible(answer.caller.identifier), to: Self.nameWidth - end.count) + end
  }

  /// The members of an explanation's JSON that list the remembered programs and their results.
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
