// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestVectors
import Testing

// Specification/certificates.md, "The trust engine".
@Suite("SecTrustSetOCSPResponse") struct SecTrustRevocationTests {
  private let vectors = Dictionary(
    uniqueKeysWithValues: Vector.all("trust/responses-v1.txt").map { ($0.testDescription, $0) })

  private func data(_ name: String) throws -> NSData {
    NSData(data: Data(try #require(vectors[name], "no \(name)").bytes("der")))
  }

  private func certificates(_ names: String...) throws -> NSArray {
    try names.map { try #require(SecCertificateCreateWithData(nil, data($0))) } as NSArray
  }

  private func trust(_ leaf: String, _ flags: CFOptionFlags) throws -> SecTrust {
    let revocation = try #require(SecPolicyCreateRevocation(flags))
    let policies: NSArray = [SecPolicyCreateSSL(true, "w.example.com"), revocation]
    var made: SecTrust?
    let given = try certificates(leaf, "inter")
    #expect(unsafe SecTrustCreateWithCertificates(given, policies, &made) == errSecSuccess)
    let trust = try #require(made)
    #expect(try SecTrustSetAnchorCertificates(trust, certificates("root")) == errSecSuccess)
    let seconds = try Double(#require(vectors["moment"]).number("microseconds")) / 1_000_000
    #expect(
      SecTrustSetVerifyDate(trust, NSDate(timeIntervalSinceReferenceDate: seconds + 60))
        == errSecSuccess)
    return trust
  }

  /// Returns the failures of each certificate that concern revocation.
  ///
  /// The certificates live too long for servers, which adds another failure that is left out.
  private func checks(_ trust: SecTrust) throws -> [[String]] {
    let details = SecTrustCopyResult(trust)?["TrustResultDetails" as NSString]
    let failed = try #require(details as? [[String: Bool]])
    return failed.map { $0.keys.filter { $0.hasPrefix("Revocation") } }
  }

  private static let required =
    kSecRevocationUseAnyAvailableMethod | kSecRevocationRequirePositiveResponse

  @Test("one response, several, none; each change asks anew")
  func forms() throws {
    let trust = try trust("leaf", Self.required)
    #expect(try checks(trust) == [["RevocationResponseRequired"], [], []])
    #expect(try SecTrustSetOCSPResponse(trust, data("good")) == errSecSuccess)
    #expect(try checks(trust) == [[], [], []])
    let both: NSArray = [try data("good, of another"), try data("good, of a delegate")]
    #expect(SecTrustSetOCSPResponse(trust, both) == errSecSuccess)
    #expect(try checks(trust) == [[], [], []])
    #expect(SecTrustSetOCSPResponse(trust, [try data("good, of another")] as NSArray) == 0)
    #expect(try checks(trust) == [["RevocationResponseRequired"], [], []])
    #expect(try SecTrustSetOCSPResponse(trust, data("good")) == errSecSuccess)
    #expect(SecTrustSetOCSPResponse(trust, nil) == errSecSuccess)
    #expect(try checks(trust) == [["RevocationResponseRequired"], [], []])
  }

  @Test("what is revoked is not trusted, whatever exceptions say")
  func revoked() throws {
    let trust = try trust("revoked leaf", kSecRevocationOCSPMethod)
    #expect(try checks(trust) == [[], [], []])
    #expect(try SecTrustSetOCSPResponse(trust, data("revoked, of a delegate")) == errSecSuccess)
    let exceptions = try #require(SecTrustCopyExceptions(trust))
    #expect(SecTrustSetExceptions(trust, exceptions))
    let error = try #require(TrustCalls.evaluate(trust))
    #expect(error.domain == "NSOSStatusErrorDomain" && error.code == -67820)
    #expect(error.localizedDescription == "\u{201c}revoked leaf\u{201d} certificate is revoked")
    #expect(TrustCalls.result(trust) == .fatalTrustFailure)
    #expect(try checks(trust) == [["Revocation"], [], []])
  }

  @Test("without a policy about revocation nobody reads them")
  func policy() throws {
    let trust = try trust("revoked leaf", Self.required)
    #expect(try SecTrustSetOCSPResponse(trust, data("revoked")) == errSecSuccess)
    #expect(SecTrustSetPolicies(trust, SecPolicyCreateBasicX509()) == errSecSuccess)
    #expect(TrustCalls.evaluate(trust) == nil)
  }
}
