// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainTypes
internal import SecureMemory

/// Writes down the calls that escape while a device or a temporary keychain lives.
final class Witness: Sendable {
  private struct Call: Hashable, Sendable {
    let callStack: [String]
    let place: CodePlace
    /// How many other devices and keychains lived then, whose tests may have made the call.
    let others: Int
  }

  private struct State: Sendable {
    var calls: [Call] = []
    /// How many of `calls` have been taken as mistakes.
    var taken = 0
    /// How many came when there was no room for their call stacks any more.
    var others = 0

    /// Whether there is room for another call; if not, the call is counted.
    mutating func hasRoom() -> Bool {
      guard calls.count >= Witness.mostKept else { return true }
      others += 1
      return false
    }
  }

  /// How many calls are kept: the first ones tell the mistake, and a loop would fill the memory.
  private static let mostKept = 100

  /// How many witnesses there are in the process.
  private static let living = Lock(0)

  private let places: CodePlaces
  private let state = Lock(State())
  private let number = Lock<UInt64>(0)

  init(_ places: CodePlaces) {
    self.places = places
    CurrentInstallation.beginIsolation()
    Witness.living.withLock { $0 += 1 }
    let isolation = CurrentInstallation.witness { [state] in
      guard state.withLock({ $0.hasRoom() }) else { return }
      let call = Call(
        callStack: Thread.callStackSymbols, place: places.last,
        others: Witness.living.withLock { $0 } - 1)
      state.withLock { $0.calls.append(call) }
    }
    number.withLock { $0 = isolation }
  }

  /// The first hundred calls that escaped.
  var escapes: [SimulatedDevice.Escape] {
    state.withLock { $0.calls }.map { SimulatedDevice.Escape(callStack: $0.callStack) }
  }

  /// The calls since the last time as mistakes of the test; calls from one place are one mistake.
  ///
  /// - Parameter subject: the word for what was not in reach: device or keychain.
  func takeMistakes(of subject: String) -> [TestMistake] {
    let (calls, others) = state.withLock { (state: inout State) -> ([Call], Int) in
      defer { (state.taken, state.others) = (state.calls.count, 0) }
      return (Array(state.calls.dropFirst(state.taken)), state.others)
    }
    var counts: [Call: Int] = [:]
    for call in calls { counts[call, default: 0] += 1 }
    var seen: Set<Call> = []
    var mistakes = calls.filter { seen.insert($0).inserted }.map { call in
      TestMistake(
        .escapedCall, Self.words(of: call, count: counts[call] ?? 1, subject), at: call.place,
        callStack: call.callStack)
    }
    if others > 0 {
      mistakes.append(
        TestMistake(
          .escapedCall, "\(others) more calls were refused after the first \(Self.mostKept)",
          at: places.last))
    }
    return mistakes
  }

  private static func words(of call: Call, count: Int, _ subject: String) -> String {
    let calls = count == 1 ? "a call was" : "\(count) calls were"
    let more =
      call.others == 1 ? "1 more device or keychain" : "\(call.others) more devices or keychains"
    let others =
      call.others == 0 ? "" : "; \(more) lived in this process then: it may be another test's call"
    return "\(calls) refused with errSecNotAvailable, as no \(subject) was in reach: make such "
      + "calls within `use` or `run`; `install()` reaches threads, queues and detached tasks"
      + others
  }

  func end() {
    CurrentInstallation.endWitness(number.withLock { $0 })
    Witness.living.withLock { $0 -= 1 }
    CurrentInstallation.endIsolation()
  }
}
