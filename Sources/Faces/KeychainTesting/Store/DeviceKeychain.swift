// SPDX-License-Identifier: Apache-2.0
internal import Keybag
internal import KeychainEngine
internal import KeychainExplaining
internal import KeychainTypes
internal import SecureMemory

/// The keychain of a simulated device: a store in its own directory, and the engine that works on
/// it.
///
/// Real programs use this engine too. The device uses the engine only through this type. Each event
/// of the device, for example a lock, is applied to the store too.
final class DeviceKeychain: Sendable {
  let clock: DeviceClock
  let faults = DeviceFaults()
  private let holder = EnclaveHolder()
  private let environment: Environment
  private let inner: Lock<Inner>

  private struct Inner: Sendable {
    /// The engine of the device, or nil while the store is being opened again.
    ///
    /// Properties are released in the order of their declaration. So the engine is closed before
    /// its directory is removed.
    var engine: Engine?
    var directory: TemporaryDirectory
    /// The passcodes that the store may have: those that events have set, or have tried to set,
    /// since the last start of the device.
    var passcodes: [String] = []
  }

  /// Makes an empty store, and opens it.
  ///
  /// - Throws: `TemporaryKeychainError` if the system provides no directory or store.
  init(_ state: DeviceState, seed: UInt64) throws(TemporaryKeychainError) {
    clock = DeviceClock(state)
    var environment = Environment.system.guarded(by: faults.gate)
    environment.clock = clock
    // All stores of the device share one source of random bytes. A new store therefore never
    // repeats the bytes of an erased store.
    environment.randomness = SeededRandomness(seed: seed)
    environment.holder = holder
    // No other process locks the store, and each call checks the lock state. A watching thread
    // would keep the engine open at a restart.
    environment.watchesLocks = false
    // A release build does not open a store that was sealed with the cost for tests.
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

  /// The path of the store's current directory.
  var path: String { inner.withLock { $0.directory.path } }

  /// Returns the engine's session for a caller.
  ///
  /// - Throws: `notAvailable` while the store is being opened again, or after it failed to open.
  func session(as caller: Caller) throws(KeychainError) -> Session {
    guard let engine = inner.withLock({ $0.engine }) else {
      throw KeychainError(.notAvailable, "the store of the simulated device is not open")
    }
    return engine.session(as: caller)
  }

  /// Returns a session for the device itself, which is not an app and can use the items of all
  /// access groups.
  func owner() throws(KeychainError) -> Session {
    try session(as: Caller(identifier: "simulated-device", groups: [], seesAllGroups: true))
  }

  /// Applies an event of the device to the store, for example a lock or a new passcode.
  ///
  /// - Throws: the error of the store, for example if the test has made the disk fail.
  func follow(_ event: DeviceEvent, from before: DeviceState, to after: DeviceState)
    throws(TemporaryKeychainError)
  {
    let isNew = before.keybag.identity != after.keybag.identity
    // The store gets the passcode of an event while its clock still shows the time before the
    // event. A new store gets the device's passcode in `begin`.
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

  /// Records in the store that an app was installed, upgraded or deleted.
  ///
  /// Explanations of missing items read this record. On a real machine, an app records itself when
  /// it starts.
  private func notice(_ event: DeviceEvent, _ before: DeviceState, _ after: DeviceState) {
    // Nothing is recorded while the test counts writes up to a fault or a crash. The writes of this
    // record must not be counted.
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

  /// Applies an event with a passcode to the store, and ignores all other events.
  ///
  /// The passcode unlocks the store, or is set, changed or removed.
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

  /// Locks the store at the end of the grace period, the time between the lock of the screen and
  /// the loss of the keys.
  ///
  /// If biometry has unlocked the device, makes the store's keys available again.
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

  /// Runs a body that passes a passcode to the store, and ignores the store's error for a wrong or
  /// refused passcode.
  ///
  /// The error is ignored because the state of the device already says whether the passcode was
  /// accepted.
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

  /// Returns a description of how the store differs from a state of the device, or nil if they
  /// agree.
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
    else { return "the store is \(status), but the device is \(expected) with \(programs)" }
    return nil
  }

  /// Adds passcodes to `passcodes`, the passcodes that the store may have after a crash; ignores
  /// nil.
  private func note(_ passcodes: String?...) {
    inner.withLock { $0.passcodes += passcodes.compactMap { $0 } }
  }

  /// Returns the passcodes that `note` was given since the last start of the device, and forgets
  /// them.
  func takeNoted() -> [String] {
    inner.withLock { inner in
      defer { inner.passcodes = [] }
      return inner.passcodes
    }
  }

  /// Makes a new, empty store with the device's passcode, and opens it.
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

  /// Closes the engine, and opens the store in a directory with a new engine, as after a restart.
  private func reopen(_ directory: TemporaryDirectory) throws(TemporaryKeychainError) {
    let former = inner.withLock { inner in
      defer { inner.engine = nil }
      return inner
    }
    // Closes the former engine here: outside the lock, and before another engine opens its files.
    _ = consume former
    // A fault that the test has asked for may make the opening fail. A match at the lock screen
    // writes nothing, so the fault is not meant for this opening, which is tried again.
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
  /// The lock state of the device, as the engine represents it.
  fileprivate var lockState: LockState {
    hasUnlockedKeys ? .unlocked : hasFirstUnlockKeys ? .locked : .beforeFirstUnlock
  }
}

extension Passcode {
  init(text: String) throws(KeychainError) {
    try self.init(SecretBytes(copying: Array(text.utf8)))
  }
}
