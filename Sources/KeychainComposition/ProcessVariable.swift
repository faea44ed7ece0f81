// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Variables of the environment, as far as they may be believed.
package enum ProcessVariable {
  /// The value of a variable; nil when it is not set, and always in a program that runs with other
  /// rights than its caller.
  package static func value(of name: String) -> String? {
    // First what costs no system call: mostly there is nothing to be believed.
    guard let value = unsafe getenv(name) else { return nil }
    guard getuid() == geteuid(), getgid() == getegid() else { return nil }
    return unsafe String(cString: value)
  }

  /// Whether a variable is set that may be believed; for calls that ask each time.
  package static func isSet(_ name: StaticString) -> Bool {
    let start = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    guard unsafe getenv(start) != nil else { return false }
    return getuid() == geteuid() && getgid() == getegid()
  }
}
