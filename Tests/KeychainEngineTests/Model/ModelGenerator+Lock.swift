// SPDX-License-Identifier: Apache-2.0

// Passcodes and locks.
extension ModelGenerator {
  private static let passcodes = ["1", "2", "3"]

  /// Draws a call that may lock or unlock.
  mutating func lockCall(seeing model: Model) -> ModelStep.Call {
    guard let right = model.passcode.text else {
      return percent() < 85 ? .setPasscode(pick(Self.passcodes)) : anyLockCall()
    }
    if chance(25) { return anyLockCall() }
    if model.passcode.secondsToWait(model.sinceBoot) > 0, chance(40) {
      return .moveClock(3_600_000_000)
    }
    if model.passcode.end != nil, chance(40) { return .moveClock(70_000_000) }
    switch (model.lock, percent()) {
    case (.unlocked, ..<60): return .lock(all: chance(40))
    case (.unlocked, ..<66), (.afterFirstUnlock, ..<70), (.beforeFirstUnlock, ..<70):
      return .unlock(right, seconds: chance(20) ? 60 : nil)
    case (_, ..<78): return .changePasscode(right, pick(Self.passcodes))
    case (_, ..<94): return .removePasscode(right)
    default: return .restart
    }
  }

  /// Draws a call that may well be refused.
  private mutating func anyLockCall() -> ModelStep.Call {
    let (one, other) = (pick(Self.passcodes), pick(Self.passcodes))
    switch percent() {
    case ..<35: return .unlock(one, seconds: nil)
    case ..<55: return .setPasscode(one)
    case ..<65: return .changePasscode(one, other)
    case ..<75: return .removePasscode(one)
    case ..<95: return .lock(all: chance(50))
    default: return .restart
    }
  }

  mutating func fault() -> ModelFault {
    chance(50) ? .fails(at: pick(Array(1...12))) : .crashes(at: pick(Array(1...12)))
  }
}
