// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of `m_Policy` and `m_TrustedOnly` for certificates and identities
/// (Specification/secitem.md, "Match, return, use and value keys", "Filters of
/// SecItemCopyMatching").
@Suite("Filters by policy and trust")
struct TrustFilterTests {
  typealias Profile = TemporaryKeychain.Profile
  static let profiles: [Profile] = [.dataProtection, .ios, .quirks]

  private static let moment = Date(timeIntervalSinceReferenceDate: 757_382_400)

  /// Checks the statuses of values of wrong types, and of classes other than certificates.
  @Test("types of the values, and other classes", arguments: profiles)
  func types(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      try MadeIdentity().add()
      for name in ["cert", "idnt"] {
        #expect(Calls.find(["class": name, "m_TrustedOnly": false]) == errSecSuccess)
        #expect(Calls.find(["class": name, "m_TrustedOnly": true]) == errSecItemNotFound)
        #expect(Calls.find(["class": name, "m_TrustedOnly": 1]) == errSecParam)
        #expect(Calls.find(["class": name, "m_TrustedOnly": "true"]) == errSecParam)
        for value in ["x509", NSNull(), [SecPolicyCreateBasicX509()]] as [Any] {
          #expect(Calls.find(["class": name, "m_Policy": value]) == errSecParam)
        }
      }
      let policy = SecPolicyCreateBasicX509()
      #expect(Calls.find(["class": "keys", "m_TrustedOnly": true]) == errSecSuccess)
      #expect(Calls.find(["class": "keys", "m_Policy": policy]) == errSecUnimplemented)
      #expect(Calls.find(["class": "keys", "m_Policy": 1]) == errSecParam)
    }
  }

  @Test("under other policies than basic a certificate is looked at alone", arguments: profiles)
  func alone(_ profile: Profile) throws {
    let names = ["L", "expired", "client", "code", "code without usage", "sha1", "rsa1024", "R"]
    let rows: [(SecPolicy?, [String])] = [
      (SecPolicyCreateSSL(true, "w.example.com"), ["L"]),
      (SecPolicyCreateSSL(true, "v.example.com"), []),
      (SecPolicyCreateSSL(false, "w.example.com"), ["client"]),
      (SecPolicyCreateWithProperties(kSecPolicyAppleCodeSigning, nil), ["code"]),
      // These policies look at whole paths. No path leads to an anchor of this system.
      (SecPolicyCreateBasicX509(), []),
      (SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod), []),
    ]
    let bench = try Bench(profile)
    try bench.keychain.run {
      let objects = try TrustCalls.certificates(names)
      for object in objects { #expect(Calls.add(["v_Ref": object]) == errSecSuccess) }
      for (policy, wanted) in rows {
        let policy = try #require(policy)
        let query: [String: Any] = [
          "class": "cert", "m_Policy": policy, "m_ValidOnDate": Self.moment, "r_Ref": true,
          "m_Limit": "m_LimitAll",
        ]
        let found = Calls.copy(query).result as? [SecCertificate] ?? []
        let foundNames = found.compactMap { objects.firstIndex(of: $0) }.map { names[$0] }
        #expect(foundNames == wanted, "\(policy)")
      }
    }
  }

  @Test(
    "a policy asks about the given date, or about now; limits count what is left",
    arguments: profiles)
  func dates(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      try MadeIdentity { ($0.serial, $0.notAfter) = (1, "20250101000000Z") }.add()
      try MadeIdentity { ($0.serial, $0.addresses) = (2, ["x@a.com"]) }.add()
      let mail = SecPolicyCreateWithProperties(
        kSecPolicyAppleSMIME, [kSecPolicyName: "x@a.com"] as NSDictionary)
      let rows: [([String: Any], [UInt8])] = [
        (["m_Policy": SecPolicyCreateSSL(true, nil)], [2]),
        (["m_Policy": SecPolicyCreateSSL(true, nil), "m_ValidOnDate": NSNull()], [2]),
        (
          [
            "m_Policy": SecPolicyCreateSSL(true, nil),
            "m_ValidOnDate": Date(timeIntervalSinceReferenceDate: 700_000_000),
          ], [1, 2]
        ),
        (
          [
            "m_Policy": try #require(mail),
            "m_ValidOnDate": Date(timeIntervalSinceReferenceDate: 700_000_000),
          ], [2]
        ),
        (["m_Policy": SecPolicyCreateSSL(true, nil), "m_EmailAddressIfPresent": "y@a.com"], []),
      ]
      for (query, wanted) in rows {
        for name in ["cert", "idnt"] {
          var all: [String: Any] = ["class": name, "r_Attributes": true, "r_Data": true]
          all.merge(query) { $1 }
          let one = Calls.copy(all).result as? [String: Any]
          #expect((one?["slnr"] as? Data)?.first == wanted.first, "\(name) \(query)")
          all["m_Limit"] = "m_LimitAll"
          let found = Calls.copy(all)
          #expect(found.status == (wanted.isEmpty ? errSecItemNotFound : errSecSuccess))
          let serials = (found.result as? [[String: Any]] ?? [])
            .compactMap { ($0["slnr"] as? Data)?.first }
          #expect(serials.sorted() == wanted, "\(name) \(query)")
        }
      }
    }
  }

  @Test("each kind of result is filtered", arguments: ["cert", "idnt"], [true, false])
  func results(_ name: String, _ isAll: Bool) throws {
    let bench = try Bench(.ios)
    try bench.keychain.run {
      try MadeIdentity { ($0.serial, $0.notAfter) = (1, "20250101000000Z") }.add()
      let good = try MadeIdentity { $0.serial = 2 }
      good.add()
      for key in ["r_Ref", "r_Data", "r_Attributes", "r_PersistentRef"] {
        let query: [String: Any] = [
          "class": name, key: true, "m_Policy": SecPolicyCreateSSL(true, nil),
          "m_Limit": isAll ? "m_LimitAll" : "m_LimitOne",
        ]
        let (status, result) = Calls.copy(query)
        #expect(status == errSecSuccess)
        let objects = isAll ? result as? [AnyObject] : result.map { [$0] }
        #expect(objects?.count == 1)
        let object = try #require(objects?.first)
        switch key {
        case "r_Ref":
          let certificate =
            (object as? SecIdentity).flatMap { MadeIdentity.certificate(of: $0) }
            ?? object as? SecCertificate
          #expect(certificate == good.certificate)
        case "r_Attributes": #expect((object as? [String: Any])?["slnr"] as? Data == Data([2]))
        case "r_PersistentRef":
          let found = Calls.copy(["v_PersistentRef": object, "r_Attributes": true]).result
          #expect((found as? [String: Any])?["slnr"] as? Data == Data([2]))
        default: #expect(object is NSData)
        }
      }
    }
  }

  @Test("what the system's anchors lead to is trusted now; other stored certificates lead nowhere")
  func trusted() async {
    await #expect(processExitsWith: .success) {
      let bundle = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: bundle) }
      unsafe setenv("SSL_CERT_FILE", bundle.path, 1)
      unsafe unsetenv("SSL_CERT_DIR")
      let bench = try Bench(.ios)
      try bench.keychain.run {
        let anchor = try MadeIdentity { $0.serial = 1 }
        let old = try MadeIdentity { ($0.serial, $0.notAfter) = (2, "20250101000000Z") }
        let stranger = try MadeIdentity { $0.serial = 3 }
        for made in [anchor, old, stranger] { made.add() }
        let others = try TrustCalls.certificates(["R", "I", "L"])
        for other in others { try #require(Calls.add(["v_Ref": other]) == errSecSuccess) }
        let believed = [anchor.certificate, old.certificate, others[0]]
        try believed.map { Self.armoured($0) }.joined()
          .write(to: bundle, atomically: true, encoding: .utf8)
        func found(_ name: String, _ query: [String: Any]) -> [SecCertificate] {
          let all: [String: Any] = ["class": name, "r_Ref": true, "m_Limit": "m_LimitAll"]
          let objects = Calls.copy(all.merging(query) { $1 }).result as? [AnyObject] ?? []
          return objects.compactMap {
            $0 as? SecCertificate
              ?? ($0 as? SecIdentity).flatMap { MadeIdentity.certificate(of: $0) }
          }
        }
        let then = Date(timeIntervalSinceReferenceDate: 700_000_000)
        let basic = SecPolicyCreateBasicX509()
        let now = [anchor.certificate, others[0], others[1]]
        try #require(found("cert", ["m_TrustedOnly": true]) == now)
        try #require(found("cert", ["m_Policy": basic]) == now)
        try #require(found("idnt", ["m_TrustedOnly": true]) == [anchor.certificate])
        try #require(found("idnt", ["m_Policy": basic]) == [anchor.certificate])
        // The date belongs to the policy. `m_TrustedOnly` evaluates at the current time.
        let dated: [String: Any] = ["m_ValidOnDate": then, "m_Policy": basic]
        try #require(found("idnt", dated) == [anchor.certificate, old.certificate])
        let both = dated.merging(["m_TrustedOnly": true]) { $1 }
        try #require(found("idnt", both) == [anchor.certificate])
        // After the anchor is removed from the bundle, the identity is no longer found.
        try Self.armoured(others[0]).write(to: bundle, atomically: true, encoding: .utf8)
        try #require(found("idnt", ["m_TrustedOnly": true]).isEmpty)
        try #require(Calls.find(["class": "cert", "m_TrustedOnly": true]) == errSecSuccess)
      }
    }
  }

  private static func armoured(_ certificate: SecCertificate) -> String {
    let text = (SecCertificateCopyData(certificate) as Data)
      .base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
  }
}

extension MadeIdentity {
  /// Returns the certificate of an identity.
  fileprivate static func certificate(of identity: SecIdentity) -> SecCertificate? {
    var certificate: SecCertificate?
    guard unsafe SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess else {
      return nil
    }
    return certificate
  }
}
