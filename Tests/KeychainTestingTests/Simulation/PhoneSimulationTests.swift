// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Compares the simulated device, with its real store, with a model of a phone.
///
/// The random lives have locks, restarts, passcodes, fingers, prompts and disk faults. `make
/// simulate SEQUENCES=… STEPS=… SEED=…` runs more of them. A mismatch prints the seed, the step and
/// the shortest sequence found that still shows it.
@Suite("Phone simulation")
struct PhoneSimulationTests {
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  private static let sequences = setting("LATCHKEY_MODEL_SEQUENCES") ?? 60
  private static let steps = Int(setting("LATCHKEY_MODEL_STEPS") ?? 30)
  private static let seed = setting("LATCHKEY_MODEL_SEED") ?? 1
  private static let parts: UInt64 = 4

  @Test("phone and model give the same answers", arguments: 0..<parts)
  func sameAnswers(part: UInt64) throws {
    FailureRecord.silence()
    for index in stride(from: part, to: Self.sequences, by: Int(Self.parts)) {
      let sequence = PhoneSequence(seed: Self.seed &+ index, count: Self.steps)
      guard let mismatch = try sequence.mismatch() else { continue }
      return try report(sequence, mismatch)
    }
  }

  private func report(_ sequence: PhoneSequence, _ mismatch: PhoneSequence.Mismatch) throws {
    let first = "seed \(sequence.seed), step \(mismatch.place + 1): \(mismatch.text)"
    guard Self.setting("LATCHKEY_MODEL_SHRINK") != 0 else {
      Issue.record("\(first)")
      return
    }
    let steps = Array(sequence.steps[...mismatch.place])
    let shortest = try PhoneSequence(seed: sequence.seed, steps: steps).shrunk()
    Issue.record(
      """
      \(first)
      again: make simulate SEED=\(sequence.seed) SEQUENCES=1 STEPS=\(Self.steps)
      shortest found:
      \(shortest.map { "  \($0)" }.joined(separator: "\n"))
      there: \(try PhoneSequence(seed: sequence.seed, steps: shortest).mismatch()?.text ?? "-")
      """)
  }
}
