// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// What no file of openssl can bring into a store (spec/security-cli.md 7.2, seckey.md 7.2).
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
        security: SecKeychainItemExport: The contents of this item cannot be retrieved.
        security: a key is in the secure element

        """)
  }

  @Test("an item that should be a key and is none is damaged, and nothing is left out")
  func damaged() {
    let store = Self.store { match in match.secret = SecretBytes(copying: [1, 2, 3]) }
    let outcome = security("export -f pkcs12 -P x", on: store)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("an item that should be a key cannot be read as such"))
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
    #expect(CalendarText.moment(text) == Instant(microseconds: seconds * 1_000_000))
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
    #expect(CalendarText.moment(text) == nil)
  }
}
