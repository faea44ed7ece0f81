// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// The functions for keychains with Swift values in place of pointers.
enum KeychainCalls {
  static func create(_ name: String, _ password: String = "password") -> (OSStatus, SecKeychain?) {
    var keychain: SecKeychain?
    let status = unsafe SecKeychainCreate(
      name, UInt32(password.utf8.count), password, false, nil, &keychain)
    return (status, keychain)
  }

  static func created(_ name: String, _ password: String = "password") throws -> SecKeychain {
    let (status, keychain) = create(name, password)
    #expect(status == errSecSuccess)
    return try #require(keychain)
  }

  static func open(_ name: String) throws -> SecKeychain {
    var keychain: SecKeychain?
    #expect(unsafe SecKeychainOpen(name, &keychain) == errSecSuccess)
    return try #require(keychain)
  }

  static func unlock(_ keychain: SecKeychain?, _ password: String?) -> OSStatus {
    guard let password else { return SecKeychainUnlock(keychain, 0, nil, true) }
    return unsafe SecKeychainUnlock(keychain, UInt32(password.utf8.count), password, true)
  }

  static func state(_ keychain: SecKeychain?) -> (OSStatus, UInt32) {
    var state: SecKeychainStatus = 0
    let status = unsafe SecKeychainGetStatus(keychain, &state)
    return (status, state)
  }

  /// Returns status, length and text of a path in a buffer of a size.
  static func path(_ keychain: SecKeychain?, size: Int) -> (OSStatus, UInt32, String) {
    var buffer = [CChar](repeating: 0x7E, count: size + 1)
    var length = UInt32(size)
    let status = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return errSecParam }
      return unsafe SecKeychainGetPath(keychain, &length, start)
    }
    #expect(buffer[size] == 0x7E, "written beyond the buffer")
    let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (status, length, String(decoding: text, as: UTF8.self))
  }

  static func list(_ call: (UnsafeMutablePointer<CFArray?>) -> OSStatus) -> [SecKeychain]? {
    var list: CFArray?
    guard unsafe call(&list) == errSecSuccess else { return nil }
    return list?.compactMap { $0 as? SecKeychain }
  }

  /// Returns the search list, without the keychain of the machine at its end.
  static func searchList() -> [SecKeychain]? {
    var found = unsafe list { unsafe SecKeychainCopySearchList($0) }
    if found?.last?.path == "/Library/Keychains/System.keychain" { found?.removeLast() }
    return found
  }

  static func standard() -> (OSStatus, SecKeychain?) {
    var keychain: SecKeychain?
    let status = unsafe SecKeychainCopyDefault(&keychain)
    return (status, keychain)
  }

  @discardableResult
  static func add(
    _ service: String, _ account: String, _ secret: String = "secret", to keychain: SecKeychain?
  ) -> (status: OSStatus, item: SecKeychainItem?) {
    var item: SecKeychainItem?
    let status = unsafe SecKeychainAddGenericPassword(
      keychain, UInt32(service.utf8.count), service, UInt32(account.utf8.count), account,
      UInt32(secret.utf8.count), secret, &item)
    return (status, item)
  }

  static func find(
    _ service: String?, _ account: String?, in keychains: AnyObject?
  ) -> (status: OSStatus, secret: String?, item: SecKeychainItem?) {
    var item: SecKeychainItem?
    var length: UInt32 = 0
    var data: UnsafeMutableRawPointer?
    let status = unsafe SecKeychainFindGenericPassword(
      keychains, UInt32(service?.utf8.count ?? 0), service, UInt32(account?.utf8.count ?? 0),
      account, &length, &data, &item)
    defer { #expect(unsafe SecKeychainItemFreeContent(nil, data) == errSecSuccess) }
    guard status == errSecSuccess else { return (status, nil, item) }
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(length))
    return (status, unsafe String(decoding: bytes, as: UTF8.self), item)
  }

  /// Returns attributes as texts, by `SecKeychainItemCopyContent`.
  static func attributes(
    _ tags: [SecItemAttr], of item: SecKeychainItem
  ) -> (OSStatus, [[UInt8]]) {
    var attributes = tags.map {
      unsafe SecKeychainAttribute(tag: $0.rawValue, length: 0, data: nil)
    }
    return unsafe attributes.withUnsafeMutableBufferPointer { buffer in
      var list = unsafe SecKeychainAttributeList(
        count: UInt32(buffer.count), attr: buffer.baseAddress)
      let status = unsafe SecKeychainItemCopyContent(item, nil, &list, nil, nil)
      let found = unsafe buffer.map { attribute in
        unsafe [UInt8](UnsafeRawBufferPointer(start: attribute.data, count: Int(attribute.length)))
      }
      _ = unsafe SecKeychainItemFreeContent(&list, nil)
      return (status, found)
    }
  }

  /// Runs a call with a list of attributes that have the given bytes.
  static func withList<R>(
    _ values: [(SecItemAttr, [UInt8])],
    _ body: (UnsafeMutablePointer<SecKeychainAttributeList>) -> R
  ) -> R {
    let blocks = values.map { value in
      let block = UnsafeMutableRawPointer.allocate(byteCount: max(1, value.1.count), alignment: 8)
      unsafe block.copyMemory(from: value.1, byteCount: value.1.count)
      return unsafe SecKeychainAttribute(
        tag: value.0.rawValue, length: UInt32(value.1.count), data: block)
    }
    defer { for block in blocks { unsafe block.data?.deallocate() } }
    var attributes = blocks
    return unsafe attributes.withUnsafeMutableBufferPointer { buffer in
      var list = unsafe SecKeychainAttributeList(
        count: UInt32(buffer.count), attr: buffer.baseAddress)
      return unsafe body(&list)
    }
  }
}
