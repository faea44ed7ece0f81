// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

// Specification/certificates.md, "Creation and inputs of a trust object".
@Suite("SecTrust: creation and inputs") struct SecTrustInputTests {
  private let leaf: SecCertificate
  private let other: SecCertificate
  private let basic = SecPolicyCreateBasicX509()
  private let tls = SecPolicyCreateSSL(true, nil)

  init() throws {
    leaf = try MadeIdentity().certificate
    other = try MadeIdentity { $0.subject = "other" }.certificate
  }

  private func made(_ certificates: CFTypeRef, _ policies: CFTypeRef?) -> (OSStatus, SecTrust?) {
    var trust: SecTrust?
    let status = unsafe SecTrustCreateWithCertificates(certificates, policies, &trust)
    return (status, trust)
  }

  private func trust(_ policies: CFTypeRef? = nil) throws -> SecTrust {
    try #require(made(leaf, policies).1)
  }

  private func policies(_ trust: SecTrust) -> [SecPolicy]? {
    var list: CFArray?
    let status = unsafe SecTrustCopyPolicies(trust, &list)
    return status == errSecSuccess ? list as? [SecPolicy] : nil
  }

  @Test("59: refusals")
  func refusals() {
    let refused: [(CFTypeRef, CFTypeRef?)] = [
      (NSArray(), nil), ("text" as NSString, nil), (["text"] as NSArray, nil),
      (leaf, NSArray()), ([leaf, "text"] as NSArray, nil), (leaf, leaf), (leaf, [leaf] as NSArray),
      (basic, nil),
    ]
    for (certificates, policies) in refused {
      let (status, trust) = made(certificates, policies)
      #expect(
        status == errSecParam && trust == nil, "\(certificates) \(String(describing: policies))")
    }
  }

  @Test("one or an array, of either")
  func creation() throws {
    #expect(policies(try trust()) == [basic])
    #expect(policies(try trust(tls)) == [tls])
    #expect(policies(try trust([tls, basic] as NSArray)) == [tls, basic])
    #expect(made([leaf, other, leaf] as NSArray, nil).0 == errSecSuccess)
    let trust = try trust()
    #expect(SecTrustCopyKey(trust) == SecCertificateCopyKey(leaf))
    #expect(CFGetTypeID(trust) == SecTrustGetTypeID())
    let same = try self.trust()
    #expect(CFEqual(trust, trust) && !CFEqual(trust, same))
  }

  @Test("policies are replaced whole, or not")
  func replacedPolicies() throws {
    let trust = try trust()
    #expect(SecTrustSetPolicies(trust, tls) == errSecSuccess)
    #expect(SecTrustSetPolicies(trust, NSArray()) == errSecParam)
    #expect(SecTrustSetPolicies(trust, leaf) == errSecParam)
    #expect(policies(trust) == [tls])
  }

  @Test("the network: off for plain validation, on for TLS, and as said")
  func network() throws {
    func isAllowed(_ trust: SecTrust) -> Bool {
      var allowed: DarwinBoolean = false
      #expect(unsafe SecTrustGetNetworkFetchAllowed(trust, &allowed) == errSecSuccess)
      return allowed.boolValue
    }
    #expect(!isAllowed(try trust(basic)))
    let trust = try trust(tls)
    #expect(isAllowed(trust))
    #expect(SecTrustSetNetworkFetchAllowed(trust, false) == errSecSuccess)
    #expect(!isAllowed(trust) && policies(trust) != [tls])
    #expect(SecTrustSetNetworkFetchAllowed(trust, true) == errSecSuccess)
    #expect(isAllowed(trust) && policies(trust) == [tls])
    // The last policy that says anything about the network decides.
    let asking = try #require(SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod))
    let silent = try #require(
      SecPolicyCreateRevocation(
        kSecRevocationUseAnyAvailableMethod | kSecRevocationNetworkAccessDisabled))
    let rows: [([SecPolicy], Bool)] = [
      ([asking], true), ([basic, asking], true), ([asking, basic], false), ([silent], false),
      ([silent, tls], false), ([tls, silent], false), ([silent, asking, tls], true),
    ]
    for (list, answer) in rows {
      #expect(SecTrustSetPolicies(trust, list as NSArray) == errSecSuccess)
      #expect(isAllowed(trust) == answer)
    }
  }

  @Test("custom anchors")
  func anchors() throws {
    func copied(_ trust: SecTrust) -> [SecCertificate]? {
      var list: CFArray?
      #expect(unsafe SecTrustCopyCustomAnchorCertificates(trust, &list) == errSecSuccess)
      return list as? [SecCertificate]
    }
    let trust = try trust()
    #expect(copied(trust) == nil)
    #expect(SecTrustSetAnchorCertificates(trust, [other] as NSArray) == errSecSuccess)
    #expect(SecTrustSetAnchorCertificates(trust, ["text"] as NSArray) == errSecParam)
    #expect(copied(trust) == [other])
    #expect(SecTrustSetAnchorCertificates(trust, NSArray()) == errSecSuccess)
    #expect(copied(trust) == [])
    #expect(SecTrustSetAnchorCertificates(trust, nil) == errSecSuccess)
    #expect(copied(trust) == nil)
    #expect(SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess)
  }

  @Test("the moment is now until it is set")
  func moment() throws {
    let trust = try trust()
    let before = Date().timeIntervalSinceReferenceDate
    let moment = SecTrustGetVerifyTime(trust)
    #expect((before...Date().timeIntervalSinceReferenceDate).contains(moment))
    #expect(
      SecTrustSetVerifyDate(trust, NSDate(timeIntervalSinceReferenceDate: 1000)) == errSecSuccess)
    #expect(SecTrustGetVerifyTime(trust) == 1000)
    let never = NSDate(timeIntervalSinceReferenceDate: .infinity)
    #expect(SecTrustSetVerifyDate(trust, never) == errSecParam)
  }

  @Test("what the holder sent along is data")
  func stapled() throws {
    let trust = try trust()
    let data = NSData(data: Data([1]))
    #expect(SecTrustSetOCSPResponse(trust, data) == errSecSuccess)
    #expect(SecTrustSetOCSPResponse(trust, [data, data] as NSArray) == errSecSuccess)
    #expect(SecTrustSetOCSPResponse(trust, nil) == errSecSuccess)
    #expect(SecTrustSetOCSPResponse(trust, "text" as NSString) == errSecParam)
    #expect(SecTrustSetOCSPResponse(trust, ["text"] as NSArray) == errSecParam)
    #expect(SecTrustSetSignedCertificateTimestamps(trust, [data] as NSArray) == errSecSuccess)
    #expect(SecTrustSetSignedCertificateTimestamps(trust, nil) == errSecSuccess)
    #expect(SecTrustSetSignedCertificateTimestamps(trust, ["text"] as NSArray) == errSecParam)
  }
}
