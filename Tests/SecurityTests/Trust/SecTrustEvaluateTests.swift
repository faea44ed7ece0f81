// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestVectors
import Testing

// Specification/certificates.md, "Conformance cases".
@Suite("SecTrust: evaluation") struct SecTrustEvaluateTests {
  @Test("45: a whole chain")
  func whole() throws {
    let trust = try TrustCalls.trust(["L", "I"], host: "w.example.com", anchors: ["R"])
    var error: CFError? = NSError(domain: "before", code: 1)
    #expect(unsafe SecTrustEvaluateWithError(trust, &error))
    #expect(error == nil)
    #expect(TrustCalls.result(trust) == .unspecified)
    let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
    let expected = try TrustCalls.certificates(["L", "I", "R"])
    #expect(chain == expected && SecTrustGetCertificateCount(trust) == 3)
    #expect(SecTrustCopyResult(trust)?["TrustResultValue" as NSString] as? Int == 4)
  }

  @Test("46: what is missing, and other anchors")
  func anchors() throws {
    let rows: [([String], [String], Int?)] = [
      (["L"], ["R"], -25318), (["L", "I", "R"], [], -67843), (["L"], ["I"], nil),
      (["L"], ["L"], nil),
    ]
    for (given, anchors, code) in rows {
      let trust = try TrustCalls.trust(given, anchors: anchors)
      #expect(TrustCalls.evaluate(trust)?.code == code, "\(given) \(anchors)")
    }
  }

