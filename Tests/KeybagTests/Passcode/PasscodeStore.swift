// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory

/// Keybag files in memory, with a passcode that tests set, change and try.
struct PasscodeStore {
  let memory = MemoryFileSystem()
  let holder: ProcessKeyHolder
  let clock = StillClock()
  let randomness = SystemRandomness()
  let lastWrong: LastWrongPasscode

  init() throws {
    holder = ProcessKeyHolder(clock: clock)
    lastWrong = LastWrongPasscode(randomness: randomness)
    _ = try files.save(files.create(randomness: randomness).with(state: .complete))
  }

  var files: KeybagFiles { KeybagFiles(directory: "/s", files: memory, holder: holder) }

  func change(lastWrite: Int64 = 0) -> KeybagFiles.PasscodeChange {
    KeybagFiles.PasscodeChange(
      cost: .forTests, lastWrite: lastWrite, limit: UnlockLimit(seconds: 100),
      randomness: randomness)
  }

  func open() throws -> UnlockedKeybag { try files.open(randomness: randomness) }

  func set(_ text: String, lastWrite: Int64 = 0) throws {
    _ = try files.setPasscode(passcode(text), change(lastWrite: lastWrite))
  }

  func change(_ old: String, _ new: String) throws {
    _ = try files.changePasscode(of: attempt(old), to: passcode(new), change())
  }

  func remove(_ text: String, lastWrite: Int64 = 0) throws {
    _ = try files.removePasscode(of: attempt(text), change(lastWrite: lastWrite))
  }

  func attempt(_ text: String, at door: PasscodeDoor = .prompt) throws -> UnlockedKeybag {
    try files.open(
      trying: passcode(text), at: door, remembering: lastWrong, at: clock.bootMoment,
      randomness: randomness)
  }

  func attempts() throws -> PasscodeThrottle { try files.readAttempts(at: clock.bootMoment) }

  /// Restarts the machine: held keys are dropped, and the clock begins anew.
  func restart() {
    holder.dropAll()
    clock.restart()
  }

  func passcode(_ text: String) throws -> Passcode {
    try Passcode(SecretBytes(copying: Array(text.utf8)))
  }
}

/// A clock that stands still until a test moves it.
final class StillClock: KeychainClock {
  private let state = Lock((boot: UInt64(1), microseconds: Int64(0)))

  func now() -> Instant { .reference }
  func sinceBoot() -> Int64 { state.withLock { $0.microseconds } }
  func boot() -> Identifier16 { state.withLock { Identifier16(high: 9, low: $0.boot) } }
  func advance(seconds: Int64) { state.withLock { $0.microseconds += seconds * 1_000_000 } }
  func restart() { state.withLock { $0 = ($0.boot + 1, 0) } }
}
