// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// The certificates that this system believes (spec/certificates.md 6.9).
///
/// Read at the first need, and again when the file, or one of the directory's, has become another,
/// or when a read failed.
package final class SystemAnchors: Sendable {
  /// The one of the process: a bundle is read once.
  package static let shared = SystemAnchors()

  private struct Kept: Sendable {
    let stamps: [AnchorFile.Stamp]
    let anchors: CertificateIndex
  }

  /// The last bundle.
  private let kept = Lock<Kept?>(nil)

  package init() {}

  /// The anchors at the first choice that is there; empty if no choice is there.
  package func anchors(at places: AnchorPlaces) -> CertificateIndex {
    for paths in places.choices {
      let stamps = paths.compactMap { AnchorFile.stamp($0) }
      guard !stamps.isEmpty else { continue }
      if let found = kept.withLock({ $0?.stamps == stamps ? $0?.anchors : nil }) { return found }
      let contents = stamps.map { AnchorFile.contents($0) }
      let anchors = CertificateIndex(
        contents.flatMap(\.files).flatMap { CertificateBundle.certificates($0) })
      if contents.allSatisfy(\.isWhole) {
        kept.withLock { $0 = Kept(stamps: stamps, anchors: anchors) }
      }
      return anchors
    }
    return CertificateIndex([])
  }
}