  @Test("49, 58: an expired certificate, and the shape of the error")
  func expired() throws {
    let trust = try TrustCalls.trust(["expired"], anchors: ["R"])
    let error = try #require(TrustCalls.evaluate(trust))
    #expect(error.domain == "NSOSStatusErrorDomain" && error.code == -67818)
    #expect(error.localizedDescription == "\u{201c}leaf\u{201d} certificate is expired")
    let beneath = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(beneath.domain == error.domain && beneath.code == error.code)
    #expect(
      beneath.localizedDescription.hasPrefix("Certificate 0 \u{201c}leaf\u{201d} has errors: "))
    #expect(TrustCalls.result(trust) == .recoverableTrustFailure)
    let details = SecTrustCopyResult(trust)?["TrustResultDetails" as NSString] as? [[String: Bool]]
    #expect(details == [["TemporalValidity": false], [:]])
  }

  @Test("47, 48: an address is a name of its own kind, and no host")
  func addresses() throws {
    // The certificate names 10.0.0.1 as an address and 10.0.0.3 as a host.
    let rows: [(String, Int?)] = [
      ("10.0.0.1", nil), ("10.0.0.3", -67602), ("10.0.0.2", -67602), ("2001:db8:0:0::1", nil),
    ]
    for (host, code) in rows {
      let trust = try TrustCalls.trust(["addresses"], host: host, anchors: ["R"])
      #expect(TrustCalls.evaluate(trust)?.code == code, "\(host)")
    }
    // The case of a reported problem: the only name is an address, written as a host name.
    let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
    for (host, code) in [("10.0.0.1", -67602), ("w.example.com", nil)] as [(String, Int?)] {
      var made = try MadeCertificate(key)
      (made.hosts, made.isForServers, made.signer) = ([host], true, key)
      (made.notBefore, made.notAfter) = ("20240101000000Z", "20260101000000Z")
      let certificate = try made.object()
      var trust: SecTrust?
      let policy = SecPolicyCreateSSL(true, host as NSString)
      #expect(unsafe SecTrustCreateWithCertificates(certificate, policy, &trust) == errSecSuccess)
      let asked = try #require(trust)
      #expect(SecTrustSetAnchorCertificates(asked, [certificate] as NSArray) == errSecSuccess)
      SecTrustSetVerifyDate(asked, NSDate(timeIntervalSinceReferenceDate: 757_382_400))
      #expect(TrustCalls.evaluate(asked)?.code == code, "\(host)")
    }
  }

  @Test("50: expired and not trusted")
  func importance() throws {
    let trust = try TrustCalls.trust(["expired", "R"], anchors: [])
    #expect(TrustCalls.evaluate(trust)?.code == -67843)
  }

  @Test("52: a broken hash is fatal")
  func fatal() throws {
    let trust = try TrustCalls.trust(["md5"], anchors: ["RR"])
    #expect(TrustCalls.evaluate(trust)?.code == -67815)
    #expect(TrustCalls.result(trust) == .fatalTrustFailure)
  }

  @Test("57: exceptions")
  func exceptions() throws {
    let trust = try TrustCalls.trust(["expired"], anchors: ["R"])
    let exceptions = try #require(SecTrustCopyExceptions(trust))
    let again = try TrustCalls.trust(["expired"], anchors: ["R"])
    #expect(SecTrustSetExceptions(again, exceptions))
    #expect(TrustCalls.evaluate(again) == nil && TrustCalls.result(again) == .proceed)
    // A failure that the exceptions do not name still counts.
    #expect(SecTrustSetAnchorCertificates(again, NSArray()) == errSecSuccess)
    #expect(TrustCalls.evaluate(again)?.code == -25318)
    #expect(!SecTrustSetExceptions(again, nil))
    #expect(SecTrustSetExceptions(again, nil))
    #expect(!SecTrustSetExceptions(again, NSData(data: Data("text".utf8))))
    let read = unsafe try PropertyListSerialization.propertyList(
      from: exceptions as Data, format: nil)
    let xml = try PropertyListSerialization.data(
      fromPropertyList: read, format: .xml, options: 0)
    #expect(!SecTrustSetExceptions(again, NSData(data: xml)))
    let other = try TrustCalls.trust(["not yet"], anchors: ["R"])
    #expect(!SecTrustSetExceptions(other, exceptions))
    #expect(TrustCalls.evaluate(other)?.code == -67818)
  }

  @Test("exceptions never overrule what is fatal")
  func fatalExceptions() throws {
    let trust = try TrustCalls.trust(["md5"], anchors: ["RR"])
    let exceptions = try #require(SecTrustCopyExceptions(trust))
    #expect(SecTrustSetExceptions(trust, exceptions))
    #expect(TrustCalls.evaluate(trust)?.code == -67815)
  }

  @Test("several policies have all to be satisfied")
  func policies() throws {
    let trust = try TrustCalls.trust(["L", "I"], host: "w.example.com", anchors: ["R"])
    #expect(TrustCalls.evaluate(trust) == nil)
    let both: NSArray = [SecPolicyCreateSSL(true, "w.example.com"), SecPolicyCreateSSL(false, nil)]
    #expect(SecTrustSetPolicies(trust, both) == errSecSuccess)
    #expect(TrustCalls.evaluate(trust)?.code == -67609)
    let required = try #require(
      SecPolicyCreateRevocation(
        kSecRevocationUseAnyAvailableMethod | kSecRevocationRequirePositiveResponse))
    let revocation: NSArray = [SecPolicyCreateBasicX509(), required]
    #expect(SecTrustSetPolicies(trust, revocation) == errSecSuccess)
    #expect(TrustCalls.evaluate(trust)?.code == -67635)
  }

  @Test("each change of the question asks anew")
  func changes() throws {
    let trust = try TrustCalls.trust(["L", "I"], anchors: [])
    #expect(TrustCalls.evaluate(trust)?.code == -25318)
    let root = try TrustCalls.certificates(["R"])
    #expect(SecTrustSetAnchorCertificates(trust, root as NSArray) == errSecSuccess)
    #expect(TrustCalls.evaluate(trust) == nil)
    #expect(
      SecTrustSetVerifyDate(trust, NSDate(timeIntervalSinceReferenceDate: 0)) == errSecSuccess)
    #expect(TrustCalls.evaluate(trust)?.code == -67818)
  }

  @Test("56: anchors of the system, beside those that were set and without")
  func system() async {
    await #expect(processExitsWith: .success) {
      let bundle = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: bundle) }
      let root = try TrustCalls.certificates(["R"])[0]
      let text = (SecCertificateCopyData(root) as Data)
        .base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
      try "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
        .write(to: bundle, atomically: true, encoding: .utf8)
      unsafe setenv("SSL_CERT_FILE", bundle.path, 1)
      unsafe unsetenv("SSL_CERT_DIR")
      let trust = try TrustCalls.trust(["L", "I"], anchors: ["RA"])
      try #require(TrustCalls.evaluate(trust)?.code == -25318)
      SecTrustSetAnchorCertificatesOnly(trust, false)
      try #require(TrustCalls.evaluate(trust) == nil)
      SecTrustSetAnchorCertificatesOnly(trust, true)
      try #require(TrustCalls.evaluate(trust)?.code == -25318)
      SecTrustSetAnchorCertificates(trust, nil)
      try #require(TrustCalls.evaluate(trust) == nil)
      var anchors: CFArray?
      try #require(unsafe SecTrustCopyAnchorCertificates(&anchors) == errSecSuccess)
      try #require(anchors as? [SecCertificate] == [root])
    }
  }

  @Test("the answer comes on the queue", .timeLimit(.minutes(10)))
  func queue() async throws {
    let code = try await withCheckedThrowingContinuation {
      (answer: CheckedContinuation<Int?, any Error>) in
      let queue = DispatchQueue(label: "answers")
      do {
        let trust = try TrustCalls.trust(["expired"], anchors: ["R"])
        SecTrustEvaluateAsyncWithError(trust, queue) { _, isTrusted, error in
          dispatchPrecondition(condition: .onQueue(queue))
          answer.resume(returning: isTrusted ? 0 : error?.code)
        }
      } catch { answer.resume(throwing: error) }
    }
    #expect(code == -67818)
  }
}

