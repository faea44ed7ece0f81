// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The ledger of a killed owner: the acts that have returned, and the act that had not.
struct OwnerLedger {
  /// The state of the store if the unfinished act was not done.
  private(set) var acknowledged: OwnerState
  /// The act that had not returned, or nil if the owner was between two acts.
  private(set) var unfinished: OwnerState.Act?
  private(set) var calls = 0
  private(set) var hasBegun = false
  /// True if the last act was refused after it had waited as long as a writer does.
  private(set) var wasBusy = false
  /// An act that was refused, with its status.
  ///
  /// Only a lock or a long wait is a valid reason for a refusal.
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

  /// The allowed states: the act that did not return is done wholly or not at all.
  var allowed: [OwnerState] {
    guard let unfinished else { return [acknowledged] }
    return [acknowledged, acknowledged.applying(unfinished)]
  }

  /// The allowed counts of wrong tries.
  ///
  /// The store counts each try before it looks at the passcode.
  var allowedTries: Set<Int> {
    var tries: Set = [acknowledged.tries]
    guard let unfinished else { return tries }
    tries.insert(acknowledged.applying(unfinished).tries)
    if unfinished.provesPasscode { tries.insert(acknowledged.tries + 1) }
    return tries
  }

  /// The allowed lock states.
  ///
  /// One of the two held keys may have come or gone alone.
  var allowedLocks: Set<LockState> {
    let locks = Set(allowed.map(\.lock))
    return locks.contains(.beforeFirstUnlock) && locks.count > 1 ? locks.union([.locked]) : locks
  }
}
