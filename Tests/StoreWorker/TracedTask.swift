// SPDX-License-Identifier: Apache-2.0
import Foundation
import SecureMemory
import Security

/// `traced CALL...`: makes calls in a program that environment variables trace, and prints each
/// status.
///
/// - `make` makes a key and stores it. `sign` signs with a new key. `exchange` combines it with a
///   key of another curve. `import` makes a key of invalid bytes.
/// - `element` exports a key of the secure element. `policy` asks whether biometrics can be used.
/// - `add` adds the item, `add2` adds it with another comment, and `other` adds an item of another
///   account.
/// - `read` reads it, `miss` reads with the account in capitals, and `huge` with a service of 64
///   MB. `wipe` deletes by the class alone.
/// - `foreign` adds to a group of another program, and `long` to a group with a name of 8,000
///   letters. `move` moves the items of group A to group B.
/// - `quiet` makes no call. It returns 0 if no watcher needs more of the next call than its status.
enum TracedTask {
  static func run(_ calls: [String]) -> Int32 {
    for call in calls {
      guard let make = made[call] ?? TracedKeys.made[call] else { return 2 }
      EvidenceTask.say("\(call) \(make())")
    }
    return 0
  }

  private static let made: [String: @Sendable () -> OSStatus] = [
    "add": { SecItemAdd(item([:]), nil) },
    "add2": { SecItemAdd(item([kSecAttrComment: "canary-comment"]), nil) },
    "other": { SecItemAdd(item([kSecAttrAccount: "canary-other"]), nil) },
    "read": { read("canary-account") },
    "miss": { read("CANARY-account") },
    "wipe": { SecItemDelete([kSecClass: kSecClassGenericPassword] as CFDictionary) },
    "foreign": { SecItemAdd(item([kSecAttrAccessGroup: "A1B2C3D4E5.foreign"]), nil) },
    "long": {
      SecItemAdd(item([kSecAttrAccessGroup: String(repeating: "g", count: 8_000)]), nil)
    },
    "move": {
      SecItemUpdate(
        [
          kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: "A1B2C3D4E5.groupA",
        ] as CFDictionary,
        [kSecAttrAccessGroup: "A1B2C3D4E5.groupB"] as CFDictionary)
    },
    "quiet": { Watchers.isQuiet ? 0 : 1 },
    "huge": {
      read("canary-account", service: String(repeating: "x", count: 64 << 20))
    },
  ]

  private static func item(_ more: [CFString: Any]) -> CFDictionary {
    let item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "canary-service",
      kSecAttrAccount: "canary-account", kSecValueData: Data("canary-secret".utf8),
    ]
    return item.merging(more) { $1 } as CFDictionary
  }

  private static func read(_ account: String, service: String = "canary-service") -> OSStatus {
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
      kSecReturnData: true,
    ]
    var result: CFTypeRef?
    return unsafe SecItemCopyMatching(query as CFDictionary, &result)
  }
}
