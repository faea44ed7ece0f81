// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// The trust anchors of this system: the certificates that it trusts
/// (Specification/certificates.md, "System anchors on Linux").
///
/// The anchors are read when they are first needed. They are read again if a file or directory has
/// changed, or if an earlier read failed.
package final class SystemAnchors: Sendable {
  /// The instance that the whole process shares, so that a bundle is read only once.
  package static let shared = SystemAnchors()

  private struct Kept: Sendable {
    let stamps: [AnchorFile.Stamp]
    let anchors: CertificateIndex
  }

  /// The anchors of the last complete read, with the state of the files that they were read from.
  private let kept = Lock<Kept?>(nil)

  package init() {}

  /// Returns the anchors of the first group of paths in `places.choices` that has an existing path.
  ///
  /// Returns an empty index if no path exists.
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
