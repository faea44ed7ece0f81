// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Compares the engine with a simple model, in long random sequences of calls by several programs.
///
/// The sequences cover several lock states and two engines of one store. `make simulate SEQUENCES=…
/// STEPS=… SEED=…` runs more. A mismatch prints the seed, the step and the shortest sequence found
/// that still shows it.
@Suite("Model")
struct ModelTests {
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  static let sequences = setting("LATCHKEY_MODEL_SEQUENCES") ?? 500
  static let steps = setting("LATCHKEY_MODEL_STEPS").map { Int($0) }
  static let seed = setting("LATCHKEY_MODEL_SEED") ?? 1
  /// The number of parts: enough to keep the cores of most machines busy.
  private static let parts: UInt64 = 8

  /// The number of sequences that share a store, one after the other.
  ///
  /// A new store costs as much as ten calls.
  private static let sequencesPerStore = 16
  /// The numbers of steps of a sequence if the environment does not set one: many short sequences,
  /// a few long.
  private static let lengths = [8, 8, 8, 8, 8, 8, 8, 40]

  @Test("engine and model give the same answers", arguments: 0..<parts)
  func sameAnswers(part: UInt64) throws {
    var rig: ModelRig?
    var model = Model(now: 0)
    var served = 0
    for index in stride(from: part, to: Self.sequences, by: Int(Self.parts)) {
      served += 1
      if served % Self.sequencesPerStore == 0 { rig = nil }
      // Rows that were lost with a passcode cannot be deleted, so the store is not used again.
      if model.rows.contains(where: \.isGone) { rig = nil }
      try rig?.clear(model)
      let store = try rig ?? ModelRig(seed: Self.seed &+ index)
      rig = store
      let count = Self.steps ?? Self.lengths[served % Self.lengths.count]
      let sequence = ModelSequence(seed: Self.seed &+ index, count: count)
      let looksAround = Self.steps != nil || served % 4 == 0
      if let mismatch = try sequence.run(on: store, lookingAround: looksAround, model: &model) {
        try report(sequence, mismatch)
        return
      }
    }
  }

  private func report(_ sequence: ModelSequence, _ mismatch: ModelSequence.Mismatch) throws {
    guard Self.setting("LATCHKEY_MODEL_SHRINK") != 0 else {
      Issue.record("seed \(sequence.seed), step \(mismatch.place + 1): \(mismatch.text)")
      return
    }
    var shrinker = ModelShrinker(sequence, upTo: mismatch.place)
    let (steps, text) = try shrinker.shrunk()
    Issue.record(
      """
      seed \(sequence.seed), step \(mismatch.place + 1): \(mismatch.text)
      again: make simulate SEED=\(sequence.seed) SEQUENCES=1 STEPS=\(sequence.count)
      shortest found:
      \(steps.map { "  \($0)" }.joined(separator: "\n"))
      there: \(text)
      """)
  }
}
