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
    let stamp: AnchorFile.Stamp
    let anchors: CertificateIndex
  }

  /// The last bundle.
  private let kept = Lock<Kept?>(nil)

  package init() {}

  /// The anchors at the first of some places that is there; none where none is.
  package func anchors(at places: AnchorPlaces) -> CertificateIndex {
    for path in places.paths {
      guard let stamp = AnchorFile.stamp(path) else { continue }
      if let found = kept.withLock({ $0?.stamp == stamp ? $0?.anchors : nil }) { return found }
      let contents = AnchorFile.contents(stamp)
      let anchors = CertificateIndex(
        contents.files.flatMap { CertificateBundle.certificates($0) })
      if contents.isWhole { kept.withLock { $0 = Kept(stamp: stamp, anchors: anchors) } }
      return anchors
    }
    return CertificateIndex([])
  }
}
