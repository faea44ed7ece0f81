// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// What was seen last of reader and surroundings: to look costs a process and some files, and a
/// lookup that is satisfied already must not wait for them.
final class MachineSights: Sendable {
  /// What is known of the surroundings.
  struct Around: Sendable {
    /// Whether somebody can be asked.
    var isInteractive = false
    /// Whether the environment forbids asking.
    var isForbidden = false
    /// Whether an administrator has the account's password asked for.
    var asksForAccount = false
  }

  private struct State: Sendable {
    var biometry: AuthenticationFacts.Biometry?
    /// When the reader was looked for, in microseconds since boot.
    var looked: Int64?
    /// Whether there is an answer, though it may be an old one.
    var isKnown = false
    var around = Around()
    var aroundLooked: Int64?
    /// The passcode that was seen last, by its number; nil before the first look.
    var passcode: UInt64?
  }

  private let means: PromptMeans
  private let state = Lock(State())

  init(_ means: PromptMeans) {
    self.means = means
  }

  /// Has everything looked at anew when it is needed next.
  func forget() {
    state.withLock {
      $0.looked = nil
      $0.aroundLooked = nil
    }
  }

  /// Whether there is another passcode than at the last look, or none any more.
  func isNews(_ known: StoreFacts) -> Bool {
    state.withLock { state in
      let last = state.passcode
      // Where there is none its number is 0.
      state.passcode = known.passcodeVersion
      return last != nil && last != known.passcodeVersion
    }
  }

  /// Who can be asked, and for what; starts no process.
  func around(at now: Int64) -> Around {
    let (last, looked) = state.withLock { ($0.around, $0.aroundLooked) }
    if let looked, (0..<means.surroundingsLife).contains(now - looked) { return last }
    let surroundings = means.surroundings()
    let choice = PromptChoice(surroundings)
    // An agent is reached by other means, which are not there yet.
    let isInteractive =
      switch choice {
      case .agent, .nobody: false
      case .display, .terminalProgram, .terminal: true
      }
    let around = Around(
      isInteractive: isInteractive, isForbidden: !surroundings.allowsQuestions,
      asksForAccount: means.helper?.asksForAccount ?? false)
    state.withLock {
      $0.around = around
      $0.aroundLooked = now
    }
    return around
  }

  /// The reader and the fingers.
  ///
  /// - Returns: nil where there is no reader; and whether it is another answer than the last.
  func biometry(
    of store: any AuthenticationStore, at now: Int64
  ) -> (AuthenticationFacts.Biometry?, isNews: Bool) {
    guard let helper = means.helper else { return (nil, false) }
    let (last, looked) = state.withLock { ($0.biometry, $0.looked) }
    if let looked, (0..<means.sensorLife).contains(now - looked) { return (last, false) }
    let begin = MonotonicTime.now
    let found = helper.findSensor(
      until: Deadline(milliseconds: means.finding), cancellation: Cancellation())
    var answer = last
    if let found, let biometry = try? store.biometry(found) {
      answer = biometry
    } else if let found, case .failure = found {
      answer = nil
    }
    // It counts from its end: the look itself may have taken longer than an answer counts.
    let took = (MonotonicTime.now.nanoseconds - begin.nanoseconds) / 1000
    return state.withLock { state in
      state.looked = now + took
      let isNews = state.isKnown && state.biometry != answer
      // Without an answer nothing is known yet: the first one is no news.
      if found != nil { state.isKnown = true }
      state.biometry = answer
      return (answer, isNews)
    }
  }
}
