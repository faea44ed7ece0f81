// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes

/// The checks `mode` (a daemon, or the engine in each process), `store` and `lock` of `security
/// doctor`.
///
/// Specification/diagnostics.md, "security doctor", checks 1, 2 and 7.
enum StoreChecks {
  /// The number of free bytes below which `doctor` reports that the disk is full: 1 MiB.
  ///
  /// A store may grow by this amount in a day.
  static let fewBytes: Int64 = 1 << 20
  /// The number of seconds by which the newest change of the store may be later than the system's
  /// clock before `doctor` reports it.
  ///
  /// The clocks of two machines that share a disk may differ by this time.
  static let tolerableSeconds: Int64 = 300

  static func mode(_ facts: HealthFacts) -> HealthCheck {
    guard let daemon = facts.daemon else {
      return HealthCheck(
        "mode", "embedded: programs open the store themselves; Latchkey \(facts.version)")
    }
    return HealthCheck(
      "mode", "LATCHKEY_SOCKET is set",
      [
        Finding(
          .daemonUnreachable.noAnswer(path: Wording.visible(daemon.path), refusal: daemon.refusal)
        ).fix(.daemonUnreachable.unset)
      ])
  }

  static func store(_ facts: HealthFacts) -> HealthCheck {
    let store = facts.store
    let path = Wording.visible(store.path)
    guard !path.isEmpty else {
      return HealthCheck("store", "no place for a store", noPlace(store))
    }
    var words = [path + (store.chosenBy.map { " (by \($0))" } ?? "")]
    if let kind = store.fileSystem { words.append(kind) }
    if let free = store.freeBytes { words.append("\(size(free)) free") }
    if let format = store.format { words.append("format \(format)") }
    if store.isMade, store.refusal == nil { words.append(counts(facts)) }
    if store.isNoDirectory {
      words.append("no directory")
    } else if !store.isMade {
      words.append("no store yet")
    }
    if facts.hasNoProfile { words.append("no call opens it: unknown profile") }
    return HealthCheck(
      "store", words.joined(separator: ", "), findings(facts, path),
      least: facts.hasNoProfile ? .note : .ok)
  }

  /// Returns the finding that the environment variables name no directory for the store.
  ///
  /// The text of the finding comes from `store.refusal`, the error of opening the store. Empty if
  /// there is no error.
  private static func noPlace(_ store: HealthFacts.Store) -> [Finding] {
    guard let refusal = store.refusal else { return [] }
    let named =
      if case .path(let path)? = refusal.context { Wording.visible(path) } else { String?.none }
    return [
      Finding(
        .storeNotWritable.everyCall(
          status: refusal.code.rawValue, reason: refusal.reason, path: named)
      ).fix(.shared.advice(sentence: sentence("\(refusal.advice)")))
    ]
  }

  private static func findings(_ facts: HealthFacts, _ path: String) -> [Finding] {
    let store = facts.store
    var findings: [Finding] = []
    let canBeMade = !store.isNoDirectory && store.notWritable == nil
    if store.isMade ? store.itemCount == 0 : canBeMade {
      findings.append(Finding(.storeNewOrEmpty.state(path: path, isMade: store.isMade)))
    }
    if store.otherOwner == nil, let mode = store.mode, mode & 0o077 != 0 {
      findings.append(
        Finding(
          .storePermissions.store(
            path: path, isOpen: true, mode: String(mode, radix: 8), status: nil)
        ).changing(mode: "700", of: store.path))
    }
    findings += store.wrongModes.map { wrongMode($0, store) }
    if let owner = store.otherOwner {
      findings.append(
        Finding(.storePermissions.owner(path: path, owner: Wording.visible(owner)))
          .fix(.storePermissions.ownStore))
    }
    if let obstacle = obstacle(store, path) { findings.append(obstacle) }
    if !facts.hasNoProfile {
      findings += refusal(store, path, isToldAlready: !findings.isEmpty)
    }
    findings += damage(facts)
    if !store.others.isEmpty {
      let others = store.others.map { Wording.visible($0) }.joined(separator: " and ")
      findings.append(
        Finding(.twoStores.other(others: others, own: path))
          .fix(.twoStores.unite))
    }
    if let temporary = store.temporary {
      findings.append(
        Finding(.storeIsTemporary.text(path: path, system: temporary))
          .fix(.storeIsTemporary.mount))
    }
    if store.aheadSeconds > tolerableSeconds {
      findings.append(
        Finding(.clockSetBack.text(n: max(1, store.aheadSeconds / 3_600))).fix(.clockSetBack.fix))
    }
    return findings
  }

  /// Returns the finding about a file of the store with wrong permission bits.
  ///
  /// Other users can read or change the file, or its owner cannot use the file.
  private static func wrongMode(
    _ file: HealthFacts.FileMode, _ store: HealthFacts.Store
  ) -> Finding {
    let path = Wording.visible(file.path)
    let isOpen = file.mode & 0o077 != 0
    return Finding(
      .storePermissions.store(
        path: path, isOpen: isOpen, mode: String(file.mode, radix: 8),
        status: store.refusal.map { "\($0.code.rawValue)" })
    ).changing(mode: "600", of: file.path)
  }

