// SPDX-License-Identifier: Apache-2.0

/// What says whether the user's screen is locked (spec/access-control.md 3.2).
package enum LockSource: Hashable, Sendable {
  /// logind's `Lock` and `Unlock`: the desktop was asked to.
  case request(session: String)
  /// logind's `LockedHint`: the desktop says that it did.
  case hint(session: String)
  /// A screen saver on the session bus, by its name there.
  case screenSaver(String)
  /// The machine is about to sleep, until it has slept.
  case sleep
  /// The machine is about to end.
  case shutdown
}
