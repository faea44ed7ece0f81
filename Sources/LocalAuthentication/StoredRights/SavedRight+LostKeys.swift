// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Keys that no right names any more: a process was killed between making or replacing a right's
/// key and writing, or removing, the item that names it.
extension SavedRight {
  /// How much older than the newest key of its right a key is, in seconds, before it counts as
  /// lost: another process may have made it a moment ago and be about to name it.
  private static let grace: TimeInterval = 60

  /// Removes the lost keys of this right's identifier.
  func removeLostKeys() {
    let keys = Self.keys(in: group).filter { $0.tag == Self.tag(identifier) }
    guard let own = keys.first(where: { $0.label == label }) else { return }
    for key in keys
    where key.label != label && key.made.addingTimeInterval(Self.grace) < own.made {
      key.remove(from: group)
    }
  }

  /// Removes the keys of all rights, lost ones too.
  static func removeAllKeys() {
    for key in keys(in: ownGroup) where key.tag.starts(with: tag("")) {
      key.remove(from: ownGroup)
    }
  }

  private struct StoredKey {
    let tag: Data
    let label: Data
    let made: Date

    func remove(from group: String?) {
      SecItemDelete(SavedRight.keyItem(tag: tag, label: label, group) as CFDictionary)
    }
  }

  /// The keys of the secure element in a group; nothing of it needs an unlocked store's secrets.
  private static func keys(in group: String?) -> [StoredKey] {
    let query: [String: Any] = [
      kSecClass as String: kSecClassKey,
      kSecAttrKeyClass as String: kSecAttrKeyClassPrivate,
      kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
      kSecReturnAttributes as String: true, kSecMatchLimit as String: kSecMatchLimitAll,
      kSecUseAuthenticationUI as String: kSecUseAuthenticationUIFail,
    ].merging(place(group)) { $1 }
    var result: CFTypeRef?
    guard unsafe SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else {
      return []
    }
    return (result as? [[String: Any]] ?? []).compactMap { row in
      guard let tag = row[kSecAttrApplicationTag as String] as? Data,
        let label = row[kSecAttrApplicationLabel as String] as? Data,
        let made = row[kSecAttrCreationDate as String] as? Date
      else { return nil }
      return StoredKey(tag: tag, label: label, made: made)
    }
  }
}
