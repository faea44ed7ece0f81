// SPDX-License-Identifier: Apache-2.0
import KeychainExplanations
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
    var words = [path + (store.chosenBy.map { " (by \($0))" } ?? "")]
    if let kind = store.fileSystem { words.append(kind) }
    if let free = store.freeBytes { words.append("\(size(free)) free") }
    if let format = store.format { words.append("format \(format)") }
    if store.isMade, store.refusal == nil { words.append(counts(facts.items)) }
    if !store.isMade { words.append("no store yet") }
    return HealthCheck("store", words.joined(separator: ", "), findings(facts, path))
  }

  private static func findings(_ facts: HealthFacts, _ path: String) -> [Finding] {
    let store = facts.store
    var findings: [Finding] = []
    if !store.isMade || store.refusal == nil && facts.items.isEmpty {
      let state = store.isMade ? "has no items" : "is not there yet: the first item makes it"
      findings.append(Finding(.storeNewOrEmpty, "The store at \(path) \(state)."))
    }
    if let mode = store.mode, mode & 0o077 != 0 {
      findings.append(
        Finding(
          .storePermissions,
          "\(path) is open to others than its owner (mode \(String(mode, radix: 8)))."
        ).fix("chmod 700 \(path)"))
    }
    if let owner = store.otherOwner {
      findings.append(
        Finding(.storePermissions, "\(path) belongs to \(Wording.visible(owner)).")
          .fix("Use a store of your own, or give this one to yourself."))
    }
    if let reason = store.notWritable ?? tooFull(store) {
      findings.append(
        Finding(.storeNotWritable, "Nothing can be added to \(path): \(reason).")
          .fix("Free space, or mount it for writing."))
    }
    findings += damage(facts, path)
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

  private static func tooFull(_ store: HealthFacts.Store) -> String? {
    guard let free = store.freeBytes, free < fewBytes else { return nil }
    return "the disk is full (\(size(free)) free)"
  }

  private static func damage(_ facts: HealthFacts, _ path: String) -> [Finding] {
    if let refusal = facts.store.refusal {
      var finding = Finding(
        .damagedItems, "The store does not open: \(refusal.code.rawValue), \(refusal.reason).")
      let advice = "\(refusal.advice)"
      if !advice.isEmpty { finding = finding.fix(advice) }
      return [finding.fix("security check says what is wrong.")]
    }
    let damaged = facts.items.filter { $0.state == .damaged }
    guard !damaged.isEmpty else { return [] }
    let classes = Set(damaged.map(\.itemClass.rawValue)).sorted().joined(separator: ", ")
    return [
      Finding(
        .damagedItems,
        "\(damaged.count) of \(facts.items.count) items do not open (\(classes)). The others are "
          + "unaffected."
      ).fix("Make a backup; security check names them.")
    ]
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
    var findings = [Finding(.lockSummary, text + ".")]
    if facts.deviceKeyIsFile {
      findings.append(
        Finding(
          .deviceKeyInAFile,
          lock.hasPasscode
            ? "The device key is a file: whoever copies the store's directory has it, and the "
              + "passcode alone keeps the items."
            : "The device key is a file beside the store: whoever copies the directory reads all.",
          as: lock.hasPasscode ? .info : .warning
        ).fix(lock.hasPasscode ? "Take a long passcode." : "security set-passcode"))
    }
    return HealthCheck("lock", text, findings)
  }

  private static func counts(_ items: [ItemSummary]) -> String {
    guard !items.isEmpty else { return "no items" }
    func counted(_ names: [String]) -> String {
      Dictionary(grouping: names) { $0 }.sorted { $0.key < $1.key }
        .map { "\($0.value.count) \($0.key)" }.joined(separator: " ")
    }
    return "\(items.count) item\(items.count == 1 ? "" : "s") "
      + "(\(counted(items.map(\.itemClass.rawValue))); \(counted(items.map(\.protection.name))))"
  }

  static func size(_ bytes: Int64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"]
    var (value, place) = (bytes, 0)
    while value >= 1_024, place < units.count - 1 { (value, place) = (value >> 10, place + 1) }
    return "\(value) \(units[place])"
  }
}
