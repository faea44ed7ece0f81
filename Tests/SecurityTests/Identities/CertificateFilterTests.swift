// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of the match keys that look into certificates, for certificates and identities
/// (Specification/secitem.md, "Filters of SecItemCopyMatching").
@Suite("Filters on certificates")
struct CertificateFilterTests {
  typealias Profile = TemporaryKeychain.Profile
  static let profiles: [Profile] = [.dataProtection, .ios, .quirks]

  /// Returns the serial numbers of the items found, or nil if the call fails with another status
  /// than "not found".
  private func serials(_ itemClass: String, _ query: [String: Any]) -> [UInt8]? {
    let all: [String: Any] = [
      "class": itemClass, "m_Limit": "m_LimitAll", "r_Ref": true, "r_Attributes": true,
    ]
    let (status, result) = Calls.copy(all.merging(query) { $1 })
    guard status == errSecSuccess else { return status == errSecItemNotFound ? [] : nil }
    let rows = result as? [[String: Any]] ?? []
    return rows.compactMap { ($0["slnr"] as? Data)?.first }.sorted()
  }

  private func expect(
    _ query: [String: Any], _ wanted: [UInt8], place: SourceLocation = #_sourceLocation
  ) {
    for name in ["cert", "idnt"] {
      #expect(serials(name, query) == wanted, "\(name) \(query)", sourceLocation: place)
    }
  }

  @Test("52: addresses, whatever their case", arguments: profiles)
  func addresses(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      try MadeIdentity { $0.serial = 1 }.add()
      try MadeIdentity { ($0.serial, $0.addresses) = (2, ["b@b.com", "X@a.com"]) }.add()
      expect(["m_EmailAddressIfPresent": "x@A.com"], [2])
      expect(["m_EmailAddressIfPresent": "x@b.com"], [])
      expect(["m_EmailAddressIfPresent": ""], [])
      for name in ["cert", "idnt"] {
        let query: [String: Any] = [
          "class": name, "m_EmailAddressIfPresent": "x@a.com", "r_Attributes": true,
          "m_Limit": "m_LimitAll",
        ]
        let found = Calls.copy(query)
        #expect(found.status == (bench.isStrict ? errSecSuccess : errSecItemNotFound))
        if bench.isStrict { #expect((found.result as? [AnyObject])?.count == 1) }
        #expect(Calls.find(["class": name, "m_EmailAddressIfPresent": 1]) == errSecParam)
      }
      #expect(Calls.find(["class": "keys", "m_EmailAddressIfPresent": "no"]) == errSecSuccess)
    }
  }

  @Test("dates count their ends; the limit counts what is left", arguments: profiles)
  func dates(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let rows: [(UInt8, String, String)] = [
        (1, "19900101000000Z", "19910101000000Z"), (2, "19900601000000Z", "20400101000000Z"),
        (3, "19910101000000Z", "19910101000000Z"), (4, "20010101000000Z", "20400101000000Z"),
        (5, "19900101000000Z", "20010101000000Z"),
      ]
      for row in rows {
        try MadeIdentity { ($0.serial, $0.notBefore, $0.notAfter) = row }.add()
      }
      func at(_ text: String) throws -> [String: Any] {
        ["m_ValidOnDate": try #require(ISO8601DateFormatter().date(from: text))]
      }
      expect(try at("1991-01-01T00:00:00Z"), [1, 2])
      expect(try at("1991-01-01T00:00:01Z"), [2])
      expect(try at("1990-05-31T23:59:59Z"), [1])
      expect(try at("1990-06-01T00:00:00Z"), [1, 2])
      expect(try at("1989-12-31T23:59:59Z"), [])
      expect(try at("2041-01-01T00:00:00Z"), [])
      expect(try at("2040-01-01T00:00:00Z"), [2])
      let now: [String: Any] = ["m_ValidOnDate": NSNull()]
      expect(now, [2])
      for name in ["cert", "idnt"] {
        let one = Calls.copy(
          ["class": name, "r_Attributes": true].merging(now) { $1 })
        #expect((one.result as? [String: Any])?["slnr"] as? Data == Data([2]))
        #expect(Calls.find(["class": name, "m_ValidOnDate": "now"]) == errSecParam)
      }
      bench.clock.advance(by: 20 * 366 * 86_400)
      expect(now, [])
    }
  }

  @Test("issuers lead through local certificates, not through one's own", arguments: profiles)
  func issuers(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      // Leaf 1 is issued by A, A by B, and B by the root. Leaf 2 is issued by a stranger, leaf 3 by
      // C, whose certificate is synchronizable.
      let chain: [(serial: UInt8, subject: String, issuer: String)] = [
        (1, "leaf", "A"), (2, "other", "stranger"), (3, "third", "C"),
      ]
      for row in chain {
        try MadeIdentity { ($0.serial, $0.subject, $0.issuer) = row }.add()
      }
      let authorities: [(UInt8, String, String, Bool)] = [
        (11, "A", "B", false), (12, "B", "root", false), (13, "root", "root", false),
        (14, "C", "root", true),
      ]
      for (serial, subject, issuer, isSynchronizable) in authorities {
        let made = try MadeIdentity {
          ($0.serial, $0.subject, $0.issuer) = (serial, subject, issuer)
        }
        let item: [String: Any] = ["v_Ref": made.certificate, "sync": isSynchronizable]
        #expect(Calls.add(item) == errSecSuccess)
      }
      func names(_ names: String...) -> [String: Any] {
        ["m_Issuers": names.map { MadeCertificate.name($0) } as [Any] + [1, Data([1])]]
      }
      let rows: [(query: [String: Any], identities: [UInt8], certificates: [UInt8])] = [
        (names("A"), [1], [1]), (names("B"), [1], [1, 11]),
        (names("root"), [1], [1, 11, 12, 13]), (names("stranger"), [2], [2]),
        (names("A", "stranger"), [1, 2], [1, 2]), (names("C"), [3], [3]),
        (names("leaf"), [], []), (["m_Issuers": [Data([1])]], [1, 2, 3], [1, 2, 3, 11, 12, 13]),
        (["m_Issuers": "none"], [1, 2, 3], [1, 2, 3, 11, 12, 13]),
      ]
      for row in rows {
        #expect(serials("idnt", row.query) == row.identities, "\(row)")
        #expect(serials("cert", row.query) == row.certificates, "\(row)")
      }
      #expect(Calls.find(["class": "keys"].merging(names("A")) { $1 }) == errSecUnimplemented)
    }
  }

  @Test("ten issuers are followed, no more; a ring of them ends")
  func levels() throws {
    let bench = try Bench(.ios)
    try bench.keychain.run {
      for number in 0..<14 as Range<UInt8> {
        let made = try MadeIdentity {
          ($0.serial, $0.subject, $0.issuer) = (number + 1, "\(number)", "\((number + 1) % 14)")
        }
        #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess)
      }
      // The certificates found: issuer 13 itself and ten levels below it.
      let found = serials("cert", ["m_Issuers": [MadeCertificate.name("13")]])
      #expect(found == (3...13).map { $0 })
      #expect(serials("cert", ["m_Issuers": [MadeCertificate.name("stranger")]]) == [])
    }
  }
}
