// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Repeats system calls that a signal interrupted.
package enum Interrupted {
  /// Repeats `call` while it returns -1 with `errno` EINTR.
  package static func retry(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
