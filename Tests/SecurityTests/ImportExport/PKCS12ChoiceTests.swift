// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests which of several certificates of one key forms the identity of a PKCS#12 file
/// (Specification/certificates.md, "PKCS#12 algorithm", steps 5 and 6).
@Suite("SecPKCS12Import: several certificates of one key")
struct PKCS12ChoiceTests {
  /// The attributes of a bag: friendlyName and localKeyID.
  struct Label: Sendable {
    var name: String?
    var keyID: String?
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let title: String
    let key: Label
    let one: Label
    let two: Label
    /// The common name of the certificate that forms the identity.
    let chosen: String

    var testDescription: String { title }
  }

  static let rows = [
    Row(
      title: "the second has the key's identifier", key: Label(keyID: "a"), one: Label(keyID: "b"),
      two: Label(keyID: "a"), chosen: "two"),
    Row(
      title: "the first has none", key: Label(keyID: "a"), one: Label(), two: Label(keyID: "a"),
      chosen: "two"),
    Row(
      title: "the identifier counts before the name", key: Label(name: "n", keyID: "a"),
      one: Label(name: "n", keyID: "b"), two: Label(name: "m", keyID: "a"), chosen: "two"),
    Row(
      title: "the name, where there are no identifiers", key: Label(name: "n"),
      one: Label(name: "m"), two: Label(name: "n"), chosen: "two"),
    Row(
      title: "the name, where no identifier fits", key: Label(name: "n", keyID: "a"),
      one: Label(keyID: "b"), two: Label(name: "n", keyID: "c"), chosen: "two"),
    Row(
      title: "the first of two that fit", key: Label(name: "n", keyID: "a"),
      one: Label(name: "n", keyID: "a"), two: Label(name: "n", keyID: "a"), chosen: "one"),
    Row(
      title: "the first, where none fits", key: Label(name: "n", keyID: "a"),
      one: Label(keyID: "b"),
      two: Label(name: "m"), chosen: "one"),
    Row(
      title: "the first, where nothing is said", key: Label(), one: Label(), two: Label(),
      chosen: "one"),
  ]

  private static func bag(_ title: String, _ label: Label) throws -> [UInt8] {
    var made = try MadeCertificate(FuzzAuthority.key)
    (made.subject, made.issuer, made.serial) = (title, title, title == "one" ? 1 : 2)
    return FuzzPKCS12.certificateBag(
      [UInt8](made.der), FuzzPKCS12.attributes(name: label.name, keyID: label.keyID))
  }

  private static func file(_ row: Row, keyIsFirst: Bool) throws -> Data {
    let key = FuzzPKCS12.keyBag(
      FuzzAuthority.keyForm, FuzzPKCS12.attributes(name: row.key.name, keyID: row.key.keyID))
    let bags = try bag("one", row.one) + bag("two", row.two)
    let contents = FuzzAuthority.element(0x30, keyIsFirst ? key + bags : bags + key)
    return Data(FuzzPKCS12.file([2] + contents))
  }

  @Test("the one that the file puts with the key", arguments: rows, [true, false])
  func choice(_ row: Row, keyIsFirst: Bool) throws {
    try TemporaryKeychain().run {
      let answer = PKCS12Calls.importing(try Self.file(row, keyIsFirst: keyIsFirst))
      #expect(answer.status == errSecSuccess)
      let items = try #require(answer.items)
      #expect(items.count == 2)
      let identity = try #require(items.first)
      #expect(identity["identity"] is SecIdentity)
      #expect(PKCS12Calls.names(identity).first == row.chosen)
      // The other certificate is returned as an item without an identity.
      let rest = try #require(items.last)
      #expect(rest["identity"] == nil)
      #expect(PKCS12Calls.names(rest) == [row.chosen == "one" ? "two" : "one"])
    }
  }

  @Test("an identity that the file has twice is one")
  func twiceIdentity() throws {
    let row = Self.rows[7]
    let key = FuzzPKCS12.keyBag(FuzzAuthority.keyForm)
    let bag = try Self.bag("one", row.one)
    try TemporaryKeychain().run {
      for contents in [key + bag + key + bag, key + key + bag + bag, bag + key + key] {
        let file = FuzzPKCS12.file([2] + FuzzAuthority.element(0x30, contents))
        let answer = PKCS12Calls.importing(Data(file))
        #expect(answer.status == errSecSuccess && answer.items?.count == 1)
        #expect(answer.items?.first?["identity"] is SecIdentity)
      }
    }
  }

  @Test("one certificate that the file has twice is one")
  func twice() throws {
    let row = Self.rows[7]
    let key = FuzzPKCS12.keyBag(FuzzAuthority.keyForm)
    let bag = try Self.bag("one", row.one)
    try TemporaryKeychain().run {
      let file = FuzzPKCS12.file([2] + FuzzAuthority.element(0x30, key + bag + bag))
      let answer = PKCS12Calls.importing(Data(file))
      #expect(answer.status == errSecSuccess && answer.items?.count == 1)
    }
  }
}
