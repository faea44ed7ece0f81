// SPDX-License-Identifier: Apache-2.0
internal import Keybag
internal import KeychainEngine
internal import KeychainExplaining
internal import KeychainTypes
internal import SecureMemory

/// The Keychain of a simulated device: a real engine on a real store in a directory of its own.
///
/// The one place where the device talks to the engine: what happens to the device happens to the
/// store, through the same calls that a machine makes.
final class DeviceKeychain: Sendable {
  let clock: DeviceClock
  let faults = DeviceFaults()
  private let holder = EnclaveHolder()
  private let environment: Environment
  private let inner: Lock<Inner>

  private struct Inner: Sendable {
    /// Nil only while the store is opened again; closed before its directory goes, as values go in
    /// the order in which they stand here.
    var engine: Engine?
    var directory: TemporaryDirectory
    /// What was the passcode, or was to be, since the last start.
    var passcodes: [String] = []
  }

  /// - Throws: `TemporaryKeychainError` when the system gives no directory or store.
  init(_ state: DeviceState, seed: UInt64) throws(TemporaryKeychainError) {
    clock = DeviceClock(state)
    var environment = Environment.system.guarded(by: faults.gate)
    environment.clock = clock
    // One source for all stores of the device, so that no erased one's bytes come back.
    environment.randomness = SeededRandomness(seed: seed)
    environment.holder = holder
    // Nobody else locks it, and each call looks: a thread would keep the engine open at a restart.
    environment.watchesLocks = false
    // A release build does not open what the cost for tests has sealed.
    environment.passcodeCost =
      PasscodeCost.opensTestKeybags ? .forTests : PasscodeCost(PasscodeCost.limits.lowerBound)
    self.environment = environment
    let directory = try TemporaryDirectory()
    inner = Lock(Inner(engine: try Self.open(directory, environment), directory: directory))
  }

  private static func open(
    _ directory: TemporaryDirectory, _ environment: Environment
  ) throws(TemporaryKeychainError) -> Engine {
    do throws(KeychainError) {
      return try Engine.open(StoreLocation(directory: directory.path), environment: environment)
    } catch {
      throw TemporaryKeychainError("\(error)")
    }
  }

  /// Where the store lies.
  var path: String { inner.withLock { $0.directory.path } }

  /// The engine for one caller.
  ///
  /// - Throws: `notAvailable` while the store is opened again, or after it did not open.
  func session(as caller: Caller) throws(KeychainError) -> Session {
    guard let engine = inner.withLock({ $0.engine }) else {
      throw KeychainError(.notAvailable, "the store of the simulated device is not open")
    }
    return engine.session(as: caller)
  }

  /// The engine for the device itself, which sees all groups.
  func owner() throws(KeychainError) -> Session {
    try session(as: Caller(identifier: "simulated-device", groups: [], seesAllGroups: true))
  }

  /// Lets an event that has happened to the device happen to the store.
  ///
  /// - Throws: what speaks against it; nothing does, unless the disk has been made to fail.
  func follow(_ event: DeviceEvent, from before: DeviceState, to after: DeviceState)
    throws(TemporaryKeychainError)
  {
    let isNew = before.keybag.identity != after.keybag.identity
    // Tries come before the clock moves on or the store goes: they are what erased it.
    if !isNew { try telling { () throws(KeychainError) in try give(event, before) } }
    clock.show(after)
    if isNew {
      let rows = (try? owner().listItems(ItemClass.stored).count) ?? 0
      try begin(after)
      if case .replaceKeybag = event { try? owner().remember(.keybagReplaced, costing: rows) }
    } else if before.bootCount != after.bootCount {
      holder.forget()
      faults.clear()
      try reopen(inner.withLock { $0.directory })
    } else if after.isOn {
      try followLock(from: before, to: after)
      notice(event, before, after)
    }
  }

  /// Lets the store remember an app as it was and as it is now, as its starts would.
  private func notice(_ event: DeviceEvent, _ before: DeviceState, _ after: DeviceState) {
    // The writes that a test counts are those of calls and events.
    guard !faults.isAwaited else { return }
    switch event {
    case .install(let app):
      guard let caller = after.caller(of: app) else { return }
      try? session(as: caller).notice(isInstallation: before.caller(of: app) == nil)
    case .upgrade(let app):
      for caller in [before.caller(of: app), after.caller(of: app)] {
        if let caller { try? session(as: caller).notice() }
      }
    case .delete(let name):
      if let caller = before.caller(of: .init(name)) { try? session(as: caller).notice() }
    default: return
    }
  }

