// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
public import Foundation
import KeychainTypes
import SecureMemory

/// The certificates from the one that is asked about to the anchor, or as far as there are any;
/// evaluated if need be.
///
/// - Returns: nil where the evaluation could not run.
@discardableResult
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
  trust.chain().map { $0 as NSArray }
}

/// How many certificates the chain has; 0 where the evaluation could not run.
@discardableResult
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.chain()?.count ?? 0 }

/// A certificate of the chain; the first without an evaluation.
///
/// - Parameter ix: 0 is the one that is asked about.
/// - Returns: nil beyond the last.
@available(*, deprecated, renamed: "SecTrustCopyCertificateChain")
@discardableResult
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
  guard ix != 0 else { return trust.question.withLock { $0.certificates[0] } }
  guard let chain = trust.chain(), chain.indices.contains(ix) else { return nil }
  return chain[ix]
}

extension SecTrust {
  /// The chain, with the caller's own objects for certificates that the caller gave; nil if the
  /// evaluation could not run.
  ///
  /// - Parameter asksStore: whether the store's certificates may be in it.
  func chain(asksStore: Bool = true) -> [SecCertificate]? {
    guard let found = try? evaluation(asksStore: asksStore) else { return nil }
    let given = question.withLock { $0.certificates + ($0.anchors ?? []) }
    return found.certificates.map { certificate in
      given.first { $0.value == certificate } ?? SecCertificate(certificate)
    }
  }
}
