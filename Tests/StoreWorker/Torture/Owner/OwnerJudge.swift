// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory

/// Checks a store whose owner process was killed.
///
/// Exactly one passcode must open it, with the items that belong to it: either as before the last
/// act or as after it.
struct OwnerJudge {
  let directory: String
  /// The state of the store at the last check, unlocked.
  private(set) var state = OwnerState()

  /// The environment without the thread that watches locks, which could keep the store open a
  /// moment longer.
  static var environment: Environment {
    var environment = OwnerWriter.environment
    environment.watchesLocks = false
    return environment
  }

  init(_ directory: String) { self.directory = directory }

  /// Returns the fault of the store, or nil.
  ///
  /// The store is unlocked afterwards.
  mutating func verify(_ ledger: OwnerLedger, newFirst: Bool) -> String? {
    if let refusal = ledger.refusal { return "owner: \(refusal)" }
    do throws(KeychainError) {
      let finding = try inspect(ledger, newFirst)
      dropStrayKeys()
      return finding.map {
        "owner: \($0); acknowledged \(ledger.acknowledged), then \(after(ledger))"
      }
    } catch {
      return "owner: status \(error.code.rawValue): \(error); then \(after(ledger))"
    }
  }

  private func after(_ ledger: OwnerLedger) -> String { ledger.unfinished?.line ?? "nothing" }

  private mutating func inspect(
    _ ledger: OwnerLedger, _ newFirst: Bool
  ) throws(KeychainError) -> String? {
    let session = try Engine.open(
      StoreLocation(directory: directory), environment: Self.environment
    ).session(as: OwnerWriter.caller)
    let status = try session.lockStatus()
    var states = ledger.allowed.filter { ($0.passcode != nil) == status.hasPasscode }
    guard !states.isEmpty else { return "passcode set: \(status.hasPasscode)" }
    if status.hasPasscode {
      if let finding = try inspectLock(session, status, ledger) { return finding }
      let passcode = try Self.open(session, states.compactMap(\.passcode), newFirst)
      guard let passcode else { return "not exactly one passcode opens" }
      states.removeAll { $0.passcode != passcode }
    } else if let file = fileWithPasscodeClass() {
      return "the key of akpu is still in \(file)"
    }
    let found = try OwnerItems.read(session)
    guard let match = states.first(where: { $0.items == found }) else {
      return "passcode \(states[0].passcode ?? "none"), items \(found)"
    }
    state = match
    state.lock = .unlocked
    state.tries = try session.lockStatus().wrongTries
    return nil
  }

  /// Checks that the store is as locked as the owner left it, and that it counts the owner's wrong
  /// tries.
  private func inspectLock(
    _ session: Session, _ status: LockStatus, _ ledger: OwnerLedger
  ) throws(KeychainError) -> String? {
    guard ledger.allowedTries.contains(status.wrongTries) else {
      return "\(status.wrongTries) wrong tries"
    }
    guard status.secondsToWait == 0 else { return "a delay of \(status.secondsToWait) s" }
    guard status.isShared else { return nil }
    guard ledger.allowedLocks.contains(status.state) else {
      return "the store is \(status.state)"
    }
    // If an act did not return, only facts that hold both before and after it are checked.
    guard status.state != .unlocked, ledger.allowedLocks == [status.state] else { return nil }
    let state = ledger.acknowledged
    for (name, value) in state.items where ledger.allowed.allSatisfy({ $0.items[name] == value }) {
      if let finding = try OwnerItems.finding(session, name, in: state) { return finding }
    }
    return nil
  }

  /// Returns the allowed passcode that opens the store, or nil unless exactly one opens it.
  private static func open(
    _ session: Session, _ passcodes: [String], _ newFirst: Bool
  ) throws(KeychainError) -> String? {
    var candidates: [String] = []
    for passcode in passcodes where !candidates.contains(passcode) { candidates.append(passcode) }
    if newFirst { candidates.reverse() }
    var opening: [String] = []
    for passcode in candidates {
      do throws(KeychainError) {
        try session.unlockStore(
          OwnerWriter.passcode(passcode), at: .prompt, for: UnlockLimit(seconds: nil))
        opening.append(passcode)
      } catch {
        guard error.code == .authorizationFailed else { throw error }
      }
    }
    return opening.count == 1 ? opening[0] : nil
  }

  /// Returns the keybag file that holds a key of `akpu`, or nil if neither file does.
  private func fileWithPasscodeClass() -> String? {
    ["keybag", "keybag.copy"].first { name in
      let bytes = TortureFiles.bytes("\(directory)/\(name)")
      guard let keybag = try? LockedKeybag(decoding: bytes) else { return true }
      return keybag.image.records.contains { record in
        [KeybagRecord.Kind.classKey, KeybagRecord.Kind.metadataKey].contains(record.kind)
          && record.bytes.first == Protection.whenPasscodeSetThisDeviceOnly.rawValue
      }
    }
  }

  /// Drops the keys that killed owners have left in the kernel's keyring under other passcodes.
  private func dropStrayKeys() {
    for name in heldNames.subtracting(currentNames) { drop(name) }
  }

  /// Drops all keys that are held for the store, before the store is removed.
  func dropKeys() { for name in heldNames { drop(name) } }

  private func drop(_ name: String) { SystemKeyHolder(clock: SystemClock()).drop(name) }

  private var currentNames: Set<String> {
    let keybag = try? KeybagFiles(directory: directory).open(randomness: SystemRandomness())
    return Set(keybag?.heldNames.map { [$0.unlock, $0.firstUnlock] } ?? [])
  }

  /// The names of the held keys, as /proc/keys lists them.
  private var heldNames: Set<String> {
    guard let keybag = try? LockedKeybag(decoding: TortureFiles.bytes(directory + "/keybag"))
    else { return [] }
    let beginning = "latchkey:\(keybag.image.store.uuidText):"
    let names = TortureFiles.text("/proc/keys").split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix(beginning) }
    }
    return Set(names.map { String($0.dropLast($0.hasSuffix(":") ? 1 : 0)) })
  }
}
