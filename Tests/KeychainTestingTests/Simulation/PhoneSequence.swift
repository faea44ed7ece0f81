// SPDX-License-Identifier: Apache-2.0

/// A life of a phone, compared with the model after each step.
struct PhoneSequence {
  let seed: UInt64
  let steps: [PhoneStep]

  init(seed: UInt64, count: Int) {
    var generator = PhoneGenerator(seed: seed)
    var model = PhoneModel()
    var steps: [PhoneStep] = []
    for _ in 0..<count {
      var step = generator.step(seeing: model)
      let answer = model.answer(step)
      // A disk that fails while somebody answers is no matter of this.
      if answer.prompts > 0 || step.action.isEvent { step.fault = nil }
      if step.fault != nil { model.restart() }
      steps.append(step)
    }
    self.init(seed: seed, steps: steps)
  }

  init(seed: UInt64, steps: [PhoneStep]) {
    self.seed = seed
    self.steps = steps
  }

  /// Where phone and model part, and how.
  typealias Mismatch = (place: Int, text: String)

  /// Nil where they never part.
  func mismatch() throws -> Mismatch? {
    let rig = PhoneRig(seed: seed)
    var model = PhoneModel()
    for (place, step) in steps.enumerated() {
      let before = model
      let expected = model.answer(step)
      let found = try rig.answer(step, model)
      if let surprise = rig.surprise { return (place, surprise) }
      if step.fault != nil {
        if let text = settle(rig, found, expected, before, &model) { return (place, text) }
      } else if found != expected {
        return (place, "\(found), expected \(expected)")
      }
    }
    return nil
  }

  /// After a fault: all of the step or nothing, and all of it where it was answered so.
  private func settle(
    _ rig: PhoneRig, _ found: PhoneAnswer, _ expected: PhoneAnswer, _ before: PhoneModel,
    _ model: inout PhoneModel
  ) -> String? {
    if found != expected, found.status != -36 { return "with a fault: \(found), not \(expected)" }
    rig.restart()
    var candidates = found == expected ? [model] : [before, model]
    for place in candidates.indices { candidates[place].restart() }
    let outlines = rig.outlines
    guard let same = candidates.first(where: { $0.outlines == outlines }) else {
      return "after a fault \(outlines), not \(candidates.map(\.outlines))"
    }
    model = same
    return nil
  }

  /// Leaves out steps as long as phone and model still part.
  func shrunk() throws -> [PhoneStep] {
    var steps = steps
    var size = max(steps.count / 2, 1)
    while true {
      var start = 0
      while start < steps.count {
        let rest = Array(steps[..<start] + steps[min(start + size, steps.count)...])
        // Without its steps before an event may be none that can happen.
        if let place = (try? PhoneSequence(seed: seed, steps: rest).mismatch())??.place {
          steps = Array(rest[...place])
        } else {
          start += size
        }
      }
      if size == 1 { return steps }
      size /= 2
    }
  }
}

extension PhoneStep.Action {
  /// Whether it happens to the phone and is no call.
  var isEvent: Bool {
    if case .delete = self { return false }
    return asking == nil
  }
}
