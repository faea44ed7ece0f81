// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainStorage
package import KeychainTypes
import SecureMemory

/// The seal (authenticated summary) of the change history while a transaction makes changes.
///
/// The authentication tag of the seal is computed once, before the commit, even if many changes and
/// many writers share the commit.
package struct OpenSeal: OpenHead {
  package let seal: HistorySeal
  package let codec: RowCodec

  package init(seal: HistorySeal, codec: RowCodec) {
    self.seal = seal
    self.codec = codec
  }

  /// Returns the seal (authenticated summary) of the history to which a transaction adds its
  /// changes.
  ///
  /// Nil if the seal in the store does not authenticate.
  package static func seal(
    of transaction: WriteTransaction, _ codec: RowCodec
  ) throws(KeychainError) -> HistorySeal? {
    if let open = transaction.openHead as? OpenSeal { return open.seal }
    let head = try storing { () throws(StorageError) in try transaction.historyHead }
    // Bytes made by these keys authenticate, whichever program stored them.
    if let made = codec.lastHead.withLock({ $0 }), made.bytes == head { return made.seal }
    return try sealing { () throws(SealError) in try HistorySeal(head, codec.keybag) }
  }

  package func encode() throws(StorageError) -> [UInt8] {
    do throws(SealError) {
      let bytes = try seal.encode(codec.keybag)
      codec.lastHead.withLock { $0 = (bytes, seal) }
      return bytes
    } catch {
      throw error == .failed(.memory) ? .outOfMemory : .unexpected(0)
    }
  }
}
