// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// Tests the cost of a passcode that was changed on a slow machine
/// (Specification/access-control.md, "Derivation").
@Suite("Cost of a changed passcode")
struct PasscodeCostTests {
  /// The clock of a machine whose processors become slow.
  private final class WornClock: KeychainClock {
    private let state = Lock((time: Int64(0), step: Int64(40_000)))

    func now() -> Instant { .reference }
    func sinceBoot() -> Int64 { 0 }
    func boot() -> Identifier16 { Identifier16(high: 9, low: 1) }
    func slowDown() { state.withLock { $0.step = 5_000_000 } }

    func ofThread() -> Int64 {
      state.withLock { state in
        state.time += state.step
        return state.time
      }
    }
  }

  @Test("a change while the machine is slow leaves the cost as it was")
  func changed() throws {
    let store = try TestStore()
    let clock = WornClock()
    let environment = Environment(clock: clock, holder: ProcessKeyHolder(clock: clock))
    let session = try Engine.open(
      StoreLocation(directory: store.directory), environment: environment
    ).session(as: LockedStore.caller)
    func cost() throws -> PasscodeCost? {
      try KeybagFiles(
        directory: store.directory, files: environment.files, holder: environment.holder
      ).open(randomness: environment.randomness).passcode?.derivation?.cost
    }
    try session.setPasscode(passcode("1234"), for: UnlockLimit(seconds: nil))
    let first = try #require(try cost())
    #expect(first.logarithm > PasscodeCost.limits.lowerBound && !first.isForTests)
    clock.slowDown()
    try session.changePasscode(
      from: passcode("1234"), to: passcode("5678"), at: .prompt, for: UnlockLimit(seconds: nil))
    #expect(try cost() == first)
  }

  @Test("the thread's time is not the machine's: asleep it stands still")
  func asleep() {
    let clock = SystemClock()
    let (start, thread) = (clock.sinceBoot(), clock.ofThread())
    Patience.pause(.milliseconds(50))
    #expect(clock.sinceBoot() - start >= 50_000)
    #expect((0..<40_000).contains(clock.ofThread() - thread))
  }
}
