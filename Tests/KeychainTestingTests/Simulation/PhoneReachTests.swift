// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that random sequences reach the interesting states, counted with the model only.
@Suite("Phone simulation: reach")
struct PhoneReachTests {
  @Test("sequences meet what they are for")
  func reach() {
    var seen: [String: Int] = [:]
    for seed in 1...300 as ClosedRange<UInt64> {
      var generator = PhoneGenerator(seed: seed)
      var model = PhoneModel()
      for _ in 0..<30 {
        let step = generator.step(seeing: model)
        let answer = model.answer(step)
        if step.action.isEvent { continue }
        var words = ["\(answer.status)"]
        if answer.status == 0 { words.append("success after \(min(answer.prompts, 2)) prompts") }
        if answer.status == 0, let asking = step.action.asking, case .read = step.action {
          if asking.interface == .skip { words.append("something is left after skipping") }
          let isGuarded = model.items.contains { $0.guarding != .none }
          if answer.prompts == 0, asking.context != nil, isGuarded {
            words.append("evidence in hand")
          }
        }
        words += model.acts.map { "\($0)" }
        if step.fault != nil { words.append("a fault") }
        if model.items.contains(where: \.isGone) { words.append("beside what is lost") }
        for word in words { seen[word, default: 0] += 1 }
      }
    }
    for word in [
      "0", "-128", "-25291", "-25293", "-25299", "-25300", "-25308", "success after 1 prompts",
      "success after 2 prompts", "something is left after skipping", "evidence in hand", "finger",
      "noMatch", "fallback", "passcode", "cancel", "password", "otherPassword", "a fault",
      "beside what is lost",
    ] { #expect(seen[word, default: 0] >= 10, "\(word): \(seen)") }
  }
}
