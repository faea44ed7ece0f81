// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Reads variables of the environment, and returns only values that can be trusted.
///
/// All of Latchkey's code reads the environment through this type.
package enum ProcessVariable {
  /// True if variables of the environment can be trusted.
  ///
  /// A program that has more rights than the user who started it (set-uid, set-gid or capabilities)
  /// trusts no variable. That includes HOME and XDG_* as well as Latchkey's own variables.
  package static var areBelieved: Bool { latchkey_has_borrowed_rights() == 0 }

  /// True if a variable is set but not trusted, although the kernel did not mark the program as
  /// privileged at its start.
  ///
  /// The process has gained its rights in another way. Its real, effective and saved ids differ, or
  /// it does not run as root but has a capability for files of other users. For a set-uid program,
  /// which the kernel marks, the result is always false.
  package static func isDropped(_ name: String) -> Bool {
    unsafe getenv(name) != nil && latchkey_has_borrowed_rights() == 1
  }

  /// The user who has called this process by sudo(8); nil for every other process.
  package static var sudoUser: UInt32? { sudoUser(value(of: "SUDO_UID")) }

  /// Returns the user whom the value of the variable `SUDO_UID` names; nil if this process is not
  /// root's, or if root has called it.
  package static func sudoUser(_ value: String?) -> UInt32? {
    guard geteuid() == 0, let user = value.flatMap({ UInt32($0) }), user != 0 else { return nil }
    return user
  }

  /// Returns the value of a variable of the environment.
  ///
  /// Nil if the variable is not set or not trusted.
  package static func value(of name: String) -> String? {
    // The check without a system call comes first: mostly the variable is not set.
    guard let value = unsafe getenv(name), areBelieved else { return nil }
    return unsafe String(cString: value)
  }

  /// True if a variable of the environment is set and trusted.
  ///
  /// This function is fast enough for code that asks at each call.
  package static func isSet(_ name: StaticString) -> Bool {
    let start = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    return unsafe getenv(start) != nil && areBelieved
  }
}
