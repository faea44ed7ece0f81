// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import Security
import Testing

@Suite("Constants")
struct ConstantsTests {
  @Test("have the published strings")
  func strings() {
    for row in PublishedStrings.rows + PublishedStrings.certificates + PublishedStrings.trust {
      #expect(row.constant as String == row.string, "\(row.name)")
    }
    #expect(PublishedStrings.rows.count == 166)
    #expect(PublishedStrings.certificates.count == 137)
    #expect(PublishedStrings.trust.count == 44)
  }

  @Test("of classes name the classes of the vocabulary")
  func classes() {
    let published = [
      kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey,
      kSecClassIdentity,
    ]
    #expect(published.map { String($0) } == ItemClass.allCases.map(\.rawValue))
  }

  @Test("of protections name the protections of the vocabulary")
  func protections() {
    let published = [
      kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock,
      kSecAttrAccessibleAlways, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      kSecAttrAccessibleAlwaysThisDeviceOnly, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
    ]
    #expect(published.map { String($0) } == Protection.allCases.map(\.name))
  }

  @Test("of attributes are in a schema, but for those of file-based keychains")
  func attributes() {
    let known = Set(ItemClass.allCases.flatMap { Schema.of($0).rows.map(\.attribute.name) })
    let fileBased: Set = ["acls", "prf", "salt", "rounds", "persistref"]
    for row in PublishedStrings.rows
    where row.name.hasPrefix("kSecAttr") && !row.isValue && !fileBased.contains(row.string) {
      #expect(known.contains(row.string), "\(row.name)")
    }
  }

  @Test("of statuses equal the codes of the vocabulary")
  func statuses() {
    #expect(errSecParam == KeychainError.Code.parameter.rawValue)
    #expect(errSecItemNotFound == KeychainError.Code.itemNotFound.rawValue)
    #expect(errSecDuplicateItem == KeychainError.Code.duplicateItem.rawValue)
    #expect(errSecNoSuchAttr == KeychainError.Code.noSuchAttribute.rawValue)
    #expect(errSecNoSuchClass == KeychainError.Code.noSuchClass.rawValue)
    #expect(errSecInteractionNotAllowed == KeychainError.Code.interactionNotAllowed.rawValue)
    #expect(errSecMissingEntitlement == KeychainError.Code.missingEntitlement.rawValue)
    #expect(errSecDecode == KeychainError.Code.decode.rawValue)
    #expect(errSecNotAvailable == KeychainError.Code.notAvailable.rawValue)
    #expect(errSecInvalidCRLAuthority == -67827)
    #expect(errSSLProtocol == -9800)
  }
}

extension PublishedStrings.Row {
  /// True if the constant is a value of an attribute, and not the attribute's name.
  fileprivate var isValue: Bool {
    let families = [
      "Protocol", "AuthenticationType", "KeyClass", "KeyType", "Accessible", "TokenID", "PRF",
      "SynchronizableAny", "AccessGroupToken",
    ]
    return families.contains { name.hasPrefix("kSecAttr\($0)") && name != "kSecAttr\($0)" }
      || families.suffix(2).contains(String(name.dropFirst("kSecAttr".count)))
  }
}
