// SPDX-License-Identifier: Apache-2.0
import FileKeychain
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
    guard options.operands.isEmpty else {
      guard ways == 0 else {
        throw .usage(message: "--copy, --repair and --reseal are about the store, and take no file")
      }
      return try look(at: options.operands, invocation)
    }
    if let copy { return try CheckCopy.run(copy, invocation) }
    guard repairs || reseals else { return look(invocation) }
    var status: Int32
    do throws(KeychainError) {
      status = try change(invocation, repairs: repairs)
    } catch {
      let call = repairs ? "check --repair" : "check --reseal"
      status = Refusal.report(error, of: call, in: invocation)
    }
    let files = KeychainFilesCheck.damage(invocation)
    if status == 0 { status = files }
    return status
  }

  /// Checks the keychains that operands name, and prints the result for each.
  ///
  /// - Returns: The exit status: 0, or the status for the first keychain with damage or an error.
  private static func look(
    at operands: [[UInt8]], _ invocation: Invocation
  ) throws(Stop) -> Int32 {
    var status: Int32 = 0
    for named in try invocation.named(operands) {
      let found: Int32
      switch named.member {
      case .store: found = lookAtStore(invocation)
      case .authorities(let path):
        invocation.terminal.output(
          "Keychain \(path): the certificates of the distribution, which are not checked here\n")
        found = 0
      case .file(let file): found = try KeychainFilesCheck.run(named: file, invocation)
      }
      if status == 0 { status = found }
    }
    return status
  }

  /// Checks the store and the keychain files and lists the damage, without changing a file.
  ///
  /// - Returns: The exit status: 0 if nothing is damaged, 1 if something is damaged, or the status
  ///   of an error.
  private static func look(_ invocation: Invocation) -> Int32 {
    let survey = try? invocation.placedKeychains().survey()
    let hasFiles = survey?.isEmpty == false
    // Without a store, the keychain files alone are checked.
    let isAlone = hasFiles && (try? invocation.store.place().isMade) == false
    let status = isAlone ? 0 : lookAtStore(invocation)
    guard let survey, hasFiles else { return status }
    let more = KeychainFilesCheck.run(survey, invocation)
    return status == 0 ? more : status
  }

  /// Decrypts every row of the store, except locked rows, and lists the damage, without changing
  /// the store.
  ///
  /// - Returns: The exit status: 0 if nothing is damaged, 1 if something is damaged, or the status
  ///   of an error.
  private static func lookAtStore(_ invocation: Invocation) -> Int32 {
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

  /// Returns the report of a check, completed by the damage that the bytes of the database files
  /// show.
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
  /// True if this fault and `other` are about one row, or about one damaged part of a file.
  fileprivate func isSame(as other: CheckReport.Finding) -> Bool {
    kind == other.kind && identifier == other.identifier
      && (identifier != nil || detail == other.detail)
  }
}
