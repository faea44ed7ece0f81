// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestVectors
import Testing

/// Tests of Specification/certificates.md, "Conformance cases", cases 1 to 22, through the public
/// functions.
@Suite("SecCertificate")
struct SecCertificateTests {
  @Test("1, 2: gives back the bytes it was made of, without what followed them")
  func data() throws {
    let data = try CertificateFixtures.data("plain")
    let plain = try CertificateFixtures.certificate("plain")
    #expect(SecCertificateCopyData(plain) as Data == data)
    let longer = try #require(SecCertificateCreateWithData(nil, (data + Data(count: 16)) as NSData))
    #expect(SecCertificateCopyData(longer) as Data == data)
    #expect(longer == plain)
    #expect(SecCertificateCopyData(plain) !== SecCertificateCopyData(plain))
  }

  @Test("3: is none for what is no certificate")
  func refuses() throws {
    let data = try CertificateFixtures.data("plain")
    let pem = "-----BEGIN CERTIFICATE-----\n\(data.base64EncodedString())\n"
    for none in [Data(), Data(pem.utf8), data.dropLast(), Data([0x30, 0]), Data([0x30])] {
      #expect(SecCertificateCreateWithData(nil, none as NSData) == nil)
    }
    // Two of these vectors have keys with unused bits.
    for vector in Vector.all("certificates/refused-v1.txt") {
      let none = Data(try vector.bytes("data"))
      #expect(SecCertificateCreateWithData(nil, none as NSData) == nil, "\(vector)")
    }
  }

  @Test("7: a UTCTime of 1950 to 1999 makes an object with the date of RFC 5280")
  func years() throws {
    // Seconds since 2001-01-01.
    let rows: [(String, Double)] = [
      ("from 500101000000Z", -1_609_459_200), ("from 691231235959Z", -978_307_201),
      ("from 700101000000Z", -978_307_200), ("from 991231235959Z", -31_622_401),
    ]
    for (name, seconds) in rows {
      let certificate = try CertificateFixtures.certificate(name)
      let date = try #require(SecCertificateCopyNotValidBeforeDate(certificate))
      #expect(date.timeIntervalSinceReferenceDate == seconds, "\(name)")
    }
  }

  @Test("is equal by value, also to Core Foundation, and has a type of its own")
  func equality() throws {
    let first = try CertificateFixtures.certificate("P-256")
    let second = try CertificateFixtures.certificate("P-256")
    let other = try CertificateFixtures.certificate("plain")
    #expect(first == second && first !== second && first != other)
    #expect(Set([first, second, other]).count == 2)
    #expect(CFEqual(first, second) && !CFEqual(first, other) && !CFEqual(first, NSNull()))
    #expect(CFHash(first) == CFHash(second))
    #expect(CFGetTypeID(first) == SecCertificateGetTypeID())
    #expect(SecCertificateGetTypeID() != SecAccessControlGetTypeID())
    #expect(CFGetTypeID(NSData()) != SecCertificateGetTypeID())
    #expect("\(first)" == "<SecCertificateRef: s: www.example.org i: Test CA>")
  }

  @Test(
    "11 to 18: summary, name and addresses are those of the vectors",
    arguments: CertificateFixtures.accepted)
  func names(_ vector: Vector) throws {
    let certificate = try CertificateFixtures.certificate(vector.testDescription)
    func text(_ name: String) throws -> String? {
      guard vector.fields[name] != nil else { return nil }
      return String(decoding: try vector.bytes(name), as: UTF8.self)
    }
    #expect(SecCertificateCopySubjectSummary(certificate) as String? == (try text("summary")))
    #expect(
      SecCertificateCopyShortDescription(nil, certificate, nil) as String? == (try text("label")))
    #expect(
      SecCertificateCopyLongDescription(nil, certificate, nil) as String? == (try text("label")))
    var name: CFString? = "untouched"
    let expected = try text("common-name")
    let status = unsafe SecCertificateCopyCommonName(certificate, &name)
    #expect(status == (expected == nil ? -26276 : errSecSuccess))
    #expect(name as String? == expected ?? "untouched")
    var addresses: CFArray?
    #expect(unsafe SecCertificateCopyEmailAddresses(certificate, &addresses) == errSecSuccess)
    let list = (vector.fields["addresses"] ?? "").split(separator: "|").map { String($0) }
    #expect(addresses as? [String] == list)
  }

  @Test(
    "5, 7, 19 to 21: sequences, number and dates are those of the vectors",
    arguments: CertificateFixtures.accepted)
  func parts(_ vector: Vector) throws {
    let certificate = try CertificateFixtures.certificate(vector.testDescription)
    func sequence(_ name: String) throws -> Data? {
      guard vector.fields[name] != nil else { return nil }
      let content = try vector.bytes(name)
      let count = content.count
      return Data([0x30] + (count < 128 ? [UInt8(count)] : [0x81, UInt8(count)]) + content)
    }
    let issuer = SecCertificateCopyNormalizedIssuerSequence(certificate)
    #expect(issuer as Data? == (try sequence("issuer")))
    let subject = SecCertificateCopyNormalizedSubjectSequence(certificate)
    #expect(subject as Data? == (try sequence("subject")))
    #expect(
      SecCertificateCopySerialNumberData(certificate, nil) as Data?
        == Data(try vector.bytes("serial")))
    let before = SecCertificateCopyNotValidBeforeDate(certificate)
    #expect(before?.timeIntervalSinceReferenceDate == Double(try vector.number("not-before")))
    let after = SecCertificateCopyNotValidAfterDate(certificate)
    #expect(after?.timeIntervalSinceReferenceDate == Double(try vector.number("not-after")))
  }

  @Test("uses have the published bits")
  func uses() {
    let uses: [SecKeyUsage] = [
      .digitalSignature, .nonRepudiation, .keyEncipherment, .dataEncipherment, .keyAgreement,
      .keyCertSign, .crlSign, .encipherOnly, .decipherOnly,
    ]
    for (bit, use) in uses.enumerated() { #expect(use.rawValue == 1 << bit) }
    #expect(SecKeyUsage.contentCommitment == .nonRepudiation)
    #expect(SecKeyUsage.critical.rawValue == 0x8000_0000)
    #expect(SecKeyUsage.all.rawValue == 0x7FFF_FFFF)
  }
}
