// SPDX-License-Identifier: Apache-2.0
import CLatchkey

/// What calls that handle secrets leave behind: in registers, and on the stack below their frame.
package enum Residue {
  /// Overwrites it; done once at the end of each call of the API, at the cost of some 0.1 us.
  ///
  /// libc copies through vector registers, and the dynamic linker saves all registers to the stack
  /// when it binds a name: a secret was found there long after it had been released.
  package static func wipe() { latchkey_wipe_residue() }
}
