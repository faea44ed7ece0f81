// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes

/// Who answers, the store and its lock (spec/diagnostics.md 1.3, checks 1, 2 and 7).
enum StoreChecks {
  /// More free bytes than that hold what a store grows by in a day.
  static let fewBytes: Int64 = 1 << 20
  /// Clocks of two machines that share a disk may differ by that much, in seconds.
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
          .daemonUnreachable,
          "LATCHKEY_SOCKET names \(Wording.visible(daemon.path)), and nobody answers there "
            + "(\(daemon.refusal)); the embedded store is not used instead."
        ).fix("Unset LATCHKEY_SOCKET.")
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
    if facts.hasNoProfile { words.append("no call opens it: no such profile") }
    return HealthCheck(
      "store", words.joined(separator: ", "), findings(facts, path),
      least: facts.hasNoProfile ? .note : .ok)
  }

  /// What chooses a place for the store chooses none.
  private static func noPlace(_ store: HealthFacts.Store) -> [Finding] {
    guard let refusal = store.refusal else { return [] }
    var named = ""
    if case .path(let value)? = refusal.context { named = ": \(Wording.visible(value))" }
    return [
      Finding(
        .storeNotWritable, "Every call answers \(refusal.code.rawValue): \(refusal.reason)\(named)."
      ).fix(sentence("\(refusal.advice)"))
    ]
  }

  private static func findings(_ facts: HealthFacts, _ path: String) -> [Finding] {
    let store = facts.store
    var findings: [Finding] = []
    let canBeMade = !store.isNoDirectory && store.notWritable == nil
    if store.isMade ? store.itemCount == 0 : canBeMade {
      let state =
        store.isMade ? "has no items" : "is not there yet: the first call of a program makes it"
      findings.append(Finding(.storeNewOrEmpty, "The store at \(path) \(state)."))
    }
    if store.otherOwner == nil, let mode = store.mode, mode & 0o077 != 0 {
      let found = "\(path) is open to others than its owner (mode \(String(mode, radix: 8)))."
      findings.append(
        Finding(.storePermissions, found).doing("chmod 700 \(Wording.shellWord(store.path))"))
    }
    findings += store.wrongModes.map { wrongMode($0, store) }
    if let owner = store.otherOwner {
      findings.append(
        Finding(.storePermissions, "\(path) belongs to \(Wording.visible(owner)).")
          .fix("Use a store of your own: set LATCHKEY_HOME, or run without sudo."))
    }
    if let (reason, remedy) = obstacle(store, path) {
      findings.append(
        Finding(.storeNotWritable, "Nothing can be added to \(path): \(reason).").doing(remedy))
    }
    if !facts.hasNoProfile {
      findings += refusal(store, path, isToldAlready: !findings.isEmpty)
    }
    findings += damage(facts)
    if !store.others.isEmpty {
      let others = store.others.map { Wording.visible($0) }.joined(separator: " and ")
      findings.append(
        Finding(.twoStores, "There is another store at \(others); this program uses \(path).")
          .fix("Back up the one, restore it into the other, or set LATCHKEY_HOME everywhere."))
    }
    if let temporary = store.temporary {
      findings.append(
        Finding(.storeIsTemporary, "\(path) is on \(temporary): items vanish with it.")
          .fix("Mount a volume there, or set LATCHKEY_HOME to a lasting place."))
    }
    if store.aheadSeconds > tolerableSeconds {
      findings.append(
        Finding(
          .clockSetBack,
          "The newest change is \(max(1, store.aheadSeconds / 3_600)) h in the future; mdat of new "
            + "changes will be smaller."
        ).fix("Set the clock."))
    }
    return findings
  }

  /// A file of keys that is not its owner's alone, or not even that.
  private static func wrongMode(
    _ file: HealthFacts.FileMode, _ store: HealthFacts.Store
  ) -> Finding {
    let path = Wording.visible(file.path)
    let isOpen = file.mode & 0o077 != 0
    let state = isOpen ? "is open to others than its owner" : "may not be used by its owner"
    var found = "\(path) \(state) (mode \(String(file.mode, radix: 8)))."
    if let refusal = store.refusal {
      found += " The store does not open: \(refusal.code.rawValue)."
    }
    return Finding(.storePermissions, found).doing("chmod 600 \(Wording.shellWord(file.path))")
  }

  /// What keeps changes from the directory, and what to do about it.
  private static func obstacle(
    _ store: HealthFacts.Store, _ path: String
  ) -> (reason: String, remedy: String)? {
    if store.isNoDirectory {
      return ("it is no directory", "Move the file away, or set LATCHKEY_HOME to another path.")
    }
    switch store.notWritable {
    case .readOnlyDisk?:
      return ("the file system is read-only", "Mount it for writing, or set LATCHKEY_HOME.")
    // Who owns it says it already.
    case .mode? where store.otherOwner == nil:
      return ("its mode forbids it", "chmod 700 \(Wording.shellWord(store.path))")
    case .other(let words)?: return (words, "Set LATCHKEY_HOME to a directory that can be written.")
    case .mode?, nil: break
    }
    guard let free = store.freeBytes, free < fewBytes else { return nil }
    return ("the disk is full (\(size(free)) free)", "Free space.")
  }

  /// What speaks against opening it, by the finding that has the reason.
  ///
  /// - Parameter isToldAlready: whether the directory itself has told of owner, mode or room.
  private static func refusal(
    _ store: HealthFacts.Store, _ path: String, isToldAlready: Bool
  ) -> [Finding] {
    guard let refusal = store.refusal else { return [] }
    let code = code(of: refusal, store)
    if isToldAlready, code == .storePermissions || code == .storeNotWritable { return [] }
    let place = refusal.damagedPart.map { " (\($0))" } ?? ""
    let advice = "\(refusal.advice)"
    return [
      Finding(
        code, "The store does not open: \(refusal.code.rawValue), \(refusal.reason)\(place)."
      )
      .fix(advice.isEmpty ? "security check says what is wrong." : sentence(advice))
    ]
  }

  /// Damage is what of the store is not as it was written; all else keeps it from being used.
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

  /// Whether it names a file whose mode is told already.
  private static func isAboutMode(_ refusal: KeychainError, _ store: HealthFacts.Store) -> Bool {
    guard case .path(let path)? = refusal.context else { return !store.wrongModes.isEmpty }
    return store.wrongModes.contains { $0.path == path }
  }

  /// Whether one of the files that make the store is what a refusal names.
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
          .damagedItems, "\(sentence(flaw)) Without both nothing would open.", as: .warning
        ).fix("security check --repair writes both anew."))
    }
    if let error = facts.store.unreadable {
      let place = error.damagedPart.map { " (\($0))" } ?? ""
      findings.append(
        Finding(
          .damagedItems,
          "The store opens, but not all of it can be read: \(error.code.rawValue), "
            + "\(error.reason)\(place)."
        ).fix("Make a backup; security check names what is damaged."))
    }
    let damaged = facts.items.filter { $0.state == .damaged }
    guard !damaged.isEmpty else { return findings + damagedParts(facts.store) }
    let classes = Set(damaged.map(\.itemClass.rawValue)).sorted().joined(separator: ", ")
    let others = damaged.count < facts.items.count ? " The others are unaffected." : ""
    findings.append(
      Finding(
        .damagedItems,
        "\(damaged.count) of \(Wording.items(facts.items.count)) "
          + "\(damaged.count.are("does", "do")) not open (\(classes)).\(others)"
      ).fix("Make a backup; security check names them."))
    return findings
  }

  /// Damage that no listed item lies on: of an index, of the history, of a page that is free.
  private static func damagedParts(_ store: HealthFacts.Store) -> [Finding] {
    guard store.unreadable == nil, let first = store.damagedParts.first else { return [] }
    let more = store.damagedParts.count - 1
    let others = more > 0 ? "; \(more) more" : ""
    return [
      Finding(
        .damagedItems,
        "Every item is listed, but the file has damage: \(Wording.visible(first))\(others). A "
          + "search that meets it fails."
      ).fix("Make a backup; security check names what is damaged.")
    ]
  }

  /// With a capital and a full stop; the name of a program stays as it is written.
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
    let summary = Finding(.lockSummary, text + ".")
    let canBeUnlocked = lock.hasPasscode && lock.state != .unlocked && lock.lockFileFlaw == nil
    var findings = [canBeUnlocked ? summary.fix("security unlock-store unlocks it.") : summary]
    if !lock.hasPasscode {
      findings.append(
        Finding(
          .protectionNotTestedHere,
          "No passcode is set: this store never locks, as on servers and in CI, where nobody "
            + "types one. A phone answers -25308 when locked.",
          as: .info
        ).fix(
          "Where a person logs in: security set-passcode. Tests of a locked phone: "
            + "SimulatedDevice.phone() and lock(), or security explain --if locked."))
    }
    if facts.deviceKeyIsFile {
      findings.append(
        Finding(
          .deviceKeyInAFile,
          lock.hasPasscode
            ? "The device key is a file: whoever copies the store's directory has it, and the "
              + "passcode alone keeps the items."
            : "The device key is a file beside the store: whoever copies the directory reads all.",
          as: .info
        ).fix(
          lock.hasPasscode
            ? "Take a long passcode."
            : "Keep the directory on an encrypted disk and out of images and plain backups; where "
              + "a person logs in, security set-passcode."))
    }
    if lock.hasPasscode { findings += keysFromBefore(facts.store) }
    if let flaw = lock.lockFileFlaw {
      findings.append(
        Finding(
          .lockSummary,
          "Nobody hears of a lock by the file lock of the store, so the store stays locked: it "
            + "\(flaw.split(separator: ":")[0]).", as: .warning
        ).fix(sentence(flaw.drop { $0 != ":" }.dropFirst(2).description)))
    } else if lock.lockFileWasLost {
      findings.append(
        Finding(
          .lockSummary,
          "The file lock of the store was missing or exchanged, so everything was locked.",
          as: .warning
        ).fix("security unlock-store"))
    }
    return HealthCheck("lock", text, findings)
  }

  /// The items and keybags that open without the passcode though there is one.
  private static func keysFromBefore(_ store: HealthFacts.Store) -> [Finding] {
    var findings: [Finding] = []
    if store.hasKeysFromBeforePasscode {
      findings.append(
        Finding(
          .deviceKeyInAFile,
          "Items are sealed under keys from before the passcode: an older copy of the keybag opens "
            + "them without it.", as: .warning
        ).fix(
          "security unlock-store makes new keys and seals every item under them; where items do "
            + "not open, security check --repair first."))
    }
    if let first = store.keybagsAside.first {
      let more = store.keybagsAside.count - 1
      findings.append(
        Finding(
          .deviceKeyInAFile,
          "\(Wording.visible(first))\(more > 0 ? " and \(more) more" : "") was kept by a repair: "
            + "with a copy of the store of its time it opens what that held, perhaps without the "
            + "passcode.",
          as: .warning
        ).fix("Remove it from the store's directory once nothing is missed."))
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
  /// The columns that a fix has in a line.
  private static let room = 68

  /// A fix that can be a command: of one that no line has room for nothing may be cut.
  fileprivate func doing(_ words: String) -> Finding {
    guard words.hasPrefix("chmod "), ColumnWidth.of(words) > Self.room else { return fix(words) }
    let parts = words.split(separator: " ", maxSplits: 2).map(String.init)
    return fix("In a shell:", code: [parts.dropLast().joined(separator: " ") + " \\", parts[2]])
  }
}
