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
    let file = try BERNode.distinguished(bytes)
    return try file.withBytes { (bytes) throws(FormatFailure) in
      let places = try FormatFailure.reading { () throws(DERFailure) in try Self.places(bytes) }
      guard places.count <= PKCS12File.mostCertificates else { throw .excessive }
      var certificates: [Certificate] = []
      for place in places {
        certificates.append(
          try FormatFailure.reading { () throws(DERFailure) in
            try Certificate(bytes.extracting(place))
          })
      }
      return certificates
    }
  }

  private static func places(_ bytes: Span<UInt8>) throws(DERFailure) -> [Range<Int>] {
    var walk = try DERWalk.inSequence(bytes)
    guard try walk.next(bytes).objectIdentifier(bytes) == FormatOID.netscapeSequence else {
      throw .content
    }
    var outer = DERWalk(try walk.next(.context(0, isConstructed: true), bytes))
    try walk.finish()
    var list = DERWalk(try outer.next(.sequence, bytes))
    try outer.finish()
    var places: [Range<Int>] = []
    while !list.isAtEnd { places.append(try list.next(.sequence, bytes).whole) }
    return places
  }
}
