// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import Testing

/// Tests of the cost chosen for trying a new passcode (Specification/access-control.md,
/// "Derivation").
@Suite("Calibrated cost of a passcode")
struct PasscodeCalibrationTests {
  private static let plenty: Int64 = 64 << 30

  /// A clock with given processor times, and with a wall clock that shows a busy machine.
  private final class ScriptedClock: KeychainClock {
    private let state: Lock<(steps: [Int64], looks: Int, time: Int64)>

    /// - Parameter times: the samples in microseconds. The last one repeats.
    init(_ times: [Int64]) { state = Lock((times, 0, 0)) }

    var looks: Int { state.withLock { $0.looks } }

    func now() -> Instant { .reference }
    func sinceBoot() -> Int64 { state.withLock { $0.time } * 1_000 }
    func boot() -> Identifier16 { .zero }

    func ofThread() -> Int64 {
      state.withLock { state in
        defer { state.looks += 1 }
        // The second reading of a pair ends a sample.
        if state.looks % 2 == 1 {
          state.time += state.steps[min(state.looks / 2, state.steps.count - 1)]
        }
        return state.time
      }
    }
  }

  @Test(
    "the largest that fits into half a second and a quarter of the memory",
    arguments: [
      // Microseconds for N = 2^15, free bytes of memory, the expected logarithm of N.
      (1, plenty, 20), (14_880, plenty, 20), (14_881, plenty, 19), (29_761, plenty, 19),
      (29_762, plenty, 18), (59_523, plenty, 18), (59_524, plenty, 17), (119_047, plenty, 17),
      (119_048, plenty, 16), (238_095, plenty, 16), (238_096, plenty, 15), (9_000_000, plenty, 15),
      (1, 4 << 30, 20), (1, (4 << 30) - 1, 19), (1, 2 << 30, 19), (1, (2 << 30) - 1, 18),
      (1, 256 << 20, 16), (1, (256 << 20) - 1, 15), (1, 0, 15),
    ] as [(Int64, Int64, UInt8)])
  func fitting(time: Int64, memory: Int64, logarithm: UInt8) {
    let cost = PasscodeCost.fitting(smallestTakes: time, freeMemory: memory)
    #expect(cost.logarithm == logarithm && !cost.isForTests)
  }

  @Test("the least of three samples counts, of the thread's own time")
  func samples() {
    let clock = ScriptedClock([400_000, 20_000, 300_000, 1])
    let cost = PasscodeCost.calibrated(by: clock, freeMemory: Self.plenty)
    #expect(cost.logarithm == 19 && clock.looks == 6)
  }

  @Test(
    "never less than the store's passcode cost before",
    arguments: [(nil, 15), (16, 16), (20, 20)] as [(UInt8?, UInt8)])
  func former(_ former: UInt8?, _ logarithm: UInt8) {
    let slow = PasscodeCost.calibrated(
      by: ScriptedClock([1_000_000]), freeMemory: Self.plenty,
      atLeast: former.map { PasscodeCost($0) })
    #expect(slow.logarithm == logarithm)
  }

  @Test("a faster machine makes the next passcode cost more; a test's cost is none of a store's")
  func more() {
    let clock = ScriptedClock([20_000])
    for former in [PasscodeCost(16), .forTests] {
      let cost = PasscodeCost.calibrated(by: clock, freeMemory: Self.plenty, atLeast: former)
      #expect(cost.logarithm == 19 && !cost.isForTests)
    }
  }
}
