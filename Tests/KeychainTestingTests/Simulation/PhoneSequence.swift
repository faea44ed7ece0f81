// SPDX-License-Identifier: Apache-2.0

/// A random life of a phone, compared with the model after each step.
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
      // Faults during a prompt or an event are left out of this simulation.
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

  /// The step at which the phone and the model differ, and the difference.
  typealias Mismatch = (place: Int, text: String)

  /// Returns the first difference, or nil if the phone and the model agree at every step.
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

  /// Restarts the phone after a fault.
  ///
  /// Nil if it has all of the step, or nothing of it.
  ///
  /// If the call was answered as expected, all of the step must be there.
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

  /// Returns a short sequence of steps that still shows a difference.
  func shrunk() throws -> [PhoneStep] {
    var steps = steps
    var size = max(steps.count / 2, 1)
    while true {
      var start = 0
      while start < steps.count {
        let rest = Array(steps[..<start] + steps[min(start + size, steps.count)...])
        // Without earlier steps an event may be impossible. Then the steps stay.
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
  /// True if this is an event of the phone and not a call.
  var isEvent: Bool {
    if case .delete = self { return false }
    return asking == nil
  }
}
