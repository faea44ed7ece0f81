// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// The command `check`, which lists damage in the store and repairs it with `--repair` or
/// `--reseal`.
enum CheckCommand {
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let repairs = options.contains(.long("repair"))
    let reseals = options.contains(.long("reseal"))
    let copy = options.value(.long("copy"))
    let ways = [repairs, reseals, copy != nil].count { $0 }
    guard ways <= 1 else {
      throw .usage(message: "--copy, --repair and --reseal cannot be combined")
    }
    if let copy { return try CopyCommand.run(copy, invocation) }
    if repairs || reseals {
      do {
        return try change(invocation, repairs: repairs)
      } catch {
        let call = repairs ? "check --repair" : "check --reseal"
        return Refusal.report(error, of: call, in: invocation)
      }
    }
    return look(invocation)
  }

  /// Decrypts every row of the store and lists the damage, without changing the store.
  ///
  /// - Returns: The exit status: 0 if nothing is damaged, 1 if something is damaged, or the status
  ///   of an error.
  private static func look(_ invocation: Invocation) -> Int32 {
    let store = invocation.store
    var opens = false
    do {
      let service = try store.existingService()
      opens = true
      let description = try service.describeStore()
      let report = try completed(try service.check(), store)
      invocation.terminal.output(CheckText.text(description, report))
      return report.isClean ? 0 : 1
    } catch {
      store.close()
      let status = Refusal.report(error, of: "check", in: invocation)
      if let report = try? store.maintenance.diagnose(), !report.isClean {
        invocation.terminal.output(CheckText.cutShort(report, opens: opens))
      }
      return status
    }
  }

  /// Returns the report of a check, completed by findings from the bytes of the database files.
  ///
  /// The files are read only if the report names a damaged page.
  private static func completed(_ report: CheckReport, _ store: StoreAccess)
    throws(KeychainError) -> CheckReport
  {
    guard report.findings.contains(where: { $0.kind == .fileDamaged }),
      let more = try? store.maintenance.diagnose()
    else { return report }
    var report = report
    // `diagnose` finds rows on damaged pages without using the search tree of the table.
    report.rowsOpened = max(report.rowsOpened, more.rowsOpened)
    report.isOfPagesAlone = more.isOfPagesAlone
    // A finding that also names the table replaces the finding that names the page alone.
    report.findings.removeAll { finding in
      finding.kind == .fileDamaged
        && more.findings.contains { $0.detail.hasPrefix(finding.detail + ", ") }
    }
    for finding in more.findings
    where [.fileDamaged, .entryMissing, .rowDoesNotOpen, .rowMissing].contains(finding.kind)
      && !report.findings.contains(where: { $0.isSame(as: finding) })
    {
      report.findings.append(finding)
    }
    return report
  }

  private static func change(_ invocation: Invocation, repairs: Bool) throws(KeychainError)
    -> Int32
  {
    let store = invocation.store
    let report = try looked(store)
    if let report, report.isClean || report.isOfCountsAlone {
      invocation.terminal.output(
        report.isClean ? CheckText.nothingDone(report) : CheckText.onlyCountsLost)
      return report.isClean ? 0 : 1
    }
    store.close()
    if repairs {
      guard let report = try store.maintenance.repair() else {
        invocation.terminal.output(CheckText.nothingDone(nil))
        return 0
      }
      invocation.terminal.output(CheckText.repaired(report))
      return report.hasLosses ? 1 : 0
    }
    guard let report = try store.maintenance.reseal() else {
      invocation.terminal.output(CheckText.nothingDone(nil))
      return 0
    }
    invocation.terminal.output(CheckText.resealed(report))
    return report.isClean ? 0 : 1
  }

  /// Checks the store and returns the report; nil if the store cannot be opened or read.
  ///
  /// - Throws: -25294 if there is no store.
  private static func looked(_ store: StoreAccess) throws(KeychainError) -> CheckReport? {
    do throws(KeychainError) {
      return try store.existingService().check()
    } catch {
      guard error.code != .noSuchKeychain else { throw error }
      return nil
    }
  }
}

extension CheckReport.Finding {
  /// True if two findings are about a single row, or about a single damaged part of a file.
  fileprivate func isSame(as other: CheckReport.Finding) -> Bool {
    kind == other.kind && identifier == other.identifier
      && (identifier != nil || detail == other.detail)
  }
}

/// The command `check --copy DIRECTORY`, which copies the whole store while programs go on using
/// it.
private enum CopyCommand {
  /// Copies the store into a directory, checks the copy, and prints the result of the check.
  ///
  /// If the copy would be damaged, no copy is made.
  ///
  /// - Returns: The exit status: 0 if the copy was made, 1 if it would be damaged, or the status of
  ///   an error.
  static func run(_ operand: [UInt8], _ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    guard let directory = absolute(operand) else {
      terminal.complain("check --copy: the name of the directory is not UTF-8")
      return 1
    }
    do {
      let report = try invocation.store.existingService().copyStore(to: directory)
      guard report.isClean else {
        terminal.output(CheckText.text(report))
        terminal.complain("\(directory): the copy was not made, since it would be damaged")
        return 1
      }
      terminal.output(
        "\(VisibleText.of(directory)): a copy of the store\n\(CheckText.text(report))"
          + "The copy holds the device key: anyone with the copy can read the secrets.\n")
      return 0
    } catch {
      return Refusal.report(error, of: "check --copy", in: invocation)
    }
  }

  /// Returns the path that the user gave as an absolute path, without slashes at its end.
  ///
  /// Nil if the path is empty or not UTF-8.
  private static func absolute(_ operand: [UInt8]) -> String? {
    guard var path = String(validating: operand, as: UTF8.self), !path.isEmpty else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !path.hasPrefix("/") else { return path }
    guard let buffer = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(buffer) }
    return unsafe String(cString: buffer) + "/" + path
  }
}
