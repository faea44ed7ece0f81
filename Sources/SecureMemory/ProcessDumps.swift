// SPDX-License-Identifier: Apache-2.0
import CLatchkey

/// What a program that holds secrets does first, and a library never does to its host.
package enum ProcessDumps {
  /// No core dumps, and no other process of the same user may attach or read this one's memory.
  ///
  /// - Returns: false where the system refused one of the two, which no call need fail for.
  @discardableResult
  package static func refuse() -> Bool {
    latchkey_refuse_dumps() == 0
  }
}
