// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import SecureMemory

/// What is known of the format and kind of some bytes (spec/certificates.md 5.4).
struct ExternalShape: Hashable {
  var format: ExternalFormat
  var type: ExternalItemType

  /// The shape of bytes of which nothing is known.
  static let unknown = ExternalShape(format: .unknown, type: .unknown)

  /// What a block's first line says (spec/certificates.md 5.3).
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

  /// Fills in what one of the two says of the other.
  mutating func complete() {
    if type == .unknown, let known = format.itemType { type = known }
    if format == .unknown, type == .certificate { format = .x509Certificate }
  }

  /// Fills in what a file's name says: with or without the dot, in any case (5.4, 11).
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

  /// Whether the bytes have to be looked at to know what they are.
  var isToBeExamined: Bool {
    switch format {
    case .unknown: true
    case .openSSL, .bsafe: type == .unknown
    default: false
    }
  }

  /// The container that the first elements are those of; nil for what is none.
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

  /// The same where the length of the whole is not given.
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
    // All types of content have the same arcs but for the last.
    guard identifier.dropLast() == FormatOID.data.content.dropLast() else { return nil }
    return ExternalShape(format: .pkcs7, type: .aggregate)
  }
}
