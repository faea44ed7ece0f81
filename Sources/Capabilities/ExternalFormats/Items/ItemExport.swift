// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Writes keys and certificates in an external format (Specification/certificates.md, "Per format",
/// "Export rules").
///
/// The caller must check first whether a key may be exported.
package struct ItemExport: Sendable {
  private let password: ImportPassword?
  private let randomness: any RandomnessSource

  package init(password: ImportPassword?, _ randomness: any RandomnessSource) {
    self.password = password
    self.randomness = randomness
  }

  /// Returns the exported data of keys and certificates.
  ///
  /// - Parameters:
  ///   - names: the names of the items, in the order of `items`. A PKCS#12 file keeps the names of
  ///     keys, except the standard labels that importers set for keys without a name.
  ///   - isArmoured: true for PEM. Some formats are always PEM.
  /// - Throws: -50 if the format cannot contain the items; -25260 if a required password is
  ///   missing; -25300 for a PKCS#12 file without items; -25256 for formats that cannot be written.
  package func write(
    _ items: [ExternalItem], named names: [String?] = [], _ format: ExternalFormat,
    isArmoured: Bool
  ) throws(KeychainError) -> SecretBytes {
    switch format {
    case .unknown where items.count == 1: return try single(items[0], isArmoured: isArmoured)
    case .unknown, .pemSequence:
      guard !items.isEmpty else { throw .wrongItems }
      var blocks: [SecretBytes] = []
      for item in items { blocks.append(try single(item, isArmoured: true)) }
      return SecretBytes(joining: blocks)
    case .x509Certificate:
      guard case .certificate? = items.first, items.count == 1 else { throw .wrong(items) }
      return try single(items[0], isArmoured: isArmoured)
    case .pkcs7:
      let form = SecretBytes(copying: CertificateSet.write(try certificates(of: items)))
      return isArmoured ? PEMBlock.text("PKCS7", form) : form
    case .pkcs12:
      let form = try container(items, names)
      return isArmoured ? PEMBlock.text("PKCS12", form) : form
    case .rawKey:
      guard case .symmetricKey(let bytes)? = items.first, items.count == 1 else {
        throw .wrong(items)
      }
      return isArmoured ? PEMBlock.text("SYMMETRIC KEY", bytes) : bytes
    case .openSSL, .bsafe, .wrappedPKCS8, .wrappedOpenSSL:
      guard case .key(let key)? = items.first, items.count == 1 else { throw .wrong(items) }
      return try write(key, format, isArmoured: isArmoured)
    case .netscapeCertificateSequence: throw .wrongItems
    case .ssh, .wrappedSSH, .wrappedLSH, .sshVersion2: throw .unsupportedFormat
    }
  }

  /// Returns an item in the default format of its type.
  private func single(
    _ item: ExternalItem, isArmoured: Bool
  ) throws(KeychainError) -> SecretBytes {
    switch item {
    case .certificate(let certificate):
      let form = SecretBytes(copying: certificate.bytes)
      return isArmoured ? PEMBlock.text("CERTIFICATE", form) : form
    case .key(let key): return try write(key, .openSSL, isArmoured: isArmoured)
    case .symmetricKey(let bytes):
      return isArmoured ? PEMBlock.text("SYMMETRIC KEY", bytes) : bytes
    }
  }

  private func write(
    _ key: SoftwareKey, _ format: ExternalFormat, isArmoured: Bool
  ) throws(KeychainError) -> SecretBytes {
    if format == .wrappedOpenSSL { return try wrapped(key) }
    let (label, form) = try form(of: key, format)
    return isArmoured ? PEMBlock.text(label, form) : form
  }

  private func form(
    of key: SoftwareKey, _ format: ExternalFormat
  ) throws(KeychainError) -> (label: String, SecretBytes) {
    let isPrivate = key.half == .privateHalf
    switch (format, key.family, isPrivate) {
    case (.wrappedPKCS8, _, _):
      guard isPrivate else { throw .wrongItems }
      let form = try key.encryptedPKCS8Form(password: neededPassword(), randomness)
      return ("ENCRYPTED PRIVATE KEY", SecretBytes(copying: form))
    case (.bsafe, _, true): return ("PRIVATE KEY", try key.pkcs8Form())
    case (.bsafe, .rsa, false): return ("RSA PUBLIC KEY", try key.externalForm())
    case (_, .rsa, true): return ("RSA PRIVATE KEY", try key.externalForm())
    case (_, .ec, true): return ("EC PRIVATE KEY", try key.sec1Form())
    case (_, .ed25519, true), (_, .x25519, true): return ("PRIVATE KEY", try key.pkcs8Form())
    case (_, _, false): return ("PUBLIC KEY", SecretBytes(copying: key.subjectPublicKeyInfo))
    }
  }

  /// Returns a private key as an encrypted PEM block in the format that OpenSSL used before PKCS#8.
  ///
  /// The result is always PEM, because the cipher is named in lines of the PEM block.
  private func wrapped(_ key: SoftwareKey) throws(KeychainError) -> SecretBytes {
    guard key.half == .privateHalf, key.hasTraditionalForm else { throw .wrongItems }
    let (label, form) = try form(of: key, .openSSL)
    let password = try neededPassword()
    do throws(FormatFailure) {
      return try TraditionalEncryption.text(label, form, password: password, randomness)
    } catch { throw KeychainError(importing: error) }
  }

  /// Returns a PKCS#12 file with the given items.
  ///
  /// In the file, a key and its certificate have the same `localKeyID`, which is the SHA-1 hash of
  /// the public key. Readers match the two by this identifier.
  private func container(
    _ items: [ExternalItem], _ names: [String?]
  ) throws(KeychainError) -> SecretBytes {
    guard !items.isEmpty else { throw KeychainError(.itemNotFound, "there is nothing to export") }
    let password = try neededPassword()
    var file = PKCS12File()
    var hashes: Set<[UInt8]> = []
    for (place, item) in items.enumerated() {
      guard case .key(let key) = item else { continue }
      guard key.hasTraditionalForm else { throw .wrongItems }
      let hash = try key.label()
      hashes.insert(hash)
      let name = names.indices.contains(place) ? ImportedItem.givenName(names[place]) : nil
      file.keys.append(PKCS12File.Key(key, PKCS12File.Label(friendlyName: name, localKeyID: hash)))
    }
    for item in items {
      if case .symmetricKey = item { throw .wrongItems }
      guard case .certificate(let certificate) = item else { continue }
      let hash = try KeychainError.translating { () throws(CryptoError) in
        try certificate.subjectPublicKey.hash()
      }
      let label = PKCS12File.Label(
        friendlyName: certificate.subjectSummary, localKeyID: hashes.contains(hash) ? hash : nil)
      file.certificates.append(PKCS12File.Entry(certificate, label))
    }
    return SecretBytes(copying: try file.write(password: password, randomness))
  }

  private func certificates(of items: [ExternalItem]) throws(KeychainError) -> [Certificate] {
    var certificates: [Certificate] = []
    for item in items {
      guard case .certificate(let certificate) = item else { throw .wrongItems }
      certificates.append(certificate)
    }
    guard !certificates.isEmpty else { throw .wrongItems }
    return certificates
  }

  private func neededPassword() throws(KeychainError) -> ImportPassword {
    guard let password else { throw .passwordRequired }
    return password
  }
}

extension SoftwareKey {
  /// True if this is an RSA key or a key on a NIST curve.
  ///
  /// Other keys cannot be in PKCS#12 files (Specification/certificates.md, "SecPKCS12Import") and
  /// have no PEM label of their own.
  fileprivate var hasTraditionalForm: Bool { family == .rsa || family == .ec }
}

extension KeychainError {
  fileprivate static let wrongItems = KeychainError.parameter(
    "the format cannot hold these items")

  /// Returns the error for items that cannot be exported in a format that contains only one item.
  ///
  /// If there are several keys, or several certificates, the text of the error says so.
  fileprivate static func wrong(_ items: [ExternalItem]) -> KeychainError {
    guard items.count > 1 else { return .wrongItems }
    let certificates = items.count { item in
      guard case .certificate = item else { return false }
      return true
    }
    switch certificates {
    case 0:
      return KeychainError(
        .parameter, "the format holds one key, and there are several",
        context: .count(items.count), advice: "PKCS#12 holds several keys")
    case items.count:
      return KeychainError(
        .parameter, "the format holds one certificate, and there are several",
        context: .count(items.count), advice: "PEM sequences and PKCS#7 hold several certificates")
    default: return .wrongItems
    }
  }
}
