// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// A client in the style of a property wrapper over one account.
@propertyWrapper
struct KeychainString {
  let account: String
  var accessGroup: String?

  init(_ account: String, accessGroup: String? = nil) {
    self.account = account
    self.accessGroup = accessGroup
  }

  private var base: NSMutableDictionary {
    let query: NSMutableDictionary = [
      kSecClass: kSecClassGenericPassword,
      kSecAttrService: "wrapper",
      kSecAttrAccount: account,
    ]
    if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
    return query
  }

  var wrappedValue: String? {
    get {
      let query = base
      query[kSecReturnData] = true
      var result: CFTypeRef?
      guard SecItemCopyMatching(query, &result) == noErr, let result else { return nil }
      guard CFGetTypeID(result) == CFDataGetTypeID() else { return nil }
      return String(data: (result as! CFData) as Data, encoding: .utf8)
    }
    nonmutating set {
      guard let newValue else {
        SecItemDelete(base)
        return
      }
      let changes: NSDictionary = [kSecValueData: Data(newValue.utf8)]
      if SecItemUpdate(base, changes) == errSecItemNotFound {
        let item = base
        item.setObject(Data(newValue.utf8) as NSData, forKey: kSecValueData)
        SecItemAdd(item, nil)
      }
    }
  }
}

/// Settings of an app.
struct AccountSettings {
  @KeychainString("token") var token: String?
  @KeychainString("refresh") var refresh: String?
}
