// SPDX-License-Identifier: Apache-2.0
package import Keybag
import KeychainTypes

extension Planner {
  /// A planner by the index keys of a keybag.
  package init(_ keybag: UnlockedKeybag) {
    self.init(digest: Self.digest(by: keybag.digests))
    epochs = keybag.epochs
    if let epoch = keybag.epochs.older, let older = keybag.keys(of: epoch) {
      olderDigest = Self.digest(by: older.digests)
    }
  }

  private static func digest(by digests: DigestMaker) -> DigestFunction {
    { (itemClass, attribute, bytes) throws(KeychainError) in
      try sealing { () throws(SealError) in
        try digests.digest(of: bytes, attribute: attribute, itemClass: itemClass)
      }
    }
  }
}
