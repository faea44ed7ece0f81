// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// The certificates of a PKCS#7 or CMS file: those of its SignedData, whose signatures mean nothing
/// here (RFC 5652 5.1).
enum CertificateSet {
  /// The certificates, in order.
  ///
  /// - Throws: `malformed` where it is no SignedData, or has no set of certificates at all.
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
      // Certificates of other kinds have tags of their own.
      if element.tag == .sequence { places.append(element.whole) }
    }
    return places
  }

  /// A SignedData of certificates alone, signed by nobody.
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
