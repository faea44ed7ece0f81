// SPDX-License-Identifier: Apache-2.0
import KeychainPages
package import KeychainTypes

extension ItemStore {
  /// Whether the mark of the log, where there is one, is a mark of this store; it is written while
  /// others write, so a bad one is looked at again.
  ///
  /// True where the system does not let it be read: nothing is known then.
  package func hasSoundMark(_ store: Identifier16) -> Bool {
    let file = LogMarkFile(path + "-mark", gate: nil)
    for _ in 0..<3 {
      switch file.read(store: StoreIdentity.salt(of: store)) {
      case .mark, .failed: return true
      case .unknown: if StoreFile.size(path + "-mark") == 0 { return true }
      }
    }
    return false
  }
}
