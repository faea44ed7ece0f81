// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Notes that the functions of C make for the rest of the library.
package enum Border {
  /// Notes that a call came through a function of C, so that advice is for a program in C.
  package static func noteCallFromC() { Watchers.noteCallFromC() }
}
