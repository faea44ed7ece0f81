// SPDX-License-Identifier: Apache-2.0

/// A source that reports whether the user's screen is locked (Specification/access-control.md, "The
/// lock state on Linux").
package enum LockSource: Hashable, Sendable {
  /// The signals `Lock` and `Unlock` of logind, which ask the desktop to lock or unlock the screen.
  case request(session: String)
  /// The property `LockedHint` of a login session in logind.
  ///
  /// The desktop sets the property to confirm that it has locked or unlocked the screen.
  case hint(session: String)
  /// A screen saver on the session bus; the value is its bus name.
  case screenSaver(String)
  /// The signal that the machine is about to sleep.
  ///
  /// The screen is taken to be locked until the machine wakes.
  case sleep
  /// The signal that the machine is about to shut down; the screen is then taken to be locked.
  case shutdown
}