  /// Passcodes, as they are typed, set, changed and removed.
  private func give(_ event: DeviceEvent, _ before: DeviceState) throws(KeychainError) {
    let forever = UnlockLimit(seconds: nil)
    switch event {
    case .unlockWithPasscode(let text), .typePasscode(let text):
      guard before.passcode != nil, let passcode = try? Passcode(text: text) else { return }
      try owner().unlockStore(passcode, at: .prompt, for: forever)
    case .unlock:
      guard before.isOn, before.screen == .locked || before.screen == .unlocked,
        let passcode = before.passcode
      else { return }
      try owner().unlockStore(Passcode(text: passcode), at: .prompt, for: forever)
    case .handInPasscode(let text, let app):
      guard before.passcode != nil, let program = before.caller(of: .init(app))?.identifier,
        let passcode = try? Passcode(text: text)
      else { return }
      try owner().unlockStore(passcode, at: .data(program), for: forever)
    case .setPasscode(let text):
      note(text)
      try owner().setPasscode(Passcode(text: text), for: forever)
    case .changePasscode(let old, let new):
      guard let old = try? Passcode(text: old) else { return }
      note(before.passcode, new)
      try owner().changePasscode(from: old, to: Passcode(text: new), for: forever)
    case .removePasscode(let text):
      guard let passcode = try? Passcode(text: text) else { return }
      note(before.passcode)
      try owner().removePasscode(passcode)
    default: return
    }
  }

  /// The keys go when the grace is over, and come back with a match.
  private func followLock(
    from before: DeviceState, to after: DeviceState
  ) throws(TemporaryKeychainError) {
    if before.hasUnlockedKeys, !after.hasUnlockedKeys {
      try telling { () throws(KeychainError) in try owner().lockStore(all: false) }
    } else if !before.hasUnlockedKeys, after.hasUnlockedKeys,
      after.lastBiometricUnlock == after.bootTime,
      before.lastPasscodeUnlock == after.lastPasscodeUnlock
    {
      holder.release()
      try reopen(inner.withLock { $0.directory })
    }
  }

  /// What a refused passcode says is what the device's state says too.
  private func telling(
    _ body: () throws(KeychainError) -> Void
  ) throws(TemporaryKeychainError) {
    do throws(KeychainError) {
      try body()
    } catch {
      guard error.code != .authorizationFailed else { return }
      throw TemporaryKeychainError("\(error)")
    }
  }

  /// Whether the store is as the state says; what is different, in words.
  func difference(from state: DeviceState) -> String? {
    guard state.isOn, !faults.hasCrashed, let status = try? owner().lockStatus() else { return nil }
    let wait = state.throttledFor.map { Int(($0 + .nanoseconds(999_999_999)).components.seconds) }
    let expected = LockStatus(
      state: state.lockState, hasPasscode: state.passcode != nil,
      wrongTries: state.throttle.wrongPasscodes, secondsToWait: wait ?? 0,
      programTries: status.programTries, secondsToLock: nil, isShared: false)
    let programs = state.throttle.wrongByProgram
    guard status == expected,
      status.programTries.map(\.wrongTries).sorted() == programs.values.sorted()
    else { return "the store is \(status), the device \(expected) with \(programs)" }
    return nil
  }

  /// Remembers what the passcode can be after a crash.
  private func note(_ passcodes: String?...) {
    inner.withLock { $0.passcodes += passcodes.compactMap { $0 } }
  }

  /// The passcodes that were to be set since the last start; forgets them.
  func takeNoted() -> [String] {
    inner.withLock { inner in
      defer { inner.passcodes = [] }
      return inner.passcodes
    }
  }

  /// A new, empty store, with the passcode that the device has.
  private func begin(_ state: DeviceState) throws(TemporaryKeychainError) {
    faults.clear()
    holder.forget()
    try reopen(try TemporaryDirectory())
    guard let passcode = state.passcode else { return }
    try telling { () throws(KeychainError) in
      try owner().setPasscode(Passcode(text: passcode), for: UnlockLimit(seconds: nil))
      if !state.hasUnlockedKeys { try owner().lockStore(all: !state.hasFirstUnlockKeys) }
    }
  }

  /// Opens the store of a directory, as a machine does that has started.
  private func reopen(_ directory: TemporaryDirectory) throws(TemporaryKeychainError) {
    let former = inner.withLock { inner in
      defer { inner.engine = nil }
      return inner
    }
    // Closed here: outside the lock, and before another engine opens the same files.
    _ = consume former
    // A match at the lock screen writes nothing: a fault that a test asked for is not for it.
    let engine: Engine
    do throws(TemporaryKeychainError) {
      engine = try Self.open(directory, environment)
    } catch {
      guard faults.isAwaited else { throw error }
      engine = try Self.open(directory, environment)
    }
    inner.withLock {
      $0.directory = directory
      $0.engine = engine
    }
  }
}

extension DeviceState {
  /// As the product calls it.
  fileprivate var lockState: LockState {
    hasUnlockedKeys ? .unlocked : hasFirstUnlockKeys ? .locked : .beforeFirstUnlock
  }
}

extension Passcode {
  init(text: String) throws(KeychainError) {
    try self.init(SecretBytes(copying: Array(text.utf8)))
  }
}
