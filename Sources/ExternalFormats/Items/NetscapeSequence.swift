// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// A list of certificates as Netscape's programs wrote it (spec/certificates.md 5.5): an identifier
/// and, behind it, the certificates one after the other.
enum NetscapeSequence {
  /// The certificates, in order; a list may be empty.
  ///
  /// - Throws: `malformed` where it is no such list; `excessive` for too long a one.
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
