// SPDX-License-Identifier: Apache-2.0
internal import KeychainEngine
internal import KeychainTypes
internal import SecureMemory

/// The Keychain of a simulated device: a real engine on a real store in a directory of its own.
///
/// The one place where the device talks to the engine: it makes the engine's world follow the
/// device's state.
final class DeviceKeychain: Sendable {
  let clock: DeviceClock
  let faults = DeviceFaults()
  private let environment: Environment
  private let inner: Lock<Inner>

  private struct Inner: Sendable {
    var directory: TemporaryDirectory
    /// Nil only while the store is opened again.
    var store: OpenStore?
  }

  private struct OpenStore: Sendable {
    /// With all its keys.
    let engine: Engine
    /// As it is now.
    var present: Engine

    init(_ engine: Engine, _ state: DeviceState) {
      self.engine = engine
      present = engine.testOnlyLocked(keeping: state.availableProtections)
    }
  }

  /// - Throws: `TemporaryKeychainError` when the system gives no directory or store.
  init(_ state: DeviceState, seed: UInt64) throws(TemporaryKeychainError) {
    clock = DeviceClock(state)
    var environment = Environment.system.guarded(by: faults.gate)
    environment.clock = clock
    // One source for all stores of the device, so that no erased one's bytes come back.
    environment.randomness = SeededRandomness(seed: seed)
    self.environment = environment
    let directory = try TemporaryDirectory()
    let engine = try Self.open(directory, environment)
    inner = Lock(Inner(directory: directory, store: OpenStore(engine, state)))
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

  /// The engine for one caller, with the keys of now.
  ///
  /// - Throws: `notAvailable` while the store is opened again, or after it did not open.
  func session(as caller: Caller) throws(KeychainError) -> Session {
    guard let store = inner.withLock({ $0.store }) else {
      throw KeychainError(.notAvailable, "the store of the simulated device is not open")
    }
    return store.present.session(as: caller)
  }

  /// The engine for the device itself, which sees all groups.
  func owner() throws(KeychainError) -> Session {
    try session(as: Caller(identifier: "simulated-device", groups: [], seesAllGroups: true))
  }

  /// Makes clocks, keys and store those of a state.
  ///
  /// - Throws: `TemporaryKeychainError` when there is no new store to be had, or the old one does
  ///   not open.
  func follow(from before: DeviceState, to after: DeviceState) throws(TemporaryKeychainError) {
    clock.show(after)
    if before.keybag.identity != after.keybag.identity {
      try begin(after)
    } else if before.bootCount != after.bootCount, faults.hasCrashed {
      try reopen(after)
    } else if before.availableProtections != after.availableProtections {
      inner.withLock { inner in
        inner.store = inner.store.map { OpenStore($0.engine, after) }
      }
    }
    if before.hasItems(lostBy: after) { removePasscodeSetItems() }
  }

  /// A new, empty store.
  private func begin(_ state: DeviceState) throws(TemporaryKeychainError) {
    faults.clear()
    let directory = try TemporaryDirectory()
    try put(directory, state)
  }

  /// Opens the store again, as a machine does that has stopped dead.
  private func reopen(_ state: DeviceState) throws(TemporaryKeychainError) {
    faults.clear()
    try put(inner.withLock { $0.directory }, state)
  }

  private func put(
    _ directory: TemporaryDirectory, _ state: DeviceState
  ) throws(TemporaryKeychainError) {
    let former = inner.withLock { inner in
      defer { inner.store = nil }
      return inner
    }
    // Closed here: outside the lock, and before another engine opens the same files.
    _ = consume former
    let engine = try Self.open(directory, environment)
    inner.withLock { $0 = Inner(directory: directory, store: OpenStore(engine, state)) }
  }

  /// What the passcode's class key alone opened is lost with it.
  private func removePasscodeSetItems() {
    // Until the engine destroys that key itself, its rows are deleted.
    for itemClass in ItemClass.stored {
      let protection = Predicate(
        .protection, .text(Protection.whenPasscodeSetThisDeviceOnly.name))
      try? owner().delete(Query(itemClass, [protection]))
    }
  }
}

extension DeviceState {
  /// Whether the passcode's class key goes between two states of one store.
  fileprivate func hasItems(lostBy after: DeviceState) -> Bool {
    keybag.hasPasscodeKey && !after.keybag.hasPasscodeKey
      && keybag.identity == after.keybag.identity
  }
}
