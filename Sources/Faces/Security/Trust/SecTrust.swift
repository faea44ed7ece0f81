// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// A trust object: evaluates whether a certificate can be trusted, with the caller's policies and
/// anchors (certificates that are trusted in advance).
///
/// The evaluated certificate is the first certificate of the trust object; it is also called the
/// leaf. Certificates in the program's store can link the leaf to an anchor. That a certificate is
/// stored does not make it trusted.
///
/// The network is never used: missing certificates and revocation data are not fetched. OCSP
/// responses that the peer sent along are read (`SecTrustSetOCSPResponse`).
///
/// TLS connections on Linux do not use trust objects: `URLSession` verifies with libcurl, and
/// NIOSSL verifies by itself. Anchors and pins of a trust object have no effect on connections
/// (Specification/certificates.md, "Networking users").
///
/// A trust object may be used by many threads. Nevertheless, the class is not `Sendable`, because
/// it is not `Sendable` on Apple's systems.
public final class SecTrust {
  let question: Lock<TrustQuestion>

  init(_ question: TrustQuestion) { self.question = Lock(question) }
}

extension SecTrust: Hashable {
  /// True if `left` and `right` are the same object; two objects with equal certificates are not
  /// equal.
  public static func == (left: SecTrust, right: SecTrust) -> Bool { left === right }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension SecTrust: CustomStringConvertible {
  /// The memory address of the trust object, for logs; its certificates are left out.
  public var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    return "<SecTrustRef: 0x\(address)>"
  }
}

/// Returns the type identifier of `SecTrust`.
@discardableResult
public func SecTrustGetTypeID() -> CFTypeID { TypeIdentifier.trust.rawValue }

/// The inputs of a trust evaluation, and the result of the last evaluation with them
/// (Specification/certificates.md, "Creation and inputs of a trust object").
struct TrustQuestion: Sendable {
  /// The caller's certificates, at least one.
  ///
  /// The first certificate is the leaf, which is evaluated. The other certificates may link the
  /// leaf to an anchor.
  let certificates: [SecCertificate]
  /// The policies that the leaf must satisfy, at least one.
  var policies: [SecPolicy]
  /// The anchors that the caller set; nil if the caller set no anchors.
  var anchors: [SecCertificate]?
  /// True if only the caller's anchors are trusted, and the system's anchors are not.
  var onlyCustomAnchors = false
  /// The moment for which the caller wants the trust to be evaluated; nil for the time of the
  /// evaluation.
  var moment: Instant?
  /// The OCSP responses (statements about revocation) that the caller set.
  var responses: [[UInt8]] = []
  /// The failures that the caller accepts (exceptions); nil if the caller set no exceptions.
  var exceptions: TrustExceptions?

  /// The result of the last evaluation; nil before the first evaluation and after each change of
  /// the inputs.
  var evaluation: TrustEvaluation?
  /// The trust settings that the last evaluation used.
  var settings = TrustDomains.none
  /// The number of changes to the inputs, by which an evaluation sees that the inputs changed while
  /// it ran.
  var version = 0

  init(_ certificates: [SecCertificate], _ policies: [SecPolicy]) {
    self.certificates = certificates
    self.policies = policies
  }
}

extension TrustQuestion {
  /// Evaluates the trust: searches for a path of certificates from the leaf to an anchor.
  ///
  /// The store is queried only if certificates in the store could improve the result. If the
  /// caller's certificates suffice, the program therefore opens no store.
  ///
  /// - Parameters:
  ///   - now: the present time, which is used if the caller has set no other moment.
  ///   - asksStore: true if certificates from the store may link the leaf to an anchor.
  ///   - settings: the trust settings of the user and the administrator.
  /// - Throws: `notAvailable` if libcrypto is missing, or if this process was forked in the middle
  ///   of a call.
  fileprivate func evaluate(
    at now: Instant, asksStore: Bool, _ settings: TrustDomains
  ) throws(KeychainError) -> TrustEvaluation {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let found = try evaluate(at: now, with: [], settings)
    guard asksStore, found.mayBeBettered else { return found }
    let given = certificates.map(\.value)
    let stored = StoredIntermediates.above(given[0], beside: given)
    return stored.isEmpty ? found : try evaluate(at: now, with: stored, settings)
  }

