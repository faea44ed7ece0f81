// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Calls that a signal can interrupt.
package enum Interrupted {
  /// Repeats `call` while it answers -1 with EINTR.
  package static func retry(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