  /// Returns the finding why no program can write into the store's directory.
  ///
  /// Nil if programs can write, or if another finding gives the reason.
  private static func obstacle(_ store: HealthFacts.Store, _ path: String) -> Finding? {
    if store.isNoDirectory {
      return Finding(.storeNotWritable.noDirectory(path: path)).fix(.storeNotWritable.moveAway)
    }
    switch store.notWritable {
    case .readOnlyDisk?:
      return Finding(.storeNotWritable.readOnly(path: path)).fix(.storeNotWritable.mount)
    // Another finding reports a directory that belongs to another user.
    case .mode? where store.otherOwner == nil:
      return Finding(.storeNotWritable.mode(path: path)).changing(mode: "700", of: store.path)
    case .other(let words)?:
      return Finding(.storeNotWritable.other(path: path, reason: words))
        .fix(.storeNotWritable.setHome)
    case .mode?, nil: break
    }
    guard let free = store.freeBytes, free < fewBytes else { return nil }
    return Finding(.storeNotWritable.full(path: path, free: size(free))).fix(.storeNotWritable.free)
  }

  /// Returns the finding that explains why the store does not open; empty if the store opens.
  ///
  /// - Parameter isToldAlready: True if the check has earlier findings, for example about the owner
  ///   or the permission bits. A finding with the code `storePermissions` or `storeNotWritable` is
  ///   then left out.
  private static func refusal(
    _ store: HealthFacts.Store, _ path: String, isToldAlready: Bool
  ) -> [Finding] {
    guard let refusal = store.refusal else { return [] }
    let code = code(of: refusal, store)
    if isToldAlready, code == .storePermissions || code == .storeNotWritable { return [] }
    let advice = "\(refusal.advice)"
    return [
      Finding(
        .shared.storeRefuses(
          status: refusal.code.rawValue, reason: refusal.reason, place: refusal.damagedPart),
        of: code
      )
      .fix(advice.isEmpty ? .shared.checkSays : .shared.advice(sentence: sentence(advice)))
    ]
  }

  /// Returns the code of the finding for an error with which opening the store failed.
  ///
  /// The code means damage if the files of the store were changed or are missing. The other codes
  /// mean that the store is undamaged but cannot be used.
  private static func code(of refusal: KeychainError, _ store: HealthFacts.Store) -> FindingCode {
    switch refusal.code {
    case .decode, .verifyFailed: .damagedItems
    case .notAvailable where isAboutMode(refusal, store): .storePermissions
    case .notAvailable where store.isNoDirectory: .storeNotWritable
    case .notAvailable where store.mode == nil && store.notWritable != nil: .storeNotWritable
    case .notAvailable where store.otherOwner != nil || store.notWritable == .mode:
      .storePermissions
    case .notAvailable where (store.mode ?? 0) & 0o022 != 0: .storePermissions
    case .notAvailable where store.missingFiles || isAboutFile(refusal): .damagedItems
    default: .storeNotWritable
    }
  }

  /// True if the error names a file about whose permission bits another finding exists.
  private static func isAboutMode(_ refusal: KeychainError, _ store: HealthFacts.Store) -> Bool {
    guard case .path(let path)? = refusal.context else { return !store.wrongModes.isEmpty }
    return store.wrongModes.contains { $0.path == path }
  }

  /// True if the error names one of the files that make up the store.
  private static func isAboutFile(_ refusal: KeychainError) -> Bool {
    guard case .path(let path)? = refusal.context else { return false }
    return ["/device.key", "/keybag", "/keybag.copy", "/store.db"].contains { path.hasSuffix($0) }
      && refusal.code == .notAvailable
  }

  private static func damage(_ facts: HealthFacts) -> [Finding] {
    var findings: [Finding] = []
    if let flaw = facts.store.keybagFlaw {
      findings.append(
        Finding(
          .damagedItems.oneKeybag(flaw: sentence(flaw)), as: .warning
        ).fix(.damagedItems.repair))
    }
    if let error = facts.store.unreadable {
      findings.append(
        Finding(
          .damagedItems.partUnreadable(
            status: error.code.rawValue, reason: error.reason, place: error.damagedPart)
        ).fix(.damagedItems.backUpAndCheck))
    }
    let damaged = facts.items.filter { $0.state == .damaged }
    guard !damaged.isEmpty else { return findings + damagedParts(facts.store) }
    let classes = Set(damaged.map(\.itemClass.rawValue)).sorted().joined(separator: ", ")
    findings.append(
      Finding(
        .damagedItems.items(
          n: damaged.count, m: facts.items.count, classes: classes,
          isRest: damaged.count < facts.items.count)
      ).fix(.damagedItems.backUpAndName))
    return findings
  }

  /// Returns the finding about damage of the database file that affects no item.
  ///
  /// The damage is in an index, the history or a free page. Empty if no damage was found, or if an
  /// error stopped the reading of the store.
  private static func damagedParts(_ store: HealthFacts.Store) -> [Finding] {
    guard store.unreadable == nil, let first = store.damagedParts.first else { return [] }
    let more = store.damagedParts.count - 1
    return [
      Finding(.damagedItems.file(place: Wording.visible(first), more: more > 0 ? "\(more)" : nil))
        .fix(.damagedItems.backUpAndCheck)
    ]
  }

