// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests with objects that no file of openssl can bring into a store
/// (Specification/security-cli.md, "The export command", Specification/seckey.md, "Secure Enclave
/// keys").
@Suite("objects without files") struct ExportRefusalTests {
  private static func store(_ set: (inout Match) throws -> Void) rethrows -> ScriptedStore {
    var match = Match(.key, .zero)
    match.attributes = AttributeSet([
      AttributeSet.Entry(.keyClass, .number(1)), AttributeSet.Entry(.type, .number(73)),
    ])
    try set(&match)
    return ScriptedStore { $0.items = [match] }
  }

  @Test("a key of the secure element does not leave") func element() throws {
    let store = try Self.store { match in
      match.element = ElementKey(
        .item(.zero), point: [4],
        accessControl: try AccessControl(protectionName: "ak", flags: .privateKeyUsage))
    }
    let outcome = security("export -f pkcs12 -P x", on: store)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.error == """
        security: the key is in the secure element, and is left out
        security: SecKeychainItemExport: The contents of this item cannot be retrieved.
        security: there is nothing else to export

        """)
  }

  @Test("an item that should be a key and is none is named; alone it is nothing to export")
  func damaged() {
    let store = Self.store { match in match.secret = SecretBytes(copying: [1, 2, 3]) }
    let outcome = security("export -f pkcs12 -P x", on: store)
    #expect(outcome.status == 1)
    #expect(
      outcome.error == """
        security: the key cannot be read, and is left out
        security: SecKeychainItemExport: The specified item could not be found in the keychain.

        """)
  }

  @Test("what cannot be read does not keep the others from leaving") func others() throws {
    let key = try #require(
      Vector.all("formats/keys-v1.txt").first {
        $0.testDescription == "SEC 1 without the point, P-256"
      })
    let certificate = try #require(
      Vector.all("certificates/keys-v1.txt").first { $0.testDescription == "rsa" })
    let store = Self.store { $0.secret = SecretBytes(copying: [1, 2, 3]) }
    func add(_ item: ItemClass, _ label: String, _ content: [UInt8]?) {
      store.state.withLock { state in
        var match = Match(item, Identifier16(high: 1, low: UInt64(state.items.count)))
        match.attributes = AttributeSet([
          AttributeSet.Entry(.keyClass, .number(1)), AttributeSet.Entry(.type, .number(73)),
          AttributeSet.Entry(.label, .text(label)),
        ])
        match.secret = content.map { SecretBytes(copying: $0) }
        state.items.append(match)
      }
    }
    add(.key, "without content", nil)
    add(.key, "good", try key.bytes("form"))
    add(.key, "marked", try key.bytes("form"))
    store.state.withLock { state in
      state.items[state.items.count - 1].attributes?[.isExtractable] = .number(0)
    }
    add(.certificate, "damaged\u{1b}", [1, 2, 3])
    add(.certificate, "good", try certificate.bytes("der"))
    let outcome = security("export -p", on: store)
    #expect(outcome.status == 0)
    #expect(
      outcome.error == """
        security: the certificate "damaged\\033" cannot be read, and is left out
        security: the key cannot be read, and is left out
        security: the key "without content" cannot be read, and is left out
        security: the key "marked" is marked as not extractable, and is left out

        """)
    let begins = outcome.output.split(separator: "\n").filter { $0.hasPrefix("-----BEGIN") }
    #expect(begins == ["-----BEGIN CERTIFICATE-----", "-----BEGIN EC PRIVATE KEY-----"])
  }

  @Test("a store that refuses: the status of import and export is 1") func refused() {
    let store = Self.store { _ in }
    store.state.withLock { state in
      state.secretRefusal = KeychainError(.interactionNotAllowed, "the store is locked")
    }
    let outcome = security("export -t privKeys", on: store)
    #expect(outcome.status == 1)
    #expect(
      outcome.error.hasPrefix(
        "security: SecKeychainItemExport: User interaction is not allowed.\n"))
  }

  @Test("identities whose key does not sign are not listed", arguments: [0, 1])
  func signing(_ canSign: Int64) throws {
    let vector = try #require(
      Vector.all("certificates/keys-v1.txt").first { $0.testDescription == "rsa" })
    var match = Match(.identity, .zero)
    match.attributes = AttributeSet([AttributeSet.Entry(.canSign, .number(canSign))])
    match.certificate = Match.CertificateHalf(
      content: SecretBytes(copying: try vector.bytes("der")), token: nil)
    let store = ScriptedStore { $0.items = [match] }
    let outcome = security("find-identity", on: store)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("     \(canSign) identities found\n"))
  }

  @Test(
    "moments",
    arguments: [
      ("2001-01-01", 0), ("2001-01-01-00:00:01", 1), ("2000-12-31-23:59:59", -1),
      ("2024-02-29", 730_857_600),
    ] as [(String, Int64)])
  func moment(_ text: String, _ seconds: Int64) {
    #expect(Instant(commandForm: text) == Instant(microseconds: seconds * 1_000_000))
  }

  @Test(
    "texts that are no moment",
    arguments: [
      "", "2001", "2001-13-01", "2001-00-10", "2023-02-29", "2001-01-32", "2001-01-01-",
      "2001/01/01",
      "2001-01-01-24:00:00", "2001-01-01-00:60:00", "2001-01-01-00:00:60", "2001-01-01T00:00:00",
      "2001-01-0é",
    ])
  func noMoment(_ text: String) {
    #expect(Instant(commandForm: text) == nil)
  }
}
