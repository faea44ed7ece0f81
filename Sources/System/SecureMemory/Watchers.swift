// SPDX-License-Identifier: Apache-2.0
import CLatchkey

/// One word of memory that says whether the calls of Latchkey in this process have additional work
/// to do.
///
/// There are three kinds of additional work. A call is reported to code that watches calls, for
/// example a recording. A call uses the service and caller that a test has installed. A call
/// gathers facts about the program for the application history, the store's record of the programs
/// that have used it.
///
/// Usually there is no additional work. A call then costs only one atomic load more.
package enum Watchers {
  private static let count: UInt32 = 0xFFFF
  private static let installation: UInt32 = 0x1_0000
  private static let memory: UInt32 = 0x2_0000
  private static let gathered: UInt32 = 0x4_0000
  private static let fromC: UInt32 = 0x8_0000

  /// True if the calls of Latchkey in this process have no additional work to do.
  ///
  /// `isQuiet` is true if no code watches calls, no test has installed a service, caller or
  /// authenticator, and calls gather no facts about the program.
  package static var isQuiet: Bool { latchkey_watchers() & ~(gathered | fromC) == 0 }

  /// True if any code watches the calls of this process.
  ///
  /// A variable of the environment may request that calls are watched. So the value is also true
  /// until code has looked at the environment for the first time.
  package static var isAny: Bool { latchkey_watchers() & count != 0 }

  /// Adds a watcher of calls, which `end` removes.
  package static func begin() { latchkey_watchers_change(1) }

  /// Removes a watcher of calls that `begin` added.
  package static func end() { latchkey_watchers_change(-1) }

  /// True if a test has ever installed a service, caller or authenticator in this process.
  ///
  /// The value never becomes false again. A task may still use the service and caller of a test
  /// after the code that installed them for the task has ended.
  package static var hasInstallation: Bool { latchkey_watchers() & installation != 0 }

  /// Records that a test has installed a service, caller or authenticator in this process.
  package static func noteInstallation() {
    if !hasInstallation { latchkey_watchers_set(installation) }
  }

  /// True if calls must gather facts about this program for the application history: the store's
  /// record of the programs that have used it.
  package static var isRemembering: Bool { latchkey_watchers() & memory != 0 }

  /// Makes the next calls gather facts about this program for the application history: the store's
  /// record of the programs that have used it.
  ///
  /// Call it when a store was opened.
  package static func beginRemembering() { latchkey_watchers_set(memory) }

  /// Makes calls stop gathering facts about this program, because enough facts are known.
  package static func endRemembering() { latchkey_watchers_clear(memory) }

  /// True if facts about this program were gathered and must be written to the store.
  ///
  /// The facts are written after the program's next write to the store, or at the end of the
  /// process.
  package static var hasGathered: Bool { latchkey_watchers() & gathered != 0 }

  /// Records that gathered facts about this program must be written to the store.
  package static func noteGathered() { latchkey_watchers_set(gathered) }

  /// Records that no gathered facts about this program must be written to the store any more.
  ///
  /// Call it before the facts are written, so that facts of later calls are recorded again.
  package static func endGathered() { latchkey_watchers_clear(gathered) }

  /// True if this process has made calls through the C functions.
  package static var isCalledFromC: Bool { latchkey_watchers() & fromC != 0 }

  /// Records that this process made a call through a C function.
  ///
  /// Explanations of later calls then give their advice in C instead of Swift.
  package static func noteCallFromC() {
    if !isCalledFromC { latchkey_watchers_set(fromC) }
  }
}
