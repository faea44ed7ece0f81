// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestVectors
import Testing

/// Tests of Specification/certificates.md, "CopyValues of a certificate" and "Conformance cases",
/// cases 26 and 27.
@Suite("Values of certificates")
struct CertificateValuesTests {
  typealias Property = [String: Any]

  private func values(_ name: String, _ keys: [Any]? = nil) throws -> [String: Property] {
    let certificate = try CertificateFixtures.certificate(name)
    let result = SecCertificateCopyValues(certificate, keys as NSArray?, nil)
    return try #require(result as? [String: Property])
  }

  private func lines(_ property: Property?) throws -> [(String, NSObject)] {
    let section = try #require(property?["value"] as? [Property])
    return try section.map { line in
      let value = try #require((line["value"] as AnyObject) as? NSObject)
      return (line["label"] as? String ?? "", value)
    }
  }

  @Test("26: are only the wanted ones, and none where a key is no string")
  func keys() throws {
    let found = try values("P-256", [kSecOIDX509V1SubjectName, "9.9.9"])
    #expect(Array(found.keys) == ["2.16.840.1.113741.2.1.1.1.8"])
    let subject = try #require(found.values.first)
    #expect(subject["type"] as? String == "section")
    #expect(subject["label"] as? String == "Subject Name")
    #expect(subject["localized label"] as? String == "Subject Name")
    let names = try lines(subject)
    #expect(names.map(\.0) == ["2.5.4.6", "2.5.4.10", "2.5.4.3"])
    #expect(names.map(\.1) == ["DE", "Beispiel e. V.", "www.example.org"] as [NSString])
    let certificate = try CertificateFixtures.certificate("P-256")
    #expect(SecCertificateCopyValues(certificate, [1] as NSArray, nil) == nil)
    #expect(SecCertificateCopyValues(certificate, [] as NSArray, nil)?.count == 0)
  }

  @Test("of one certificate are complete, with their types")
  func types() throws {
    let found = try values("RSA 2048")
    let expected: [CFString: String] = [
      kSecOIDCommonName: "array", "DNSNAMES": "array", "IPADDRESSES": "array",
      kSecOIDEmailAddress: "array", kSecOIDX509V1ValidityNotBefore: "number",
      kSecOIDX509V1ValidityNotAfter: "number", kSecOIDKeyUsage: "number",
      kSecOIDExtendedKeyUsage: "array", kSecOIDX509V1SubjectName: "section",
      kSecOIDX509V1IssuerName: "section", kSecOIDX509V1Version: "string",
      kSecOIDX509V1SerialNumber: "string", kSecOIDX509V1SignatureAlgorithm: "section",
      kSecOIDX509V1SubjectPublicKeyAlgorithm: "section", kSecOIDX509V1SubjectPublicKey: "data",
      kSecOIDX509V1Signature: "data", kSecOIDBasicConstraints: "section",
      kSecOIDSubjectAltName: "section", kSecOIDSubjectKeyIdentifier: "section",
      kSecOIDAuthorityKeyIdentifier: "section", kSecOIDCrlDistributionPoints: "section",
      kSecOIDCertificatePolicies: "section", "Fingerprints": "section",
      kSecOIDInvalidityDate: "date",
    ]
    #expect(Set(found.keys) == Set(expected.keys.map { String($0) }))
    for (key, type) in expected {
      #expect(found[String(key)]?["type"] as? String == type, "\(key)")
    }
  }

  @Test("27: are numbers, texts and bytes as Core Foundation has them")
  func objects() throws {
    let found = try values("RSA 2048")
    func value(_ key: CFString) -> Any? { found[String(key)]?["value"] }
    #expect(value(kSecOIDCommonName) as? [String] == ["www.example.org"])
    #expect(value("DNSNAMES") as? [String] == ["www.example.org"])
    #expect(value(kSecOIDEmailAddress) as? [String] == ["hostmaster@example.org"])
    #expect(value(kSecOIDX509V1ValidityNotBefore) as? Double == 757_382_400)
    #expect(value(kSecOIDKeyUsage) as? Int == Int(Int32(bitPattern: 0x8000_0005)))
    #expect(value(kSecOIDExtendedKeyUsage) as? [Data] == [Data([0x2b, 6, 1, 5, 5, 7, 3, 1])])
    #expect(value(kSecOIDX509V1Version) as? String == "3")
    #expect(
      value(kSecOIDX509V1SerialNumber) as? String
        == "7F 00 11 22 33 44 55 66 77 88 99 AA BB CC DD EE FF")
    let algorithm = try lines(found[String(kSecOIDX509V1SignatureAlgorithm)])
    #expect(algorithm.map(\.1) == ["1.2.840.113549.1.1.11", "none"] as [NSString])
    let prints = try lines(found["Fingerprints"])
    #expect(prints.map(\.0) == ["SHA-256", "SHA-1"])
    #expect(prints.map { ($0.1 as? NSData)?.length } == [32, 20])
    #expect((value(kSecOIDX509V1SubjectPublicKey) as? Data)?.count == 270)
  }

  @Test("of extensions say whether they are critical, and then what they say")
  func extensions() throws {
    let found = try values("RSA 2048")
    func pairs(_ key: CFString) throws -> [String] {
      try lines(found[String(key)]).map { "\($0.0): \($0.1)" }
    }
    #expect(
      try pairs(kSecOIDBasicConstraints) == ["Critical: Yes", "Certificate Authority: No"])
    #expect(
      try pairs(kSecOIDSubjectAltName) == [
        "Critical: No", "DNS Name: www.example.org", "Email Address: hostmaster@example.org",
      ])
    #expect(
      try pairs(kSecOIDCrlDistributionPoints) == ["Critical: No", "URI: http://example.org/crl"])
    #expect(
      try pairs(kSecOIDCertificatePolicies) == [
        "Critical: No", "Policy Identifier: 2.23.140.1.2.1",
      ])
    let malformed = try lines(values("2.5.29.19 malformed 0")["2.5.29.19"])
    #expect(malformed.map(\.0) == ["Critical", "Unparsed Data"])
    let unknown = try lines(values("unknown critical extension")["1.2.3.4.5"])
    #expect(unknown.map(\.1) == ["Yes" as NSString, Data("x".utf8) as NSData])
  }

  @Test("of every certificate of the vectors can be made")
  func all() throws {
    for vector in CertificateFixtures.accepted {
      #expect(try values(vector.testDescription).count >= 15)
    }
  }

  @Test("of a name keep pairs of one set together, and tell what expired")
  func rest() throws {
    let found = try values("a common name in a set of two", [kSecOIDX509V1SubjectName])
    let sets = try #require(found.values.first?["value"] as? [Property])
    #expect(sets.count == 1 && sets[0]["label"] == nil)
    #expect((sets[0]["value"] as? [Property])?.map { $0["value"] as? String } == ["A", "U"])
    let ended = try values("ends before it begins")
    #expect(ended["Expired"]?["type"] as? String == "date")
    #expect(ended[String(kSecOIDInvalidityDate)] == nil)
    #expect(try values("from 20500101000000Z")["Valid from"] != nil)
  }
}
