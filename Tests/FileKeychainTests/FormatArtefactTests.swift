// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// The numbers that the format page gives of real files (Specification/keychain-file-format.md,
/// "Proof artefacts").
@Suite("artefacts of the format of keychain files") struct FormatArtefactTests {
  private static let password = SecretBytes(copying: Array("password".utf8))

  @Test(
    "the master key of each file comes from its salt",
    arguments: [
      (
        "58cc46d5944674b130409b78b0304b1aa193581f",
        "18f50d7b89ab7316cc12b724a1400dac7edb8180dbf79c3f"
      ),
      (
        "564297ed9615b96f06eae4cdef2637f391d5ba45",
        "814813c87b5307cdbf0bb67b41a4e12f0f9335a12342cfd7"
      ),
      (
        "569aa01351cd1cd668bae9944ff4e15e0be667fa",
        "2c780a2961b1bdbef2197d4fdc6b36531e16482932cd43cb"
      ),
      (
        "8f89890a29f33462ed141b2e52234b05eb93df92",
        "370e3af9de93daac5d6ea07a7675dbca069e4177a83cdbdf"
      ),
    ])
  func masterKeys(_ salt: String, _ master: String) throws {
    let salt = try #require(HexText.wholeBytes(salt))
    let found = try DatabaseBlob.master(of: Self.password, salt: salt)
    #expect(found.withBytes { span in HexText.lowerCase(span.indices.map { span[$0] }) } == master)
  }

  @Test("the digest of a generic password is that of the page")
  func genericDigest() throws {
    var values = RecordValues(.genericPasswords)
    values[Relation.code("icmt")] = .text("a comment")
    values[Relation.code("svce")] = .text("test_service")
    values[Relation.code("acct")] = .text("test_account")
    values[Relation.printName] = .text("test_generic")
    values[Relation.code("cdat")] = .date(Instant(microseconds: 0))
    let encoded = IntegrityDigest.encoded(values.all, values.relation)
    #expect(
      HexText.lowerCase(encoded)
        == "316230130404746d6369300b04096120636f6d6d656e743016040465637673300e040c746573745f7365"
        + "72766963653016040474636361300e040c746573745f6163636f756e74301b04095072696e744e616d65"
        + "300e040c746573745f67656e65726963")
    #expect(
      HexText.lowerCase(try IntegrityDigest.of(values.all, values.relation))
        == "6ba8d9f77ddba54d9373b11ae5c8f7b55a5e81da27e05e86723eeceb0a9a8e0c")
  }

  @Test("the digest of an internet password covers the values that were filled in")
  func internetDigest() throws {
    var values = RecordValues(.internetPasswords)
    values[Relation.code("icmt")] = .text("a comment")
    values[Relation.code("srvr")] = .text("test_service")
    values[Relation.code("acct")] = .text("test_account")
    values[Relation.code("atyp")] = .text("dflt")
    values[Relation.printName] = .text("test_internet")
    values.fillUnique()
    #expect(
      HexText.lowerCase(try IntegrityDigest.of(values.all, values.relation))
        == "630a9fe4f0191db8a99d6e8455e7114f628ce8f0f9eb3559efa572a98877a2b2")
  }

  @Test("a new file of version 0x200 has 20,460 bytes and had one transaction")
  func emptyFile() throws {
    let made = try NewKeychain.make(
      version: .partitioned, password: Self.password, SystemRandomness())
    #expect(made.bytes.count == 20_460)
    let image = try KeychainImage(decoding: made.bytes)
    #expect(image.commit == 1)
    #expect(image.relations.count == 11)
  }
}
