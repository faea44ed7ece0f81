// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The lock state, which determines the available keys (Specification/secitem.md, "Class table").
enum ModelLock: CaseIterable, Sendable {
  case unlocked, afterFirstUnlock, beforeFirstUnlock

  func opens(_ protection: Protection) -> Bool {
    switch protection.name {
    case "dk", "dku": true
    case "ck", "cku": self != .beforeFirstUnlock
    default: self == .unlocked
    }
  }
}

/// The passcode of a store, and the tries at it (Specification/access-control.md, "Events of the
/// device", "Throttling").
struct ModelPasscode {
  var text: String?
  /// The moment at which an unlocked store locks itself, in microseconds since boot.
  var end: Int64?
  private(set) var wrongTries = 0
  private var lastTry: Int64 = 0
  /// The last wrong passcode that each of the two engines remembers, in memory only.
  private var lastWrong: [Int: String] = [:]

  /// Counts a try, which changes the store even if the call is refused.
  ///
  /// - Throws: -50 without a passcode, -25293 for a wrong passcode and during a delay.
  mutating func check(_ tried: String, at engine: Int, _ now: Int64) throws(ModelRefusal) {
    guard let text else { throw .parameter }
    guard secondsToWait(now) == 0, lastWrong[engine] != tried else { throw .failed }
    if tried != text {
      wrongTries += 1
      lastTry = now
      lastWrong[engine] = tried
      throw .failed
    }
    wrongTries = 0
    lastWrong[engine] = nil
  }

  /// Counts a right try, whatever the result of the call.
  mutating func succeed() { wrongTries = 0 }

  /// Counts a try that was under way when the disk failed.
  mutating func checkHalf(_ now: Int64) {
    wrongTries += 1
    lastTry = now
  }

  func secondsToWait(_ now: Int64) -> Int {
    // swift-format-ignore
    let delays = [0, 0, 0, 0, 0, 60, 300, 900, 900]
    let delay = wrongTries < delays.count ? delays[wrongTries] : 3600
    return max(0, Int((lastTry + Int64(delay) * 1_000_000 - now + 999_999) / 1_000_000))
  }

  /// Sets another passcode, or removes it if nil.
  mutating func set(_ text: String?) {
    self.text = text
    end = nil
    wrongTries = 0
    // A remembered wrong passcode was wrong only for the old passcode.
    lastWrong = [:]
  }

  mutating func forget(_ engine: Int) { lastWrong[engine] = nil }

  /// Starts the machine: a delay begins anew.
  mutating func restart() {
    lastWrong = [:]
    lastTry = 0
    end = nil
  }
}

extension Model {
  /// Returns true if a row's class key is available.
  ///
  /// A row that was lost with a passcode never opens again.
  func opens(_ row: ModelRow) -> Bool { lock.opens(row.protection) && !row.isGone }

  /// Locks the store if its time is over.
  mutating func expire() {
    guard let end = passcode.end, end <= sinceBoot, lock == .unlocked else { return }
    lock = .afterFirstUnlock
    passcode.end = nil
  }

  mutating func setPasscode(_ text: String) throws(ModelRefusal) {
    guard passcode.text == nil else { throw .parameter }
    passcode.set(text)
    reseal()
  }

  /// Seals every row under new keys: tombstones of a class first.
  ///
  /// Lost rows are removed.
  private mutating func reseal() {
    // Items of this device only leave the backups, because their old keys are gone.
    backups = backups.map { $0.filter { !$0.protection.isThisDeviceOnly } }
    for itemClass in ItemClass.stored {
      for tombstones in [true, false] {
        beginsTransaction = true
        for row in rows
        where row.itemClass == itemClass && row.isTombstone == tombstones {
          guard let index = place(of: row) else { continue }
          note(row)
          if row.isGone {
            rows.remove(at: index)
          } else {
            rows[index].isUnfinished = false
          }
        }
      }
    }
  }

  /// Changes the passcode.
  ///
  /// Because it is the right one, all keys are available afterwards, even if the store was locked.
  mutating func changePasscode(_ old: String, _ new: String, at engine: Int)
    throws(ModelRefusal)
  {
    try passcode.check(old, at: engine, sinceBoot)
    passcode.set(new)
    open()
  }

  mutating func removePasscode(_ text: String, at engine: Int) throws(ModelRefusal) {
    try passcode.check(text, at: engine, sinceBoot)
    passcode.set(nil)
    for index in rows.indices where rows[index].protection.name == "akpu" {
      rows[index].isGone = true
    }
    open()
  }

  mutating func unlock(_ text: String, for seconds: Int?, at engine: Int) throws(ModelRefusal) {
    try passcode.check(text, at: engine, sinceBoot)
    passcode.end = seconds.map { sinceBoot + Int64($0) * 1_000_000 }
    open()
  }

  /// Unlocks the store, and finishes the tombstones of deletions while it was locked.
  private mutating func open() {
    lock = .unlocked
    _ = finishTombstones()
  }

  mutating func lock(all: Bool) throws(ModelRefusal) {
    guard passcode.text != nil else { throw .parameter }
    passcode.end = nil
    lock = all || lock == .beforeFirstUnlock ? .beforeFirstUnlock : .afterFirstUnlock
  }

  mutating func restart() {
    sinceBoot = 0
    passcode.restart()
    lock = passcode.text == nil ? .unlocked : .beforeFirstUnlock
  }
}
