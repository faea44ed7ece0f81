// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// A SafeBag of a PKCS#12 file: its type, the byte range of its value, and its label (RFC 7292
/// 4.2).
struct PKCS12Bag {
  let type: OID
  /// The byte range of the value's DER element, including the header of the element.
  let value: Range<Int>
  let label: PKCS12File.Label

  /// Reads the SafeBags of a SafeContents.
  static func all(_ bytes: Span<UInt8>) throws(DERFailure) -> [PKCS12Bag] {
    var walk = try DERWalk.inSequence(bytes)
    var bags: [PKCS12Bag] = []
    while !walk.isAtEnd { bags.append(try PKCS12Bag(walk.next(.sequence, bytes), bytes)) }
    return bags
  }

  private init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = DERWalk(element)
    type = try walk.next(bytes).objectIdentifier(bytes)
    var outer = DERWalk(try walk.next(.context(0, isConstructed: true), bytes))
    value = try outer.next(bytes).whole
    try outer.finish()
    var label = PKCS12File.Label()
    if let attributes = try walk.nextIfPresent(.set, bytes) {
      var inner = DERWalk(attributes)
      while !inner.isAtEnd { try label.read(inner.next(.sequence, bytes), bytes) }
    }
    self.label = label
    try walk.finish()
  }

  /// Reads the certificate of a CertBag.
  ///
  /// Returns nil if it is not an X.509 certificate.
  static func certificate(_ bytes: Span<UInt8>) throws(DERFailure) -> Certificate? {
    var walk = try DERWalk.inSequence(bytes)
    let type = try walk.next(bytes).objectIdentifier(bytes)
    guard type == FormatOID.x509Certificate else { return nil }
    var outer = DERWalk(try walk.next(.context(0, isConstructed: true), bytes))
    try walk.finish()
    let content = try outer.next(.octetString, bytes).content
    try outer.finish()
    return try Certificate(bytes.extracting(content))
  }
}

extension DERTag {
  static let bmpString = DERTag(rawValue: 0x1e)
}

extension PKCS12File.Label {
  /// Reads an attribute of a SafeBag into this label.
  ///
  /// Attributes other than `friendlyName` and `localKeyID` are ignored.
  mutating func read(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = DERWalk(element)
    let type = try walk.next(bytes).objectIdentifier(bytes)
    var values = DERWalk(try walk.next(.set, bytes))
    try walk.finish()
    switch type {
    case FormatOID.friendlyName:
      let name = try values.next(.bmpString, bytes).content
      guard name.count % 2 == 0 else { throw .content }
      let units = stride(from: name.lowerBound, to: name.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      friendlyName = String(decoding: units, as: UTF16.self)
    case FormatOID.localKeyID:
      localKeyID = bytes.array(try values.next(.octetString, bytes).content)
    default: break
    }
  }
}