/// Makes trust objects for the certificates of Tests/Vectors/trust.
enum TrustCalls {
  private static let vectors = Dictionary(
    uniqueKeysWithValues: Vector.all("trust/certificates-v1.txt").map { ($0.testDescription, $0) })

  static func certificates(_ names: [String]) throws -> [SecCertificate] {
    try names.map { name in
      let der = try #require(vectors[name], "no \(name)").bytes("der")
      return try #require(SecCertificateCreateWithData(nil, NSData(data: Data(der))))
    }
  }

  /// Returns a trust object for 2025-01-01T00:00:00Z.
  ///
  /// Anchors of nil mean the system's anchors.
  static func trust(
    _ names: [String], host: String? = nil, anchors: [String]?
  ) throws -> SecTrust {
    let policy = host.map { SecPolicyCreateSSL(true, $0 as NSString) } ?? SecPolicyCreateBasicX509()
    let given = try certificates(names)
    var made: SecTrust?
    #expect(unsafe SecTrustCreateWithCertificates(given as NSArray, policy, &made) == errSecSuccess)
    let trust = try #require(made)
    if let anchors {
      let believed = try certificates(anchors)
      #expect(SecTrustSetAnchorCertificates(trust, believed as NSArray) == errSecSuccess)
    }
    SecTrustSetVerifyDate(trust, NSDate(timeIntervalSinceReferenceDate: 757_382_400))
    return trust
  }

  /// Returns the reason why the certificate is not trusted, or nil if it is trusted.
  static func evaluate(_ trust: SecTrust) -> NSError? {
    var error: CFError?
    let isTrusted = unsafe SecTrustEvaluateWithError(trust, &error)
    #expect(isTrusted == (error == nil))
    return error
  }

  static func result(_ trust: SecTrust) -> SecTrustResultType {
    var result = SecTrustResultType.invalid
    #expect(unsafe SecTrustGetTrustResult(trust, &result) == errSecSuccess)
    return result
  }
}
