// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// Reads and writes the certificates in the SignedData of a PKCS#7 or CMS file (RFC 5652 5.1).
///
/// The signatures of the SignedData are ignored.
enum CertificateSet {
  /// Returns the certificates of the SignedData in their order.
  ///
  /// - Throws: `malformed` if the data is not a SignedData or has no set of certificates.
  static func read(_ bytes: SecretBytes) throws(FormatFailure) -> [Certificate] {
    try CertificateList.read(bytes) { (bytes) throws(DERFailure) in try places(bytes) }
  }

  private static func places(_ bytes: Span<UInt8>) throws(DERFailure) -> [Range<Int>] {
    var data = try CertificateList.content(of: FormatOID.signedData, bytes)
    _ = try data.next(.integer, bytes)
    _ = try data.next(.set, bytes)
    _ = try data.next(.sequence, bytes)
    var set = DERWalk(try data.next(.context(0, isConstructed: true), bytes))
    var places: [Range<Int>] = []
    while !set.isAtEnd {
      let element = try set.next(bytes)
      // Other kinds of certificates have other tags, and are skipped.
      if element.tag == .sequence { places.append(element.whole) }
    }
    return places
  }

  /// Returns a SignedData that has only the given certificates and no signatures.
  static func write(_ certificates: [Certificate]) -> [UInt8] {
    let set = DERWriter.element(
      .context(0, isConstructed: true), certificates.reduce(into: []) { $0 += $1.bytes })
    let data = DERWriter.sequence([
      DERWriter.integer(1), DERWriter.set([]), DERWriter.sequence([FormatOID.data.element]), set,
      DERWriter.set([]),
    ])
    return DERWriter.sequence([
      FormatOID.signedData.element,
      DERWriter.element(.context(0, isConstructed: true), data),
    ])
  }
}
