// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// Reads a list of certificates in the format of Netscape's programs
/// (Specification/certificates.md, "Per format").
///
/// The list is an object identifier, followed by the certificates.
enum NetscapeSequence {
  /// Returns the certificates of the list in their order.
  ///
  /// The list may be empty.
  ///
  /// - Throws: `malformed` if the data is not a Netscape list; `excessive` if the list is too long.
  static func read(_ bytes: SecretBytes) throws(FormatFailure) -> [Certificate] {
    try CertificateList.read(bytes) { (bytes) throws(DERFailure) in try places(bytes) }
  }

  private static func places(_ bytes: Span<UInt8>) throws(DERFailure) -> [Range<Int>] {
    var list = try CertificateList.content(of: FormatOID.netscapeSequence, bytes)
    var places: [Range<Int>] = []
    while !list.isAtEnd { places.append(try list.next(.sequence, bytes).whole) }
    return places
  }
}
