// SPDX-License-Identifier: Apache-2.0
import CLatchkey

/// One word that says what the calls of this process have to look at beside their answer.
///
/// Mostly that is nothing, and then a call pays one atomic load for the question. Only where the
/// word says so are task-local values, installations and what is remembered looked at.
package enum Watchers {
  private static let count: UInt32 = 0xFFFF
  private static let installation: UInt32 = 0x1_0000
  private static let memory: UInt32 = 0x2_0000
  private static let gathered: UInt32 = 0x4_0000
  private static let fromC: UInt32 = 0x8_0000

  /// Whether a call has nothing to look at.
  package static var isQuiet: Bool { latchkey_watchers() & ~(gathered | fromC) == 0 }

  /// Whether anybody wants to know of calls.
  ///
  /// It begins with one watcher, which whoever asks first sends away after a look at the
  /// environment.
  package static var isAny: Bool { latchkey_watchers() & count != 0 }

  /// One more; `end` takes it away.
  package static func begin() { latchkey_watchers_change(1) }

  /// Ends what `begin` began.
  package static func end() { latchkey_watchers_change(-1) }

  /// Whether an installation was ever made in this process.
  ///
  /// It stays so: tasks may keep one for longer than the code that bound it to them.
  package static var hasInstallation: Bool { latchkey_watchers() & installation != 0 }

  /// An installation is made.
  package static func noteInstallation() {
    if !hasInstallation { latchkey_watchers_set(installation) }
  }

  /// Whether the next call has something that is to be remembered of the program.
  package static var isRemembering: Bool { latchkey_watchers() & memory != 0 }

  /// A store was opened: what its next calls do is to be remembered.
  package static func beginRemembering() { latchkey_watchers_set(memory) }

  /// Enough is known of the program.
  package static func endRemembering() { latchkey_watchers_clear(memory) }

  /// Whether something that was gathered about the program waits for the next write.
  package static var hasGathered: Bool { latchkey_watchers() & gathered != 0 }

  /// Something waits for the next write.
  package static func noteGathered() { latchkey_watchers_set(gathered) }

  /// Nothing that was gathered about the program waits any more.
  package static func endGathered() { latchkey_watchers_clear(gathered) }

  /// Whether this process makes its calls by the functions of C.
  package static var isCalledFromC: Bool { latchkey_watchers() & fromC != 0 }

  /// A call came through a function of C; advice is for its author.
  package static func noteCallFromC() {
    if !isCalledFromC { latchkey_watchers_set(fromC) }
  }
}
