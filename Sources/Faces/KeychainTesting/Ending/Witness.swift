// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainTypes
internal import SecureMemory

/// Records the escaped calls while a device or a temporary keychain exists.
///
/// An escaped call is a keychain call that is refused because no device or keychain is active in
/// its task or process.
final class Witness: Sendable {
  private struct Call: Hashable, Sendable {
    let callStack: [String]
    let place: CodePlace
    /// The number of other devices and keychains that existed when the escaped call was made.
    ///
    /// The call may belong to the test of one of these.
    let others: Int
  }

  private struct State: Sendable {
    var calls: [Call] = []
    /// The number of elements of `calls` that `takeMistakes` has already returned.
    var taken = 0
    /// The number of escaped calls that are not yet reported, and not in `calls` because `calls`
    /// was full.
    var others = 0

    /// Returns true if another call can be added to `calls`, and otherwise counts the call in
    /// `others`.
    mutating func hasRoom() -> Bool {
      guard calls.count >= Witness.mostKept else { return true }
      others += 1
      return false
    }
  }

  /// The maximum number of calls that are recorded with their call stacks.
  ///
  /// The first calls are enough to show the mistake, and the calls of a loop would fill the memory.
  private static let mostKept = 100

  /// The number of devices and keychains that exist in the process, each with its witness.
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

  /// The first hundred escaped calls.
  var escapes: [SimulatedDevice.Escape] {
    state.withLock { $0.calls }.map { SimulatedDevice.Escape(callStack: $0.callStack) }
  }

  /// Returns the escaped calls that were not returned before, as mistakes of the test.
  ///
  /// Equal calls from one place become one mistake.
  ///
  /// - Parameter subject: the word for the missing object in the message: "device" or "keychain".
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
      call.others == 0
      ? "" : "; \(more) lived in this process then: the call may belong to another test"
    return "\(calls) refused with errSecNotAvailable, as no \(subject) was in reach: make these "
      + "calls within `use` or `run`; `install()` reaches threads, queues and detached tasks"
      + others
  }

  func end() {
    CurrentInstallation.endWitness(number.withLock { $0 })
    Witness.living.withLock { $0 -= 1 }
    CurrentInstallation.endIsolation()
  }
}
