// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainStorage
import KeychainTesting
import Security
import Testing

/// Tests of Specification/diagnostics.md, "Conformance cases", about items that exist and are
/// filtered out: cases 28, 65, 79.
@Suite("diagnosis: what drops out")
struct FilterCaseTests {
  private func stageWithCertificate() throws -> Stage {
    let stage = Stage()
    let certificate = SecCertificateCreateWithData(nil, MadeCertificate.der as NSData)
    let pairs: [NSString: Any] = [kSecValueRef: try #require(certificate)]
    #expect(stage.phone.run { SecItemAdd(pairs as NSDictionary, nil) } == errSecSuccess)
    return stage
  }

  private func query(_ pairs: [NSString: Any]) -> KeychainCall {
    let all: [NSString: Any] = [
      kSecClass: kSecClassCertificate, kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true,
    ]
    return .copyMatching(all.merging(pairs) { $1 } as NSDictionary)
  }

  @Test("case 28: a row that does not open")
  func damaged() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    do {
      let connection = try Connection(stage.phone.testOnlyPath + "/store.db")
      try connection.execute("UPDATE genp SET meta = zeroblob(60)")
    }
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(found.telling == ["K215"], "\(found.text)")
    #expect(found.text.contains("the authentication tag failed"))
  }

  @Test("case 65: profile ios has one keychain, whatever is said")
  func always() {
    let stage = Stage(profile: .ios)
    stage.add(["svce": "a", "acct": "b"])
    let pairs: [NSString: Any] = [
      "svce": "a", "acct": "b", kSecUseDataProtectionKeychain: false,
    ]
    #expect(stage.explain(stage.search(pairs)).besides.contains("K607"))
    let truly = pairs.merging([kSecUseDataProtectionKeychain: true]) { $1 }
    #expect(!stage.explain(stage.search(truly)).besides.contains("K607"))
  }

  @Test("case 79: a filter drops the certificate, with what it has")
  func filters() throws {
    let stage = try stageWithCertificate()
    let long = Date(timeIntervalSince1970: 631_152_000)
    let rows: [([NSString: Any], String, String)] = [
      ([kSecMatchValidOnDate: long], "date", "The certificate is valid from 20"),
      ([kSecMatchEmailAddressIfPresent: "b@b.com"], "e-mail", "has 1 other e-mail address"),
      ([kSecMatchTrustedOnly: true], "trust", "does not lead to an anchor"),
      ([kSecMatchPolicy: SecPolicyCreateSSL(true, "x.com" as CFString)], "policy", "the policy"),
      ([kSecMatchIssuers: [Self.name]], "issuers", "include no name of the query"),
      ([kSecMatchTrustedOnly: true, kSecMatchValidOnDate: long], "date", "valid from 20"),
    ]
    for (pairs, word, words) in rows {
      let found = stage.explain(query(pairs))
      #expect(found.status == errSecItemNotFound)
      #expect(found.telling == ["K220"], "\(word): \(found.text)")
      let finding = try #require(found.findings.first)
      #expect(finding.text.hasPrefix("1 item matches; the \(word) filter"), "\(finding.text)")
      #expect(finding.why.contains(words), "\(finding.why)")
      #expect(!found.text.contains(MadeCertificate.address))
    }
    #expect(stage.explain(query([:])).status == errSecSuccess)
  }

  /// A distinguished name of one common name that no certificate has.
  private static let name = Data(
    [0x30, 0x0C, 0x31, 0x0A, 0x30, 0x08, 0x06, 0x03, 0x55, 0x04, 0x03, 0x0C, 0x01, 0x7A])

  @Test("case 79: the host of an internet password")
  func host() {
    let stage = Stage()
    stage.add(["class": kSecClassInternetPassword, "srvr": "a.com", "acct": "b"])
    let found = stage.explain(
      stage.search([
        "class": kSecClassInternetPassword, kSecMatchHostOrSubdomainOfHost: "b.com",
      ]))
    #expect(found.telling == ["K220"], "\(found.text)")
    #expect(found.text.contains("The item is for another server."))
  }
}
