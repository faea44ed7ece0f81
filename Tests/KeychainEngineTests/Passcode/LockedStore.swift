// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// A store with a passcode, on a machine that a test can restart.
final class LockedStore: Sendable {
  static let caller = Caller(identifier: "app", groups: ["group"])

  let store: TestStore
  let clock = MachineClock()
  let holder: ProcessKeyHolder

  init() throws {
    store = try TestStore()
    holder = ProcessKeyHolder(clock: clock)
  }

  var environment: Environment {
    Environment(clock: clock, holder: holder, passcodeCost: .forTests)
  }

  /// Opens the store as another process would, as far as that is possible within one process.
  func open() throws -> Session {
    try Engine.open(StoreLocation(directory: store.directory), environment: environment)
      .session(as: Self.caller)
  }

  /// Opens a session on the store in a lock state.
  func open(in state: LockState) throws -> Session {
    let session = try open()
    try session.setPasscode(passcode("1234"), for: UnlockLimit(seconds: nil))
    try put(session, in: state)
    return session
  }

  func put(_ session: Session, in state: LockState) throws {
    switch state {
    case .unlocked: return
    case .locked: try session.lockStore(all: false)
    case .beforeFirstUnlock: try session.lockStore(all: true)
    }
  }

  func unlock(_ session: Session, seconds: Int? = nil) throws {
    try session.unlockStore(
      passcode("1234"), at: .prompt, for: UnlockLimit(seconds: seconds))
  }

  func restart() {
    holder.dropAll()
    clock.restart()
  }
}

func passcode(_ text: String) throws -> Passcode {
  try Passcode(SecretBytes(copying: Array(text.utf8)))
}

/// The clock of a machine that can be restarted.
final class MachineClock: KeychainClock {
  private let state = Lock((boot: UInt64(1), sinceBoot: Int64(0), now: Int64(800_000_000_000_000)))

  func now() -> Instant { Instant(microseconds: state.withLock { $0.now }) }
  func sinceBoot() -> Int64 { state.withLock { $0.sinceBoot } }
  func boot() -> Identifier16 { state.withLock { Identifier16(high: 9, low: $0.boot) } }

  func advance(seconds: Int64) {
    state.withLock { state in
      state.sinceBoot += seconds * 1_000_000
      state.now += seconds * 1_000_000
    }
  }

  func restart() { state.withLock { $0 = ($0.boot + 1, 0, $0.now) } }
  func set(_ now: Int64) { state.withLock { $0.now = now } }
}
