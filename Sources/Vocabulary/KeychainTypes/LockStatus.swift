// SPDX-License-Identifier: Apache-2.0

/// Which keys of a store are there now (spec/access-control.md 2.1, spec/secitem.md 10.1).
package enum LockState: String, Hashable, Sendable, CaseIterable {
  /// All of them; so a store without a passcode always is.
  case unlocked
  /// Those of `ck`, `cku`, `dk` and `dku`.
  case locked
  /// Those of `dk` and `dku`: the passcode was not given since the machine started.
  case beforeFirstUnlock

  /// The protections that are there in a store with a passcode.
  package var protections: Set<Protection> {
    Set(Protection.allCases.filter { has($0, hasPasscode: true) })
  }

  /// Whether items of a protection can be opened and made (spec/secitem.md 10.1).
  package func has(_ protection: Protection, hasPasscode: Bool) -> Bool {
    switch protection {
    case .always, .alwaysThisDeviceOnly: true
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: self != .beforeFirstUnlock
    case .whenUnlocked, .whenUnlockedThisDeviceOnly: self == .unlocked
    case .whenPasscodeSetThisDeviceOnly: self == .unlocked && hasPasscode
    }
  }
}

/// What `security lock-status` tells.
package struct LockStatus: Hashable, Sendable {
  /// Wrong passcodes that a program has handed in as data.
  package struct ProgramTries: Hashable, Sendable {
    /// Whether it is the program that asks; of others only their count is known.
    package let isOwn: Bool
    /// Since its last right one.
    package let wrongTries: Int
    /// Seconds until its next try is looked at; 0 where it is now.
    package let secondsToWait: Int

    package init(isOwn: Bool, wrongTries: Int, secondsToWait: Int) {
      self.isOwn = isOwn
      self.wrongTries = wrongTries
      self.secondsToWait = secondsToWait
    }
  }

  package let state: LockState
  package let hasPasscode: Bool
  /// Wrong passcodes that were typed, since the last right one.
  package let wrongTries: Int
  /// Whether the counts of wrong ones are lost: then it is as after nine of them.
  package let countsAreLost: Bool
  /// Seconds until the next try is looked at; 0 where it is now.
  package let secondsToWait: Int
  /// The programs with wrong ones, the one that asks first, then those with the most; they hold
  /// nobody up who types (spec/access-control.md 4.3, *two doors*).
  package let programTries: [ProgramTries]
  /// Seconds until the store locks itself; nil where it does not, or is locked.
  package let secondsToLock: Int?
  /// Whether unlocking serves all processes of the user, or this one alone, since the kernel
  /// does not hold its keys.
  package let isShared: Bool
  /// The fault of the file that tells programs of a lock, as the end of a sentence about it; nil
  /// where there is none.
  ///
  /// Nobody would hear of a lock by it, so the store stays locked.
  package var lockFileFlaw: String?
  /// Whether that file was missing or exchanged, so that everything was locked.
  package var lockFileWasLost = false

  package init(
    state: LockState, hasPasscode: Bool, wrongTries: Int = 0, countsAreLost: Bool = false,
    secondsToWait: Int = 0, programTries: [ProgramTries] = [], secondsToLock: Int? = nil,
    isShared: Bool = true
  ) {
    self.state = state
    self.hasPasscode = hasPasscode
    self.wrongTries = wrongTries
    self.countsAreLost = countsAreLost
    self.secondsToWait = secondsToWait
    self.programTries = programTries
    self.secondsToLock = secondsToLock
    self.isShared = isShared
  }
}

/// Who gives a passcode, for the count of wrong ones (spec/access-control.md 4.3, *two doors*).
package enum PasscodeDoor: Hashable, Sendable {
  /// The owner, typing.
  case prompt
  /// A program that hands it in as data: by its application identifier.
  case data(String)
}

/// What becomes of an unlocked store by itself.
package struct UnlockLimit: Hashable, Sendable {
  /// Seconds until it locks itself; nil for never.
  package let seconds: Int?

  package init(seconds: Int?) { self.seconds = seconds }

  /// A working day.
  package static let standard = UnlockLimit(seconds: 8 * 3600)
}
