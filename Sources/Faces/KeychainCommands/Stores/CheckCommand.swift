// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// check: names what is damaged; with --repair or --reseal does something about it.
enum CheckCommand {
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let repairs = options.contains(.long("repair"))
    let reseals = options.contains(.long("reseal"))
    let copy = options.value(.long("copy"))
    let ways = [repairs, reseals, copy != nil].count { $0 }
    guard ways <= 1 else {
      throw .usage(message: "--copy, --repair and --reseal exclude each other")
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

  /// Opens every row and names what is damaged, with a status that is not 0; changes nothing.
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

  /// Where a page was found damaged, what all the bytes of the files tell besides.
  private static func completed(_ report: CheckReport, _ store: StoreAccess)
    throws(KeychainError) -> CheckReport
  {
    guard report.findings.contains(where: { $0.kind == .fileDamaged }),
      let more = try? store.maintenance.diagnose()
    else { return report }
    var report = report
    // Where pages are damaged, rows are found without the tree around them.
    report.rowsOpened = max(report.rowsOpened, more.rowsOpened)
    report.isOfPagesAlone = more.isOfPagesAlone
    // What names the table too takes the place of what names the page alone.
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

  /// nil where the store does not open.
  ///
  /// - Throws: -25294 where there is no store.
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
  /// Whether two findings are about one thing.
  fileprivate func isSame(as other: CheckReport.Finding) -> Bool {
    kind == other.kind && identifier == other.identifier
      && (identifier != nil || detail == other.detail)
  }
}

/// `check --copy DIRECTORY`: a copy of the whole store while programs go on using it.
private enum CopyCommand {
  /// Makes the copy; says what was checked and what the copy holds.
  static func run(_ operand: [UInt8], _ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    guard let directory = absolute(operand) else {
      terminal.complain("check --copy: the name of the directory is no text in UTF-8")
      return 1
    }
    do {
      let report = try invocation.store.existingService().copyStore(to: directory)
      guard report.isClean else {
        terminal.output(CheckText.text(report))
        terminal.complain("\(directory): not made, since the copy would not be sound")
        return 1
      }
      terminal.output(
        "\(VisibleText.of(directory)): a copy of the store\n\(CheckText.text(report))"
          + "The copy holds the device key: whoever has the copy has the secrets.\n")
      return 0
    } catch {
      return Refusal.report(error, of: "check --copy", in: invocation)
    }
  }

  /// The operand as an absolute path without slashes at its end; nil for bytes that are no UTF-8.
  private static func absolute(_ operand: [UInt8]) -> String? {
    guard var path = String(validating: operand, as: UTF8.self), !path.isEmpty else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !path.hasPrefix("/") else { return path }
    guard let buffer = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(buffer) }
    return unsafe String(cString: buffer) + "/" + path
  }
}
