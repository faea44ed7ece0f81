// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// The extension of a certificate that identifies the issuer's key with which it was signed (RFC
/// 5280 4.2.1.1).
struct AuthorityKeyIdentifier {
  /// The identifier of the issuer's key; nil if it is absent or cannot be read.
  ///
  /// The identifier should equal the subject key identifier in the issuer's own certificate.
  private(set) var key: [UInt8]?
  /// The name of the party that issued the issuer's own certificate; nil if it is absent or cannot
  /// be read.
  private(set) var issuer: FoldedName?
  /// The serial number of the issuer's own certificate; nil if it is absent or cannot be read.
  private(set) var serialNumber: [UInt8]?

  /// Reads the value of the extension, or returns nil if the value is no SEQUENCE or has an unknown
  /// field.
  ///
  /// A field is nil if it is absent, or if its content or an earlier element cannot be read.
  init?(_ value: [UInt8]) {
    let bytes = value.span
    var outside = DERWalk(bytes)
    guard let whole = try? outside.next(.sequence, bytes) else { return nil }
    var walk = DERWalk(whole)
    while let element = try? walk.next(bytes) {
      switch element.tag {
      case .context(0, isConstructed: false): key = bytes.array(element.content)
      case .context(1, isConstructed: true): issuer = Self.directoryName(element, bytes)
      case .context(2, isConstructed: false): serialNumber = bytes.array(element.content)
      default: return nil
      }
    }
  }

  private static func directoryName(_ element: DERElement, _ bytes: Span<UInt8>) -> FoldedName? {
    var walk = DERWalk(element)
    while let next = try? walk.next(bytes) {
      guard let name = try? GeneralName(next, bytes), name.kind == .directory else { continue }
      return DistinguishedName(name.content).map { FoldedName($0) }
    }
    return nil
  }
}
