// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import SecureMemory

/// The format and item type of some data, as far as they are known (Specification/certificates.md,
/// "Inference of type and format").
struct ExternalShape: Hashable {
  var format: ExternalFormat
  var type: ExternalItemType

  /// The value for data whose format and item type are unknown.
  static let unknown = ExternalShape(format: .unknown, type: .unknown)

  /// Creates the format and item type that the first line of a PEM block names
  /// (Specification/certificates.md, "PEM files").
  init(_ block: PEMBlock) {
    switch block.kind {
    case .certificate: self.init(format: .x509Certificate, type: .certificate)
    case .openSSLPrivateKey:
      let format = block.isEncrypted ? ExternalFormat.wrappedOpenSSL : .openSSL
      self.init(format: format, type: .privateKey)
    case .publicKey: self.init(format: .openSSL, type: .publicKey)
    case .pkcs7: self.init(format: .pkcs7, type: .aggregate)
    case .encryptedPrivateKey: self.init(format: .wrappedPKCS8, type: .privateKey)
    case .privateKey:
      let format = block.isEncrypted ? ExternalFormat.wrappedOpenSSL : .unknown
      self.init(format: format, type: .privateKey)
    case .openSSHPrivateKey: self.init(format: .sshVersion2, type: .privateKey)
    case .pkcs12: self.init(format: .pkcs12, type: .aggregate)
    case .symmetricKey: self.init(format: .rawKey, type: .sessionKey)
    case .other, .unknown: self.init(format: .unknown, type: .unknown)
    }
  }

  init(format: ExternalFormat, type: ExternalItemType) {
    (self.format, self.type) = (format, type)
  }

  /// Derives an unknown item type from the format, or an unknown format from the item type.
  ///
  /// If the type is unknown and the format alone decides the type (`ExternalFormat.itemType`), sets
  /// this type. If the format is unknown and the type is certificate, sets the format X.509.
  mutating func complete() {
    if type == .unknown, let known = format.itemType { type = known }
    if format == .unknown, type == .certificate { format = .x509Certificate }
  }

  /// Derives an unknown format from the extension of the file's name, and then an unknown type from
  /// the format.
  ///
  /// Does nothing if the format is known or the extension suggests no format. The name may be the
  /// extension alone, with or without its dot. Upper and lower case of the extension do not matter
  /// (Specification/certificates.md, "Inference of type and format", "Recommendations on quirks").
  mutating func complete(byName name: String) {
    guard format == .unknown else { return }
    let suffix = name.lowercased().split(separator: ".").last.map { String($0) } ?? ""
    switch suffix {
    case "cer", "crt": format = .x509Certificate
    case "p12", "pfx": format = .pkcs12
    case let other where other.containsText("p7"): format = .pkcs7
    case let other where other.containsText("p8"): format = .wrappedPKCS8
    default: return
    }
    complete()
  }

  /// True if the bytes must be examined to find out their format and type.
  var isToBeExamined: Bool {
    switch format {
    case .unknown: true
    case .openSSL, .bsafe: type == .unknown
    default: false
    }
  }

  /// Returns the format and item type of a container, recognized by its first DER elements.
  ///
  /// A container is PKCS#12, PKCS#7, a Netscape list or an encrypted PKCS#8 key. Returns nil if the
  /// bytes are not a container.
  static func container(_ bytes: Span<UInt8>) -> ExternalShape? {
    var outside = DERWalk(bytes)
    guard let outer = try? outside.next(.sequence, bytes), outside.isAtEnd else {
      return indefinite(bytes)
    }
    var walk = DERWalk(outer)
    guard let first = try? walk.next(bytes) else { return nil }
    if first.tag == .integer, (try? first.count(bytes)) == 3, walk.peek(bytes) == .sequence {
      return ExternalShape(format: .pkcs12, type: .aggregate)
    }
    if first.tag == .objectIdentifier { return ofContent(bytes.array(first.content)) }
    let inner = first.tag == .sequence ? DERWalk(first).peek(bytes) : nil
    guard inner == .objectIdentifier, let second = try? walk.next(.octetString, bytes),
      !second.content.isEmpty, walk.isAtEnd
    else { return nil }
    return ExternalShape(format: .wrappedPKCS8, type: .privateKey)
  }

  /// Returns the format and type of a container (PKCS#12, PKCS#7 or a Netscape list) whose outer
  /// element has an indefinite length.
  ///
  /// Returns nil if the bytes do not begin like this.
  private static func indefinite(_ bytes: Span<UInt8>) -> ExternalShape? {
    guard bytes.count > 4, bytes[0] == 0x30, bytes[1] == 0x80 else { return nil }
    var walk = DERWalk(2..<bytes.count)
    guard let first = try? walk.next(bytes) else { return nil }
    if first.tag == .integer, (try? first.count(bytes)) == 3 {
      return ExternalShape(format: .pkcs12, type: .aggregate)
    }
    guard first.tag == .objectIdentifier else { return nil }
    return ofContent(bytes.array(first.content))
  }

  private static func ofContent(_ identifier: [UInt8]) -> ExternalShape? {
    if identifier == FormatOID.netscapeSequence.content {
      return ExternalShape(format: .netscapeCertificateSequence, type: .aggregate)
    }
    // All content types have equal arcs except the last.
    guard identifier.dropLast() == FormatOID.data.content.dropLast() else { return nil }
    return ExternalShape(format: .pkcs7, type: .aggregate)
  }
}
