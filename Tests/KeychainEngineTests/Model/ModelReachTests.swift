// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import Testing

/// Tests that the sequences reach interesting states: a generator that finds no items compares
/// nothing.
@Suite("Model: reach")
struct ModelReachTests {
  /// Counts of the states that sequences reach, on the model alone.
  private struct Tally {
    var statuses: [Int32: Int] = [:]
    var matches: [Int: Int] = [:]
    var seen: [String: Int] = [:]

    mutating func count(_ step: ModelStep, _ before: Model, _ model: Model, _ verb: String) {
      let added = model.rows.count - before.rows.count
      func note(_ word: String, _ condition: Bool) { if condition { seen[word, default: 0] += 1 } }
      note("\(verb) leaves a tombstone beside", verb == "update" && added > 0)
      note("\(verb) over a tombstone", verb == "add" && !model.events.isEmpty && added == 0)
      let gone = Set(before.rows.map(\.name)).subtracting(model.rows.map(\.name))
      note("\(verb) displaces a tombstone", verb == "update" && !gone.isEmpty)
      note(
        "\(verb) beside what is lost",
        !model.events.isEmpty && before.rows.contains(where: \.isGone))
      note("\(verb) brings back", verb == "restore" && !model.events.isEmpty)
      note("\(verb) of several", model.events.first?.count ?? 0 > 1)
      note(
        "\(verb) while locked", model.lock == .beforeFirstUnlock && !model.events.isEmpty)
      note(
        "\(verb) leaves an unfinished tombstone",
        model.rows.filter(\.isUnfinished).count > before.rows.filter(\.isUnfinished).count)
      note(
        "\(verb) finishes",
        model.rows.filter(\.isUnfinished).count
          < before.rows.filter(\.isUnfinished).count)
      note(
        "\(verb) after the clock was set back",
        !model.events.isEmpty && model.rows.contains { $0.revision > model.now })
    }
  }

  @Test("sequences meet what they are for")
  func reach() {
    var tally = Tally()
    for seed in 1...150 as ClosedRange<UInt64> {
      var generator = ModelGenerator(seed: seed)
      var model = Model(now: ModelClock.start)
      for _ in 0..<40 {
        let step = generator.step(seeing: model)
        let before = model
        let verb = step.call.verb
        switch model.answer(step) {
        case .refused(let status): tally.statuses[status, default: 0] += 1
        case .demands: tally.statuses[-25330, default: 0] += 1
        case .matches(let matches): tally.matches[min(matches.count, 4), default: 0] += 1
        case .done, .count: break
        }
        tally.count(step, before, model, verb)
      }
    }
    for status: Int32 in [
      -4, -50, -25291, -25293, -25299, -25300, -25303, -25308, -25330, -34018,
    ] {
      #expect(tally.statuses[status, default: 0] >= 10, "\(status): \(tally.statuses)")
    }
    for count in 1...4 { #expect(tally.matches[count, default: 0] >= 10, "\(tally.matches)") }
    for word in [
      "update leaves a tombstone beside", "add over a tombstone", "update displaces a tombstone",
      "update of several", "delete of several", "delete while locked",
      "delete leaves an unfinished tombstone", "unlocking finishes",
      "restore brings back", "add beside what is lost",
      "add after the clock was set back",
    ] { #expect(tally.seen[word, default: 0] >= 3, "\(word): \(tally.seen)") }
  }
}

extension ModelStep.Call {
  fileprivate var verb: String {
    switch self {
    case .add: "add"
    case .copy: "copy"
    case .update: "update"
    case .delete: "delete"
    case .finishTombstones: "finishTombstones"
    case .unlock, .changePasscode, .removePasscode: "unlocking"
    case .restore: "restore"
    default: "other"
    }
  }
}
