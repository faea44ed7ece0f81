// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes
import TestVectors
import Testing

/// Tests of the vectors of Tests/Vectors/certificates, which other implementations have read too.
@Suite("Certificates of the vectors")
struct CertificateVectorTests {
  static let accepted = Vector.all("certificates/accepted-v1.txt")
  static let refused = Vector.all("certificates/refused-v1.txt")

  @Test("are all there")
  func count() {
    #expect(Self.accepted.count == 188)
    #expect(Self.refused.count == 155)
  }

  @Test("that are none are refused (cases 4 to 8)", arguments: refused)
  func refuses(_ vector: Vector) throws {
    let data = try vector.bytes("data")
    #expect(throws: DERFailure.self) { try Certificate(data.span) }
  }

  private func read(_ vector: Vector) throws -> Certificate {
    let data = try vector.bytes(vector.fields["data"] == nil ? "der" : "data")
    return try Certificate(data.span)
  }

  /// Returns the text of a hexadecimal field, or nil if the vector lacks it.
  private func text(_ name: String, of vector: Vector) throws -> String? {
    guard vector.fields[name] != nil else { return nil }
    return String(decoding: try vector.bytes(name), as: UTF8.self)
  }

  private func list(_ name: String, of vector: Vector) -> [String] {
    (vector.fields[name] ?? "").split(separator: "|").map { String($0) }
  }

  private func optional(_ name: String, of vector: Vector) throws -> [UInt8]? {
    vector.fields[name] == nil ? nil : try vector.bytes(name)
  }

  @Test("have the values that are written there", arguments: accepted)
  func values(_ vector: Vector) throws {
    let certificate = try read(vector)
    #expect(certificate.bytes == (try vector.bytes("der")))
    #expect(certificate.version == (try vector.number("version")))
    #expect(certificate.serialNumber == (try vector.bytes("serial")))
    #expect(certificate.notBefore.secondsSinceReference == Double(try vector.number("not-before")))
    #expect(certificate.notAfter.secondsSinceReference == Double(try vector.number("not-after")))
    #expect(
      certificate.subjectPublicKey.algorithm.algorithm.description == vector.fields["algorithm"])
    #expect(try certificate.subjectPublicKey.hash() == (try vector.bytes("pkhh")))
    #expect(certificate.subjectKeyIdentifier == (try optional("skid", of: vector)))
  }

  @Test("have the names that are written there", arguments: accepted)
  func names(_ vector: Vector) throws {
    let certificate = try read(vector)
    #expect(certificate.subject?.normalizedContent == (try optional("subject", of: vector)))
    #expect(certificate.issuer?.normalizedContent == (try optional("issuer", of: vector)))
    #expect(certificate.commonName == (try text("common-name", of: vector)))
    #expect(certificate.subjectSummary == (try text("summary", of: vector)))
    #expect(certificate.fileKeychainLabel == (try text("label", of: vector)))
    #expect(certificate.emailAddresses == list("addresses", of: vector))
    #expect(certificate.hostNames == list("hosts", of: vector))
    #expect(certificate.addresses == list("ip", of: vector))
  }

  @Test("are marked for what trust asks about (cases 8 to 10)", arguments: accepted)
  func marks(_ vector: Vector) throws {
    let certificate = try read(vector)
    let mark = vector.fields["marks"]
    #expect(certificate.hasUnknownCriticalExtension == (mark == "unknown-critical"))
    #expect(certificate.hasDuplicateExtension == (mark == "duplicate"))
    #expect(certificate.hasMalformedExtension == (mark == "malformed"))
  }

  @Test("bring the attributes of their rows (case 22)", arguments: accepted)
  func attributes(_ vector: Vector) throws {
    let attributes = try read(vector).storedAttributes()
    guard let issuer = try optional("issuer", of: vector) else {
      #expect(attributes == nil)
      return
    }
    var expected = AttributeSet([
      .init(.certificateType, .number(Int64(try vector.number("version")))),
      .init(.certificateEncoding, .number(3)), .init(.issuer, .bytes(issuer)),
      .init(.serialNumber, .bytes(try vector.bytes("serial"))),
      .init(.publicKeyHash, .bytes(try vector.bytes("pkhh"))),
    ])
    expected[.subject] = try optional("subject", of: vector).map { .bytes($0) }
    expected[.subjectKeyIdentifier] = try optional("skid", of: vector).map { .bytes($0) }
    #expect(attributes == expected)
  }

  @Test("cut anywhere are none, and changed anywhere never stop the program")
  func damaged() throws {
    let whole = try #require(Self.accepted.first { $0.testDescription == "RSA 2048" }).bytes("der")
    for count in whole.indices {
      #expect(throws: DERFailure.self) { try Certificate(Array(whole[..<count]).span) }
    }
    for place in whole.indices {
      for value: UInt8 in [0x00, 0x01, 0x30, 0x7f, 0x80, 0xff] {
        var bytes = whole
        bytes[place] = value
        guard let certificate = try? Certificate(bytes.span) else { continue }
        _ = certificate.subjectSummary
        _ = certificate.emailAddresses
        _ = try certificate.storedAttributes()
      }
    }
  }
}
