// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of the functions of trust settings (Specification/certificates.md, "Trust settings").
@Suite("SecTrustSettings", .timeLimit(.minutes(10))) struct SecTrustSettingsTests {
  private func settings(
    _ certificate: SecCertificate, _ domain: SecTrustSettingsDomain = .user
  ) -> (OSStatus, [NSDictionary]?) {
    var array: CFArray?
    let status = unsafe SecTrustSettingsCopyTrustSettings(certificate, domain, &array)
    return (status, array as? [NSDictionary])
  }

  private func trust(_ names: [String] = ["L", "I", "R"], host: String? = nil) throws -> SecTrust {
    let trust = try TrustCalls.trust(names, host: host, anchors: [])
    SecTrustSetAnchorCertificatesOnly(trust, false)
    return trust
  }

  @Test("a root is trusted while it has settings, by one trust object too")
  func root() throws {
    try TemporaryKeychain().run {
      let root = try TrustCalls.certificates(["R"])[0]
      let trust = try trust()
      #expect(TrustCalls.evaluate(trust)?.code == -67843)
      #expect(SecTrustSettingsSetTrustSettings(root, .user, nil) == errSecSuccess)
      #expect(TrustCalls.evaluate(trust) == nil)
      #expect(TrustCalls.result(trust) == .proceed)
      #expect(settings(root).0 == errSecSuccess && settings(root).1 == [])
      let deny: NSDictionary = [
        kSecTrustSettingsResult: NSNumber(value: SecTrustSettingsResult.deny.rawValue)
      ]
      #expect(SecTrustSettingsSetTrustSettings(root, .user, deny) == errSecSuccess)
      #expect(TrustCalls.evaluate(trust)?.code == -67654)
      #expect(TrustCalls.result(trust) == .deny)
      #expect(SecTrustSettingsRemoveTrustSettings(root, .user) == errSecSuccess)
      #expect(TrustCalls.evaluate(trust)?.code == -67843)
      #expect(SecTrustSettingsRemoveTrustSettings(root, .user) == errSecItemNotFound)
      #expect(settings(root).0 == errSecItemNotFound)
    }
  }

  @Test("all members come back, and a policy is a policy")
  func members() throws {
    try TemporaryKeychain().run {
      let root = try TrustCalls.certificates(["R"])[0]
      let full: NSDictionary = [
        kSecTrustSettingsPolicy: SecPolicyCreateSSL(false, "w.example.com"),
        kSecTrustSettingsApplication: NSData(data: Data("/usr/bin/true\0".utf8)),
        kSecTrustSettingsPolicyString: "w.example.com",
        kSecTrustSettingsKeyUsage: NSNumber(value: SecTrustSettingsKeyUsage.useAny.rawValue),
        kSecTrustSettingsAllowedError: NSNumber(value: errSecCertificateExpired),
        kSecTrustSettingsResult: NSNumber(value: SecTrustSettingsResult.unspecified.rawValue),
      ]
      let small: NSDictionary = [kSecTrustSettingsPolicy: SecPolicyCreateBasicX509()]
      let list = [full, small] as NSArray
      #expect(SecTrustSettingsSetTrustSettings(root, .user, list) == errSecSuccess)
      let found = try #require(settings(root).1)
      #expect(found.count == 2)
      #expect(found[0][kSecTrustSettingsPolicy] as? SecPolicy == SecPolicyCreateSSL(false, nil))
      #expect(found[1][kSecTrustSettingsPolicy] as? SecPolicy == SecPolicyCreateBasicX509())
      #expect(found[1][kSecTrustSettingsResult] == nil)
      for key in [
        kSecTrustSettingsPolicyString, kSecTrustSettingsKeyUsage, kSecTrustSettingsAllowedError,
        kSecTrustSettingsResult,
      ] { #expect(found[0][key] as? NSObject == full[key] as? NSObject, "\(key)") }
      // Settings that were copied can be set again.
      #expect(SecTrustSettingsSetTrustSettings(root, .user, found as NSArray) == errSecSuccess)
      #expect(settings(root).1 == found)
      var date: CFDate?
      #expect(unsafe SecTrustSettingsCopyModificationDate(root, .user, &date) == errSecSuccess)
      #expect(abs(try #require(date).timeIntervalSinceNow) < 3_600)
    }
  }

  @Test("malformed settings are refused with errSecParam, and change nothing")
  func malformed() throws {
    try TemporaryKeychain().run {
      let (root, leaf) = (
        try TrustCalls.certificates(["R"])[0], try TrustCalls.certificates(["L"])[0]
      )
      let loop = NSMutableArray()
      loop.add(loop)
      let bad: [NSObject] = [
        "text" as NSString, ["text"] as NSArray, [["a": 1]] as NSArray,
        ["unknown": 1] as NSDictionary,
        [kSecTrustSettingsResult: 0] as NSDictionary, [kSecTrustSettingsResult: 5] as NSDictionary,
        [kSecTrustSettingsResult: "1"] as NSDictionary,
        [kSecTrustSettingsResult: -1] as NSDictionary,
        [kSecTrustSettingsResult: 1.5] as NSDictionary,
        [kSecTrustSettingsResult: Double.infinity] as NSDictionary,
        [kSecTrustSettingsPolicy: "1.2.3"] as NSDictionary,
        [kSecTrustSettingsPolicy: NSData()] as NSDictionary,
        [kSecTrustSettingsApplication: "/usr/bin/true"] as NSDictionary,
        [kSecTrustSettingsPolicyString: 1] as NSDictionary,
        [kSecTrustSettingsKeyUsage: 1 << 33] as NSDictionary,
        [kSecTrustSettingsAllowedError: 1 << 33] as NSDictionary,
        [kSecTrustSettingsResult: 2] as NSDictionary, loop,
      ]
      for object in bad {
        #expect(SecTrustSettingsSetTrustSettings(root, .user, object) == errSecParam)
      }
      #expect(SecTrustSettingsSetTrustSettings(leaf, .user, nil) == errSecParam)
      #expect(SecTrustSettingsSetTrustSettings(leaf, .user, NSArray()) == errSecParam)
      var certificates: CFArray?
      #expect(
        unsafe SecTrustSettingsCopyCertificates(.user, &certificates) == errSecNoTrustSettings)
      #expect(certificates == nil)
    }
  }

  @Test("export, import, and certificates from settings, from the store and from nowhere")
  func exchange() throws {
    var exported: CFData?
    try TemporaryKeychain().run {
      #expect(
        unsafe SecTrustSettingsCreateExternalRepresentation(.user, &exported)
          == errSecNoTrustSettings)
      #expect(SecTrustSettingsCopyCertificates(.user, nil) == errSecNoTrustSettings)
      for certificate in try TrustCalls.certificates(["R", "other root"]) {
        #expect(SecTrustSettingsSetTrustSettings(certificate, .user, nil) == errSecSuccess)
      }
      #expect(
        unsafe SecTrustSettingsCreateExternalRepresentation(.user, &exported) == errSecSuccess)
      var certificates: CFArray?
      #expect(unsafe SecTrustSettingsCopyCertificates(.user, &certificates) == errSecSuccess)
      #expect(
        Set(try #require(certificates as? [SecCertificate]))
          == Set(try TrustCalls.certificates(["R", "other root"])))
    }
    let data = try #require(exported)
    try TemporaryKeychain().run {
      #expect(SecTrustSettingsImportExternalRepresentation(.user, data) == errSecSuccess)
      var again: CFData?
      #expect(unsafe SecTrustSettingsCreateExternalRepresentation(.user, &again) == errSecSuccess)
      #expect(again == data)
      // The file names certificates by their hashes: one of them is in this store.
      let root = try TrustCalls.certificates(["R"])[0]
      #expect(Calls.add(["v_Ref": root]) == errSecSuccess)
      var certificates: CFArray?
      #expect(unsafe SecTrustSettingsCopyCertificates(.user, &certificates) == errSecSuccess)
      #expect(certificates as? [SecCertificate] == [root])
      #expect(TrustCalls.evaluate(try trust(["L", "I"])) == nil)
      for count in 0..<data.length - 1 {
        let cut = data.subdata(with: NSRange(location: 0, length: count)) as NSData
        #expect(
          SecTrustSettingsImportExternalRepresentation(.user, cut) == errSecInvalidTrustSettings)
      }
      #expect(unsafe SecTrustSettingsCreateExternalRepresentation(.user, &again) == errSecSuccess)
      #expect(again == data)
    }
  }

  @Test("damaged settings refuse each evaluation, and no query trusts a certificate")
  func damaged() throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let root = try TrustCalls.certificates(["R"])[0]
      #expect(SecTrustSettingsSetTrustSettings(root, .user, nil) == errSecSuccess)
      #expect(Calls.add(["v_Ref": root]) == errSecSuccess)
      let path = "\(keychain.path)/TrustSettings.plist"
      try Data("<plist>".utf8).write(to: URL(fileURLWithPath: path))
      let trust = try trust()
      #expect(TrustCalls.evaluate(trust)?.code == Int(errSecInvalidTrustSettings))
      var result = SecTrustResultType.proceed
      #expect(unsafe SecTrustGetTrustResult(trust, &result) == errSecInvalidTrustSettings)
      #expect(result == .otherError)
      #expect(settings(root).0 == errSecInvalidTrustSettings)
      #expect(SecTrustSettingsSetTrustSettings(root, .user, nil) == errSecInvalidTrustSettings)
      let query: NSDictionary = ["class": "cert", "m_TrustedOnly": true, "r_Ref": true]
      var found: CFTypeRef?
      #expect(unsafe SecItemCopyMatching(query, &found) == errSecInvalidTrustSettings)
      try FileManager.default.removeItem(atPath: path)
      #expect(unsafe SecItemCopyMatching(query, &found) == errSecItemNotFound)
      #expect(SecTrustSettingsSetTrustSettings(root, .user, nil) == errSecSuccess)
      #expect(unsafe SecItemCopyMatching(query, &found) == errSecSuccess)
    }
  }

  @Test("the system's domain and the administrator's")
  func domains() throws {
    try TemporaryKeychain().run {
      let root = try TrustCalls.certificates(["R"])[0]
      #expect(SecTrustSettingsSetTrustSettings(root, .system, nil) == errSecDataNotModifiable)
      #expect(SecTrustSettingsRemoveTrustSettings(root, .system) == errSecDataNotModifiable)
      #expect(
        SecTrustSettingsImportExternalRepresentation(.system, NSData()) == errSecDataNotModifiable)
      #expect(SecTrustSettingsSetTrustSettings(root, .admin, nil) == errSecWrPerm)
      #expect(settings(root, .system).0 == errSecItemNotFound)
      var anchors: CFArray?
      unsafe SecTrustCopyAnchorCertificates(&anchors)
      var certificates: CFArray?
      let status = unsafe SecTrustSettingsCopyCertificates(.system, &certificates)
      let count = anchors?.count ?? 0
      #expect(status == (count == 0 ? errSecNoTrustSettings : errSecSuccess))
      #expect((certificates?.count ?? 0) == count)
      guard let anchor = (anchors as? [SecCertificate])?.first else { return }
      #expect(settings(anchor, .system).1 == [])
    }
  }
}
