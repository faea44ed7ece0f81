// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What an owner who was killed wrote down: what has returned, and what had not.
struct OwnerLedger {
  /// What holds if the last act was not done.
  private(set) var acknowledged: OwnerState
  /// The act that had not returned; nil when none was going on.
  private(set) var unfinished: OwnerState.Act?
  private(set) var calls = 0
  private(set) var hasBegun = false
  /// Whether the last act was refused after it had waited as long as a writer does.
  private(set) var wasBusy = false
  /// An act that was refused, with its status, which none may be but for a lock.
  private(set) var refusal: String?

  init(_ text: String, before: OwnerState) {
    acknowledged = before
    for line in text.split(separator: "\n") { take(line) }
  }

  private mutating func take(_ line: Substring) {
    if line == "start" {
      hasBegun = true
    } else if line.hasPrefix("begin\t"), let act = OwnerState.Act(line.dropFirst(6)) {
      unfinished = act
    } else if line == "done" {
      if let act = unfinished { acknowledged = acknowledged.applying(act) }
      unfinished = nil
      calls += 1
    } else if line == "locked" || line.hasPrefix("busy ") {
      wasBusy = line != "locked"
      unfinished = nil
    } else {
      refusal = String(line)
    }
  }

  /// What may be there: the act that did not return is whole or absent.
  var allowed: [OwnerState] {
    guard let unfinished else { return [acknowledged] }
    return [acknowledged, acknowledged.applying(unfinished)]
  }

  /// How many wrong tries may be counted: each try counts before it is looked at.
  var allowedTries: Set<Int> {
    var tries: Set = [acknowledged.tries]
    guard let unfinished else { return tries }
    tries.insert(acknowledged.applying(unfinished).tries)
    if unfinished.provesPasscode { tries.insert(acknowledged.tries + 1) }
    return tries
  }

  /// How locked it may be; one of the two held keys may have come or gone alone.
  var allowedLocks: Set<LockState> {
    let locks = Set(allowed.map(\.lock))
    return locks.contains(.beforeFirstUnlock) && locks.count > 1 ? locks.union([.locked]) : locks
  }
}
