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
