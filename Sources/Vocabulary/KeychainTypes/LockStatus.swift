// SPDX-License-Identifier: Apache-2.0

/// The facts that `security lock-status` prints about a store: its lock state, and facts about its
/// passcode.
package struct LockStatus: Hashable, Sendable {
  /// The wrong passcodes that one program has passed as data, without a prompt.
  package struct ProgramTries: Hashable, Sendable {
    /// True if these are the wrong passcodes of the program that asks for the status.
    ///
    /// The names of other programs are not reported, only their counts of wrong passcodes.
    package let isOwn: Bool
    /// The number of wrong passcodes that the program has passed since it last passed the right
    /// passcode.
    package let wrongTries: Int
    /// The number of seconds until the store verifies a further passcode of the program; 0 if the
    /// program need not wait.
    package let secondsToWait: Int

    package init(isOwn: Bool, wrongTries: Int, secondsToWait: Int) {
      self.isOwn = isOwn
      self.wrongTries = wrongTries
      self.secondsToWait = secondsToWait
    }
  }

  package let state: LockState
  package let hasPasscode: Bool
  /// The number of wrong passcodes that the user typed since the right passcode was last typed.
  package let wrongTries: Int
  /// True if the counts of wrong passcodes are lost, because their file is missing or damaged.
  ///
  /// The store then delays the next try as it does when nine wrong passcodes were typed.
  package let countsAreLost: Bool
  /// The number of seconds until the store verifies a passcode that the user types; 0 if the user
  /// need not wait.
  package let secondsToWait: Int
  /// The programs that have passed wrong passcodes as data: first the calling program, then the
  /// programs with the highest counts.
  ///
  /// The wrong passcodes of programs never delay a user who types the passcode
  /// (Specification/access-control.md, "Throttling", *two doors*).
  package let programTries: [ProgramTries]
  /// The number of seconds until the store locks itself; nil if the store is locked already or
  /// never locks itself.
  package let secondsToLock: Int?
  /// True if a process that unlocks the store (`Administration.unlockStore`) unlocks it for all
  /// processes of the user.
  ///
  /// False if the process unlocks the store only for itself, because neither the kernel nor the key
  /// agent can hold the unlock keys.
  package let isShared: Bool
  /// The reason why the keys are not shared; nil if `isShared` is true or the reason is not known.
  package var obstacle: KeySharingObstacle?
  /// The fault of the file `lock`, in words; nil if the file is sound.
  ///
  /// Programs learn from this file that the store was locked. While the file has a fault, programs
  /// would not learn of the next lock, so the store stays locked. The words complete a sentence
  /// that begins with the name of the file.
  package var lockFileFlaw: String?
  /// True if the store was locked because its file `lock` was missing or had been replaced.
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

/// The way in which a passcode reaches the store: the user types the passcode at a prompt, or a
/// program passes it as data.
///
/// The wrong passcodes of each way are counted separately (Specification/access-control.md,
/// "Throttling", *two doors*).
package enum PasscodeDoor: Hashable, Sendable {
  /// The user types the passcode at a prompt.
  case prompt
  /// A program passes the passcode as data; the text is the application identifier of the program.
  case data(String)
}

/// The time limit after which an unlocked store locks itself.
package struct UnlockLimit: Hashable, Sendable {
  /// The number of seconds from unlocking until the store locks itself; nil if the store never
  /// locks itself.
  package let seconds: Int?

  package init(seconds: Int?) { self.seconds = seconds }

  /// The default time limit: eight hours, which is a working day.
  package static let standard = UnlockLimit(seconds: 8 * 3600)
}
