// SPDX-License-Identifier: Apache-2.0
import CLatchkey

/// A block of the heap that a caller of a C function owns.
package enum HeapBlock {
  /// Overwrites a block of `malloc`, and frees it; nothing happens for nil.
  package static func free(_ block: UnsafeMutableRawPointer?) {
    unsafe latchkey_free_wiped(block)
  }
}
