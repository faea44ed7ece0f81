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
          .daemonUnreachable,
          "LATCHKEY_SOCKET names \(Wording.visible(daemon.path)), and no daemon answers there "
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
        store.isMade ? "has no items" : "does not exist yet: the first call of a program makes it"
      findings.append(Finding(.storeNewOrEmpty, "The store at \(path) \(state)."))
    }
    if store.otherOwner == nil, let mode = store.mode, mode & 0o077 != 0 {
      let found = "\(path) is open to users other than its owner (mode \(String(mode, radix: 8)))."
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
          .fix(
            "Back up the other store, restore it into this one, or set LATCHKEY_HOME everywhere."))
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

  /// Returns the finding about a file of the store with wrong permission bits.
  ///
  /// Other users can read or change the file, or its owner cannot use the file.
  private static func wrongMode(
    _ file: HealthFacts.FileMode, _ store: HealthFacts.Store
  ) -> Finding {
    let path = Wording.visible(file.path)
    let isOpen = file.mode & 0o077 != 0
    let state = isOpen ? "is open to users other than its owner" : "may not be used by its owner"
    var found = "\(path) \(state) (mode \(String(file.mode, radix: 8)))."
    if let refusal = store.refusal {
      found += " The store does not open: \(refusal.code.rawValue)."
    }
    return Finding(.storePermissions, found).doing("chmod 600 \(Wording.shellWord(file.path))")
  }

  /// Returns the reason why no program can write into the store's directory, and the remedy.
  ///
  /// Nil if programs can write, or if another finding gives the reason.
  private static func obstacle(
    _ store: HealthFacts.Store, _ path: String
  ) -> (reason: String, remedy: String)? {
    if store.isNoDirectory {
      return ("it is not a directory", "Move the file away, or set LATCHKEY_HOME to another path.")
    }
    switch store.notWritable {
    case .readOnlyDisk?:
      return ("the file system is read-only", "Mount it for writing, or set LATCHKEY_HOME.")
    // Another finding reports a directory that belongs to another user.
    case .mode? where store.otherOwner == nil:
      return ("its mode forbids it", "chmod 700 \(Wording.shellWord(store.path))")
    case .other(let words)?: return (words, "Set LATCHKEY_HOME to a directory that can be written.")
    case .mode?, nil: break
    }
    guard let free = store.freeBytes, free < fewBytes else { return nil }
    return ("the disk is full (\(size(free)) free)", "Free space.")
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
    let place = refusal.damagedPart.map { " (\($0))" } ?? ""
    let advice = "\(refusal.advice)"
    return [
      Finding(
        code, "The store does not open: \(refusal.code.rawValue), \(refusal.reason)\(place)."
      )
      .fix(advice.isEmpty ? "security check says what is wrong." : sentence(advice))
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
          .damagedItems, "\(sentence(flaw)) Without both files no item would open.", as: .warning
        ).fix("security check --repair writes both files anew."))
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

  /// Returns the finding about damage of the database file that affects no item.
  ///
  /// The damage is in an index, the history or a free page. Empty if no damage was found, or if an
  /// error stopped the reading of the store.
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
    let summary = Finding(.lockSummary, text + ".")
    let canBeUnlocked = lock.hasPasscode && lock.state != .unlocked && lock.lockFileFlaw == nil
    var findings = [canBeUnlocked ? summary.fix("security unlock-store unlocks it.") : summary]
    if !lock.hasPasscode {
      findings.append(
        Finding(
          .protectionNotTestedHere,
          "No passcode is set: this store never locks, as on servers and in CI, where no person "
            + "types it. A phone answers -25308 when locked.",
          as: .info
        ).fix(
          "If people log in here: security set-passcode. Tests of a locked phone: "
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
            : "Keep the directory on an encrypted disk and out of images and plain backups; if "
              + "people log in, security set-passcode."))
    }
    if lock.hasPasscode { findings += keysFromBefore(facts.store) }
    if let flaw = lock.lockFileFlaw {
      findings.append(
        Finding(
          .lockSummary,
          "The file lock of the store cannot announce a lock, so the store stays locked: it "
            + "\(flaw.split(separator: ":")[0]).", as: .warning
        ).fix(sentence(flaw.drop { $0 != ":" }.dropFirst(2).description)))
    } else if lock.lockFileWasLost {
      findings.append(
        Finding(
          .lockSummary,
          "The file lock of the store was missing or replaced, so everything was locked.",
          as: .warning
        ).fix("security unlock-store"))
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
          .deviceKeyInAFile,
          "Items are sealed under keys from before the passcode: an older copy of the keybag opens "
            + "them without the passcode.", as: .warning
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
            + "with a copy of the store from that time it opens items, perhaps without the "
            + "passcode.",
          as: .warning
        ).fix("Remove it from the store's directory once you miss no item."))
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

  /// Returns this finding with a fix (remedy) added: a sentence or a `chmod` command.
  ///
  /// A command that is too long for a line becomes lines of code, because lines of code are never
  /// cut.
  func doing(_ words: String) -> Finding {
    guard words.hasPrefix("chmod "), ColumnWidth.of(words) > Self.room else { return fix(words) }
    let parts = words.split(separator: " ", maxSplits: 2).map(String.init)
    return fix("In a shell:", code: [parts.dropLast().joined(separator: " ") + " \\", parts[2]])
  }
}
