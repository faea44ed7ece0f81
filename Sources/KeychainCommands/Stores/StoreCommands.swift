// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// show-keychain-info and check.
enum StoreCommands {
  /// Says on standard error what scripts look for when they ask whether a keychain is usable.
  ///
  /// spec/security-cli.md 3. Without an operand the embedded store is named.
  static func show(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    guard options.operands.count <= 1 else { throw .usage() }
    try KeychainOperands.check(options.operands, invocation)
    let operand = options.operands.first.map { String(decoding: $0, as: UTF8.self) }
    do {
      let path = try invocation.store.place().path
      // Scripts ask this to learn whether the keychain can be used, so it is opened.
      _ = try invocation.store.service()
      // No lock state yet, so neither a lock on sleep nor a time-out.
      invocation.terminal.error("Keychain \"\(operand ?? path)\" no-timeout\n")
      return 0
    } catch {
      return Refusal.report(
        error, of: "SecKeychainCopySettings \(operand ?? "<NULL>")", in: invocation)
    }
  }

  /// Opens every row and names what is damaged, with status 1; changes nothing.
  static func check(_ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    let options = try invocation.options()
    if options.contains(.long("repair")) {
      terminal.complain("check --repair is not available yet; check alone changes nothing")
      return 1
    }
    guard options.operands.isEmpty else { throw .usage() }
    if let directory = options.value(.long("copy")) {
      return try CopyCommand.run(directory, invocation)
    }
    do {
      let service = try invocation.store.service()
      let store = try service.describeStore()
      let report = try service.check()
      terminal.output(text(store, report))
      return report.isClean ? 0 : 1
    } catch {
      return Refusal.report(error, of: "check", in: invocation)
    }
  }

  private static func text(_ store: StoreDescription, _ report: CheckReport) -> String {
    "Store \(store.path), format \(store.formatVersion)\n" + text(report)
  }

  /// What a check found, in lines.
  static func text(_ report: CheckReport) -> String {
    var lines = [
      "\(count(report.rowsOpened, "row")) opened, \(report.tombstones) deleted and kept for sync, "
        + "\(report.rowsAside) moved aside"
    ]
    if report.rowsLocked > 0 {
      lines.append("\(count(report.rowsLocked, "row")) not judged: the class key is not available")
    }
    for finding in report.findings { lines.append(text(finding)) }
    lines.append(
      report.isClean ? "Nothing is damaged." : "\(count(report.findings.count, "finding")).")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ finding: CheckReport.Finding) -> String {
    var line = "    \(words[finding.kind] ?? finding.kind.rawValue)"
    if let itemClass = finding.itemClass { line += ", class \(itemClass.rawValue)" }
    if let identifier = finding.identifier { line += ", item \(identifier.uuidText)" }
    return finding.detail.isEmpty ? line : "\(line): \(finding.detail)"
  }

  private static let words: [CheckReport.Finding.Kind: String] = [
    .rowDoesNotOpen: "row does not open",
    .digestDiffers: "digest differs from the value",
    .duplicateName: "two rows with one primary key",
    .historyBroken: "history broken",
    .rowMissing: "row missing",
    .rowRolledBack: "row older than the history says",
    .fileDamaged: "file damaged",
    .copyOutOfStep: "keybag and its copy differ",
  ]

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
