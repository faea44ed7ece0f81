// SPDX-License-Identifier: Apache-2.0

/// Leaves out steps as long as engine and model still differ.
struct ModelShrinker {
  private let seed: UInt64
  private var steps: [ModelStep]
  /// The number of attempts that are left.
  ///
  /// Each attempt needs a new store.
  private var attempts = 400

  init(_ sequence: ModelSequence, upTo place: Int) {
    seed = sequence.seed
    steps = Array(sequence.steps[...place])
  }

  /// Returns the shortest sequence found, and its mismatch.
  mutating func shrunk() throws -> (steps: [ModelStep], text: String) {
    var size = max(steps.count / 2, 1)
    while true {
      var start = 0
      while start < steps.count, attempts > 0 {
        let end = min(start + size, steps.count)
        let rest = Array(steps[..<start] + steps[end...])
        if try !leaveOut(rest) { start += size }
      }
      if size == 1 || attempts == 0 { break }
      size /= 2
    }
    let text = try ModelSequence(seed: seed, count: 0, steps: steps).run()?.text
    return (steps, text ?? "not again: it depends on more than its steps")
  }

  private mutating func leaveOut(_ rest: [ModelStep]) throws -> Bool {
    attempts -= 1
    guard !rest.isEmpty, let mismatch = try ModelSequence(seed: seed, count: 0, steps: rest).run()
    else {
      return false
    }
    steps = Array(rest[...mismatch.place])
    return true
  }
}