  /// Evaluates the trust with the caller's certificates and the given certificates from the store.
  ///
  /// - Parameter stored: certificates from the store that may link the leaf to an anchor.
  private func evaluate(
    at now: Instant, with stored: [Certificate], _ settings: TrustDomains
  ) throws(KeychainError) -> TrustEvaluation {
    let system = onlyCustomAnchors ? nil : SystemAnchors.shared.anchors(at: .ofThisProcess)
    let sources = TrustSources(
      custom: anchors?.map(\.value), system: system,
      others: certificates.map(\.value) + stored, settings: settings)
    let request = TrustRequest(
      certificates[0].value, policies.map(\.value), sources, responses: responses,
      at: moment ?? now)
    do {
      return try request.evaluate()
    } catch {
      throw KeychainError(.notAvailable, "certificates cannot be checked without libcrypto")
    }
  }

  /// Returns the result of the last evaluation if it is still valid at the given time
  /// (Specification/certificates.md, "Evaluation cache").
  ///
  /// Nil if the trust was not evaluated, or if the result has expired. A result for a moment that
  /// the caller set does not expire.
  ///
  /// - Parameters:
  ///   - now: the present time.
  ///   - settings: the present trust settings. A result with other settings is not valid any more.
  fileprivate func known(at now: Instant, _ settings: TrustDomains) -> TrustEvaluation? {
    guard let evaluation, settings == self.settings else { return nil }
    return moment != nil || evaluation.holds(at: now) ? evaluation : nil
  }
}

extension AnchorPlaces {
  /// The places where this process looks for the system's anchors.
  ///
  /// The paths in the variables `SSL_CERT_FILE` and `SSL_CERT_DIR` come first. Only if these paths
  /// do not exist, the usual paths of libcrypto and of Linux distributions are tried. The variables
  /// are ignored in a program that has more rights than the user who started it, for example a
  /// set-uid program.
  static var ofThisProcess: AnchorPlaces {
    AnchorPlaces(
      file: ProcessVariable.value(of: "SSL_CERT_FILE"),
      directories: ProcessVariable.value(of: "SSL_CERT_DIR"))
  }
}

extension SecTrust {
  /// Returns the result of the trust evaluation before exceptions are applied.
  ///
  /// A result that is still valid is returned without a new evaluation.
  ///
  /// - Parameter asksStore: false to leave out the certificates in the store. The result is then
  ///   not kept if those certificates might improve it.
  /// - Throws: the errors of `TrustQuestion.evaluate`; -25262 if trust settings are damaged.
  func evaluation(asksStore: Bool = true) throws(KeychainError) -> TrustEvaluation {
    let seconds = Date().timeIntervalSinceReferenceDate
    let now = Instant(secondsSinceReference: seconds) ?? .reference
    let settings = try Self.settings()
    let asked = question.withLock { $0 }
    if let known = asked.known(at: now, settings) { return known }
    let found = try asked.evaluate(at: now, asksStore: asksStore, settings)
    guard asksStore || !found.mayBeBettered else { return found }
    // Keeps the result only if no other thread has changed the inputs during the evaluation.
    question.withLock { question in
      guard question.version == asked.version else { return }
      question.evaluation = found
      question.settings = settings
    }
    return found
  }

  /// Returns the trust settings that apply to this process.
  private static func settings() throws(KeychainError) -> TrustDomains {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    return try TrustDomains(at: .ofThisProcess)
  }

  /// Returns the result of the trust evaluation after the caller's exceptions are applied.
  ///
  /// Exceptions are failures that the caller accepts (`SecTrustSetExceptions`).
  ///
  /// - Throws: the errors of `evaluation`.
  func outcome() throws(KeychainError) -> TrustOutcome {
    let found = try evaluation()
    return found.outcome(question.withLock { $0.exceptions })
  }

  /// Changes the inputs of the evaluation, and discards the last evaluation.
  func change(_ body: (inout TrustQuestion) -> Void) {
    question.withLock { question in
      body(&question)
      question.evaluation = nil
      question.version += 1
    }
  }
}
