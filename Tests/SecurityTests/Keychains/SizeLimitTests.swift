// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory
import Security
import Testing

/// The limits of sizes hold in every face, in keychain files and in the store
/// (Specification/design.md, "Profiles").
@Suite("limits of sizes in keychains")
struct SizeLimitTests {
  /// A way to give an item an attribute of a size.
  enum Face: CaseIterable, Sendable {
    case addPassword, createFromContent, modifyContent, modifyAttributesAndData, add, update
  }

  private static let limit = RequestValue.mostAttributeBytes

  @Test(
    "an attribute has at most 1 MiB in each face",
    arguments: Face.allCases, [(limit, errSecSuccess), (limit + 1, errSecDataTooLarge)])
  func attributes(_ face: Face, _ row: (size: Int, status: OSStatus)) throws {
    try KeychainHome().run {
      for keychain in [
        try KeychainCalls.created("items.keychain"), try #require(SecKeychain.store),
      ] {
        #expect(try Self.status(of: face, row.size, in: keychain) == row.status, "\(keychain)")
      }
    }
  }

  private static func status(
    of face: Face, _ size: Int, in keychain: SecKeychain
  ) throws -> OSStatus {
    let text = [UInt8](repeating: 0x78, count: size)
    let comment: [(SecItemAttr, [UInt8])] = [(.commentItemAttr, text)]
    let isStore = keychain == SecKeychain.store
    switch face {
    case .addPassword:
      return KeychainCalls.add("s", String(decoding: text, as: UTF8.self), to: keychain).status
    case .createFromContent:
      return unsafe KeychainCalls.withList(comment + [(.accountItemAttr, [0x61])]) { list in
        unsafe SecKeychainItemCreateFromContent(
          .genericPasswordItemClass, list, 6, "secret", keychain, nil, nil)
      }
    case .modifyContent, .modifyAttributesAndData:
      let item = try #require(KeychainCalls.add("m", "a", to: keychain).item)
      return unsafe KeychainCalls.withList(comment) { list in
        face == .modifyContent
          ? unsafe SecKeychainItemModifyContent(item, list, 0, nil)
          : unsafe SecKeychainItemModifyAttributesAndData(item, list, 5, "other")
      }
    case .add:
      var pairs: [String: Any] = [
        "class": "genp", "svce": "i", "acct": "a", "icmt": String(decoding: text, as: UTF8.self),
      ]
      if !isStore { pairs["u_Keychain"] = keychain }
      return FileItemCalls.add(pairs)
    case .update:
      var query: [String: Any] = ["class": "genp", "svce": "u", "acct": "a"]
      #expect(KeychainCalls.add("u", "a", to: keychain).status == errSecSuccess)
      if !isStore { query["m_SearchList"] = [keychain] }
      return FileItemCalls.update(query, ["icmt": Data(text)])
    }
  }

  @Test("a secret of more than 64 MiB is refused, and the item stays as it is")
  func secrets() throws {
    let home = try KeychainHome()
    try home.run {
      let keychain = try KeychainCalls.created("items.keychain")
      let item = try #require(KeychainCalls.add("s", "a", to: keychain).item)
      let secret = Data(count: SecretBytes.mostBytes + 1)
      let size = UInt32(secret.count)
      let statuses = unsafe secret.withUnsafeBytes { bytes -> [OSStatus] in
        guard let start = bytes.baseAddress else { return [] }
        return [
          unsafe SecKeychainItemModifyContent(item, nil, size, start),
          unsafe SecKeychainAddGenericPassword(keychain, 1, "t", 1, "a", size, start, nil),
        ]
      }
      #expect(statuses == [errSecDataTooLarge, errSecDataTooLarge])
      #expect(KeychainCalls.find("s", "a", in: keychain).secret == "secret")
      #expect(KeychainCalls.find("t", "a", in: keychain).status == errSecItemNotFound)
    }
  }
}