  /// Returns the text as a sentence: with a capital letter at the start and a full stop at the end.
  ///
  /// If the text begins with the name of a command or file, its first letter stays small.
  private static func sentence(_ words: String) -> String {
    let isName = words.hasPrefix("security ") || words.hasPrefix("keybag")
    let first = isName ? String(words.prefix(1)) : words.prefix(1).uppercased()
    return first + words.dropFirst() + (words.hasSuffix(".") ? "" : ".")
  }

  static func lock(_ facts: HealthFacts) -> HealthCheck {
    guard let lock = facts.lock else { return HealthCheck("lock", "not known", least: .note) }
    var words: [String] = []
    switch lock.state {
    case .unlocked: words.append("unlocked")
    case .locked: words.append("locked")
    case .beforeFirstUnlock: words.append("not unlocked since the machine started")
    }
    words.append(lock.hasPasscode ? "passcode set" : "no passcode: never locked")
    if lock.secondsToWait > 0 { words.append("next try in \(lock.secondsToWait) s") }
    if facts.deviceKeyIsFile { words.append("device key in a file") }
    let text = words.joined(separator: "; ")
    let summary = Finding(.lockSummary.summary(state: text))
    let canBeUnlocked = lock.hasPasscode && lock.state != .unlocked && lock.lockFileFlaw == nil
    var findings = [canBeUnlocked ? summary.fix(.lockSummary.unlock) : summary]
    if !lock.hasPasscode {
      findings.append(
        Finding(
          .protectionNotTestedHere.server,
          as: .info
        ).fix(.protectionNotTestedHere.logIn))
    }
    if facts.deviceKeyIsFile {
      findings.append(
        Finding(
          lock.hasPasscode ? .deviceKeyInAFile.fileWithPasscode : .deviceKeyInAFile.besideStore,
          as: .info
        ).fix(lock.hasPasscode ? .deviceKeyInAFile.longPasscode : .deviceKeyInAFile.encryptedDisk))
    }
    if lock.hasPasscode { findings += keysFromBefore(facts.store) }
    if let flaw = lock.lockFileFlaw {
      findings.append(
        Finding(
          .lockSummary.noLock(flaw: flaw.split(separator: ":")[0]), as: .warning
        ).fix(.shared.advice(sentence: sentence(flaw.drop { $0 != ":" }.dropFirst(2).description))))
    } else if lock.lockFileWasLost {
      findings.append(
        Finding(
          .lockSummary.lost,
          as: .warning
        ).fix(.lockSummary.unlockStore))
    }
    return HealthCheck("lock", text, findings)
  }

  /// Returns findings about keys from which items can be decrypted without the store's passcode.
  ///
  /// Some items may still have keys that are older than the passcode. A repair may also have kept
  /// an old keybag (file with keys) in the store's directory.
  private static func keysFromBefore(_ store: HealthFacts.Store) -> [Finding] {
    var findings: [Finding] = []
    if store.hasKeysFromBeforePasscode {
      findings.append(
        Finding(
          .deviceKeyInAFile.oldKeys, as: .warning
        ).fix(.deviceKeyInAFile.newKeys))
    }
    if let first = store.keybagsAside.first {
      let more = store.keybagsAside.count - 1
      findings.append(
        Finding(
          .deviceKeyInAFile.keptKeybag(
            path: Wording.visible(first), more: more > 0 ? "\(more)" : nil),
          as: .warning
        ).fix(.deviceKeyInAFile.remove))
    }
    return findings
  }

  private static func counts(_ facts: HealthFacts) -> String {
    let items = facts.items
    guard !items.isEmpty else {
      return facts.store.itemCount == 0 ? "no items" : "no items that this program may see"
    }
    func counted(_ names: [String]) -> String {
      Dictionary(grouping: names) { $0 }.sorted { $0.key < $1.key }
        .map { "\($0.value.count) \($0.key)" }.joined(separator: " ")
    }
    return "\(items.count) item\(items.count == 1 ? "" : "s") "
      + "(\(counted(items.map(\.itemClass.rawValue))); \(counted(items.map(\.protectionName))))"
  }

  static func size(_ bytes: Int64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"]
    var (value, place) = (bytes, 0)
    while value >= 1_024, place < units.count - 1 { (value, place) = (value >> 10, place + 1) }
    return "\(value) \(units[place])"
  }
}

extension Finding {
  /// The largest width of a fix (remedy) that fits into a line of `doctor`'s output, in columns.
  private static let room = 68

  /// Returns this finding with a `chmod` command as its fix (remedy).
  ///
  /// A command that is too long for a line becomes lines of code, because lines of code are never
  /// cut.
  func changing(mode: String, of path: String) -> Finding {
    let (start, word) = ("chmod \(mode)", Wording.shellWord(path))
    let command = start + " " + word
    guard ColumnWidth.of(command) > Self.room else { return with(.fix, line: command) }
    return fix(.storePermissions.inShell, code: [start + " \\", word])
  }
}
