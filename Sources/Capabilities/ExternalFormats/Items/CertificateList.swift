// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// Certificates that stand one behind the other in a file, whatever is around them.
enum CertificateList {
  /// The certificates, in order.
  ///
  /// - Parameter places: finds where they stand.
  /// - Throws: `malformed` where the file is not of the kind that is looked for; `excessive` for
  ///   too many.
  static func read(
    _ bytes: SecretBytes, at places: (Span<UInt8>) throws(DERFailure) -> [Range<Int>]
  ) throws(FormatFailure) -> [Certificate] {
    let file = try BERNode.distinguished(bytes)
    return try file.withBytes { (bytes) throws(FormatFailure) in
      let found = try FormatFailure.reading { () throws(DERFailure) in try places(bytes) }
      guard found.count <= PKCS12File.mostCertificates else { throw .excessive }
      var certificates: [Certificate] = []
      for place in found {
        certificates.append(
          try FormatFailure.reading { () throws(DERFailure) in
            try Certificate(bytes.extracting(place))
          })
      }
      return certificates
    }
  }

  /// What is inside a ContentInfo (RFC 5652 3): an identifier, and a SEQUENCE in a box.
  ///
  /// - Throws: `content` for another identifier.
  static func content(
    of identifier: OID, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> DERWalk {
    var walk = try DERWalk.inSequence(bytes)
    guard try walk.next(bytes).objectIdentifier(bytes) == identifier else { throw .content }
    var outer = DERWalk(try walk.next(.context(0, isConstructed: true), bytes))
    try walk.finish()
    let content = DERWalk(try outer.next(.sequence, bytes))
    try outer.finish()
    return content
  }
}

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
