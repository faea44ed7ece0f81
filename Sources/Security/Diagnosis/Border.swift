// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// What the functions of C tell the rest.
package enum Border {
  /// A call comes through one of them: advice is for the author of a program in C.
  package static func noteCallFromC() { Watchers.noteCallFromC() }
}
