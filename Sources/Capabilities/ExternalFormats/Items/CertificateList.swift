// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// Reads the certificates of a file that has all its certificates in one DER sequence.
enum CertificateList {
  /// Returns the certificates of the file in their order.
  ///
  /// - Parameter places: receives the bytes of the file in DER, and returns the byte range of each
  ///   certificate in these bytes.
  /// - Throws: `malformed` if the file is not of the expected kind; `excessive` for too many
  ///   certificates.
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

  /// Creates a `DERWalk` over the elements in the content of a ContentInfo (RFC 5652 3).
  ///
  /// A ContentInfo is an object identifier and a tagged element. The content is a SEQUENCE inside
  /// this element.
  ///
  /// - Throws: `content` if the ContentInfo has another object identifier.
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
