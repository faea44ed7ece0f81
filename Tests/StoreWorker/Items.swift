// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainEngine
import KeychainTypes
import SecureMemory
import Security

/// Items by account, through the four functions of SecItem or through an engine.
///
/// The calls return a status.
enum Items {
  static func add(_ account: String, secret: String = "secret") -> Int32 {
    SecItemAdd(item(account, secret), nil)
  }

  /// Makes the arguments of the calls and releases them.
  static func makeArguments() {
    _ = item("account", "secret")
    _ = query("account")
  }

  private static func item(_ account: String, _ secret: String) -> CFDictionary {
    [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "worker",
      kSecAttrAccount: account, kSecValueData: Data(secret.utf8),
    ] as CFDictionary
  }

  static func find(_ account: String) -> Int32 { SecItemCopyMatching(query(account), nil) }

  static func remove(_ account: String) -> Int32 { SecItemDelete(query(account)) }

  static func update(_ account: String, secret: String) -> Int32 {
    SecItemUpdate(query(account), [kSecValueData: Data(secret.utf8)] as CFDictionary)
  }

  /// Returns the secret, or nil if the call failed.
  static func secret(_ account: String) -> (status: Int32, text: String?) {
    var asked = query(account) as? [CFString: Any] ?? [:]
    asked[kSecReturnData] = true
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(asked as CFDictionary, &result)
    return (status, (result as? Data).map { String(decoding: $0, as: UTF8.self) })
  }

  private static func query(_ account: String) -> CFDictionary {
    [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "worker",
      kSecAttrAccount: account,
    ] as CFDictionary
  }

  /// Opens a second engine on the store.
  ///
  /// The engine calls `notify` within each call that changes an item.
  static func engine(notify: @escaping @Sendable (ChangeEvent) -> Void) -> Engine? {
    try? Engine.open(StoreLocation(.ofThisProcess), notify: notify)
  }

  static func add(_ account: String, in engine: Engine) -> Int32 {
    var item = NewItem(.genericPassword)
    item.attributes[.service] = .text("worker")
    item.attributes[.account] = .text(account)
    item.secret = SecretBytes(copying: Array("secret".utf8))
    do throws(KeychainError) {
      _ = try engine.session(as: EmbeddedEngine.session(in: .dataProtection).caller).add(item)
      return 0
    } catch {
      return error.code.rawValue
    }
  }

  /// Returns true if a check of the store has no findings.
  static func isClean() -> Bool {
    do throws(KeychainError) {
      let report = try EmbeddedEngine.session(in: .dataProtection).check()
      for finding in report.findings { print(finding.kind, finding.detail) }
      return report.isClean
    } catch {
      print("check: \(error)")
      return false
    }
  }
}
