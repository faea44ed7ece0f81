// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainStorage
package import KeychainTypes
import SecureMemory

/// The seal of the history between the changes of one transaction: its tag is made once, for the
/// commit, however many changes and writers share it.
package struct OpenSeal: OpenHead {
  package let seal: HistorySeal
  package let codec: RowCodec

  package init(seal: HistorySeal, codec: RowCodec) {
    self.seal = seal
    self.codec = codec
  }

  /// The seal that a transaction goes on from; nil when the stored one does not authenticate.
  package static func seal(
    of transaction: WriteTransaction, _ codec: RowCodec
  ) throws(KeychainError) -> HistorySeal? {
    if let open = transaction.openHead as? OpenSeal { return open.seal }
    let head = try storing { () throws(StorageError) in try transaction.historyHead }
    // What these keys have made authenticates by them, whoever wrote it into the store.
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
