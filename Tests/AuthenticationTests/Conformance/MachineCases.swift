// SPDX-License-Identifier: Apache-2.0 - table

/// The cases by their numbers. The body of each is in the suite of its part, beside tests with a
/// similar set-up.
extension MachineCase {
  static let all: [MachineCase] = [
    .init(69, "an enrolled finger, and three others") {
      try FingerPromptTests().match()
      try FingerPromptTests().noMatch()
    },
    .init(70, "cancelled before a scan") {
      try FingerTests().cancelled()
      try FingerPromptTests().cancelled()
    },
    .init(71, "another program holds the reader") { try FingerTests().held() },
    .init(72, "an item of the current set, the set deleted and enrolled anew") {
      try FingerPromptTests().currentSet()
      try FingerPromptTests().sameFinger()
    },
    .init(73, "logind: Lock, LockedHint false, PrepareForSleep") {
      try SessionFollowTests().case73()
    },
    .init(74, "a pinentry that hangs, exits, is cancelled, gets it wrong and then right") {
      try PasscodePromptTests().hangs()
      try PasscodePromptTests().endings()
      try PasscodePromptTests().wrongThenRight()
    },
    .init(75, "nobody to ask") {
      try PromptChoiceTests().nobody()
      try PasscodePromptTests().nobody()
    },
    .init(76, "the asking process is killed") {
      try PinentryEndingTests().killed()
      try FingerTests().killed()
    },
  ]
}
