// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Variables of the environment, as far as they may be believed: the one door to them.
package enum ProcessVariable {
  /// Whether the program has no rights that its caller lacks.
  ///
  /// In one that has, set-uid, set-gid or
  /// with capabilities, no variable says anything, HOME and XDG_* no more than our own.
  package static var areBelieved: Bool { latchkey_has_borrowed_rights() == 0 }

  /// Whether a variable is set and not believed in a program that was not started with rights that
  /// its caller lacks, but has some: capabilities that it was given, or user ids that differ.
  package static func isDropped(_ name: String) -> Bool {
    unsafe getenv(name) != nil && latchkey_has_borrowed_rights() == 1
  }

  /// The value of a variable; nil where it is not set or not believed.
  package static func value(of name: String) -> String? {
    // First what costs no system call: mostly there is nothing to be believed.
    guard let value = unsafe getenv(name), areBelieved else { return nil }
    return unsafe String(cString: value)
  }

  /// Whether a variable is set that may be believed; for calls that ask each time.
  package static func isSet(_ name: StaticString) -> Bool {
    let start = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    return unsafe getenv(start) != nil && areBelieved
  }
}
