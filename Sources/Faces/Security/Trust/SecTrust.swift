// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

/// A question about trust: certificates, the first of which is asked about, policies that it has
/// to satisfy, and what to believe.
///
/// Certificates of the store that the program sees can lead to an anchor; they are never believed
/// for being there. The network is not asked: neither missing certificates nor data about
/// revocation are fetched; responses that were sent along are read (`SecTrustSetOCSPResponse`).
/// And no connection asks it: on Linux `URLSession` verifies by libcurl, and NIOSSL by itself;
/// anchors and pins given here have no effect on them (spec/certificates.md 7).
///
/// May be used by many threads. Like `SecKey` it is not `Sendable`.
public final class SecTrust {
  let question: Lock<TrustQuestion>

  init(_ question: TrustQuestion) { self.question = Lock(question) }
}

extension SecTrust: Hashable {
  /// Whether both are one object.
  public static func == (left: SecTrust, right: SecTrust) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension SecTrust: CustomStringConvertible {
  /// Where it is; nothing of its certificates, for logs.
  public var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
    return "<SecTrustRef: 0x\(address)>"
  }
}

/// The type identifier of questions about trust.
@discardableResult
public func SecTrustGetTypeID() -> CFTypeID { TypeIdentifier.trust.rawValue }

/// What a `SecTrust` was told (spec/certificates.md 6.1), and what was found.
struct TrustQuestion: Sendable {
  /// Never empty; the first is asked about.
  let certificates: [SecCertificate]
  /// Never empty; all have to be satisfied.
  var policies: [SecPolicy]
  /// Certificates that are believed; nil where none were named.
  var anchors: [SecCertificate]?
  /// Whether the anchors of the system are not believed.
  var onlyCustomAnchors = false
  /// The moment that is asked about; nil for now.
  var moment: Instant?
  /// Responses of OCSP that were sent along.
  var responses: [[UInt8]] = []
  /// What is accepted all the same.
  var exceptions: TrustExceptions?

  /// The answer; nil where the question was changed since.
  var evaluation: TrustEvaluation?
  /// How often the question was changed.
  var version = 0

  init(_ certificates: [SecCertificate], _ policies: [SecPolicy]) {
    self.certificates = certificates
    self.policies = policies
  }
}

extension TrustQuestion {
  /// Looks for a path.
  ///
  /// The store is asked only where its certificates can make a better answer: a program that trusts
  /// what it was given opens no store for that.
  ///
  /// - Parameters:
  ///   - now: counts where no moment was set.
  ///   - asksStore: whether the store's certificates may lead to an anchor.
  /// - Throws: `notAvailable` where libcrypto is not there, and in a child that was forked in the
  ///   middle of a call.
  fileprivate func evaluate(
    at now: Instant, asksStore: Bool
  ) throws(KeychainError) -> TrustEvaluation {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let found = try evaluate(at: now, with: [])
    guard asksStore, found.mayBeBettered else { return found }
    let given = certificates.map(\.value)
    let stored = StoredIntermediates.above(given[0], beside: given)
    return stored.isEmpty ? found : try evaluate(at: now, with: stored)
  }

  /// - Parameter stored: further certificates that can lead to an anchor.
  private func evaluate(
    at now: Instant, with stored: [Certificate]
  ) throws(KeychainError) -> TrustEvaluation {
    let system = onlyCustomAnchors ? nil : SystemAnchors.shared.anchors(at: .ofThisProcess)
    let sources = TrustSources(
      custom: anchors?.map(\.value), system: system,
      others: certificates.map(\.value) + stored)
    let request = TrustRequest(
      certificates[0].value, policies.map(\.value), sources, responses: responses,
      at: moment ?? now)
    do {
      return try request.evaluate()
    } catch {
      throw KeychainError(.notAvailable, "certificates cannot be checked without libcrypto")
    }
  }

  /// What is known already, where it still holds (spec/certificates.md 6.3).
  fileprivate func known(at now: Instant) -> TrustEvaluation? {
    guard let evaluation else { return nil }
    return moment != nil || evaluation.holds(at: now) ? evaluation : nil
  }
}

extension AnchorPlaces {
  /// As the variables of the environment say, if those may be believed.
  static var ofThisProcess: AnchorPlaces {
    AnchorPlaces(
      file: ProcessVariable.value(of: "SSL_CERT_FILE"),
      directories: ProcessVariable.value(of: "SSL_CERT_DIR"))
  }
}

extension SecTrust {
  /// Evaluates, unless the answer is known; exceptions are not counted.
  ///
  /// - Parameter asksStore: false leaves the store's certificates out; an answer that they might
  ///   better is then not kept.
  /// - Throws: as `TrustQuestion.evaluate`.
  func evaluation(asksStore: Bool = true) throws(KeychainError) -> TrustEvaluation {
    let seconds = Date().timeIntervalSinceReferenceDate
    let now = Instant(secondsSinceReference: seconds) ?? .reference
    let asked = question.withLock { $0 }
    if let known = asked.known(at: now) { return known }
    let found = try asked.evaluate(at: now, asksStore: asksStore)
    guard asksStore || !found.mayBeBettered else { return found }
    // Somebody may have changed the question meanwhile; then this is the answer to the former.
    question.withLock { question in
      if question.version == asked.version { question.evaluation = found }
    }
    return found
  }

  /// The answer, with exceptions.
  ///
  /// - Throws: as above.
  func outcome() throws(KeychainError) -> TrustOutcome {
    let found = try evaluation()
    return found.outcome(question.withLock { $0.exceptions })
  }

  /// Changes the question; what was found does not count any longer.
  func change(_ body: (inout TrustQuestion) -> Void) {
    question.withLock { question in
      body(&question)
      question.evaluation = nil
      question.version += 1
    }
  }
}
