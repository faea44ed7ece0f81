// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Adds and reads the items of a case.
extension CaseRun {
  /// Adds items with these protections and no access control.
  ///
  /// Each item is named for its protection.
  func addPlain(_ names: String...) { addPlain(each: names) }

  func addPlain(each names: [String]) {
    for name in names { #expect(device.run { Items.add(name, name) } == 0) }
  }

  func addThree() {
    add(.userPresence, named: "a")
    add(.userPresence, named: "b")
    addPlain("ak")
  }

  func accessControl(_ flags: SecAccessControlCreateFlags) -> SecAccessControl? {
    SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
  }

  /// Adds an item with an access control of the protection `ak`.
  @discardableResult
  func add(
    _ flags: SecAccessControlCreateFlags, _ context: LAContext? = nil, named name: String = "a"
  ) -> OSStatus {
    var more: [String: Any] = [kSecAttrAccessControl as String: accessControl(flags) as Any]
    if let context { more[kSecUseAuthenticationContext as String] = context }
    return device.run { Items.add(name, more: more) }
  }

  func context(password: String) -> LAContext {
    let context = context()
    context.setCredential(Data(password.utf8), type: .applicationPassword)
    return context
  }

  func read(_ name: String) -> OSStatus { device.run { Items.read(name) } }

  /// Reads the item that `add` adds by default.
  func read(_ context: LAContext? = nil, interface: CFString? = nil) -> OSStatus {
    var more: [String: Any] = [:]
    if let context { more[kSecUseAuthenticationContext as String] = context }
    if let interface { more[kSecUseAuthenticationUI as String] = interface }
    return device.run { Items.read("a", more: more) }
  }

  /// Returns the number of secrets that a query for all items finds, or the status if it fails.
  func count(interface: CFString? = nil) -> Int {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecMatchLimit as String: kSecMatchLimitAll,
      kSecReturnData as String: true, kSecReturnAttributes as String: true,
    ]
    if let interface { query[kSecUseAuthenticationUI as String] = interface }
    var result: CFTypeRef?
    let status = device.run { unsafe SecItemCopyMatching(query as CFDictionary, &result) }
    return status == 0 ? (result as? [Any])?.count ?? 0 : Int(status)
  }
}
