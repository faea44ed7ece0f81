// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// The keys and the certificates of a PKCS#12 file (RFC 7292).
///
/// The keys are in the order of the file, and so are the certificates.
package struct PKCS12File: Sendable {
  /// The size of the largest file that is read, in bytes.
  package static let mostBytes = SecretBytes.mostBytes
  // The limits are higher than any useful file needs, and low enough to read a file in a moment.
  static let mostKeys = 128
  static let mostCertificates = 4096

  /// The attributes by which a SafeBag describes its key or certificate.
  package struct Label: Hashable, Sendable {
    package var friendlyName: String?
    package var localKeyID: [UInt8]?

    package init(friendlyName: String? = nil, localKeyID: [UInt8]? = nil) {
      self.friendlyName = friendlyName
      self.localKeyID = localKeyID
    }

    /// Returns the certificate among `entries` whose label fits best to a key with this label.
    ///
    /// Looks first for a certificate with the key's `localKeyID`, and then for a certificate with
    /// the key's `friendlyName`. If no certificate matches, returns the first certificate. Nil if
    /// `entries` is empty.
    fileprivate func closest(of entries: [Entry]) -> Entry? {
      entries.first { localKeyID != nil && $0.label.localKeyID == localKeyID }
        ?? entries.first { friendlyName != nil && $0.label.friendlyName == friendlyName }
        ?? entries.first
    }
  }

  /// A private key of the file, with its label.
  package struct Key: Sendable {
    package let key: SoftwareKey
    package let label: Label

    package init(_ key: SoftwareKey, _ label: Label) {
      self.key = key
      self.label = label
    }
  }

  /// A certificate of the file, with its label.
  package struct Entry: Sendable {
    package let certificate: Certificate
    package let label: Label

    package init(_ certificate: Certificate, _ label: Label) {
      self.certificate = certificate
      self.label = label
    }
  }

  package var keys: [Key] = []
  package var certificates: [Entry] = []

  package init(keys: [Key] = [], certificates: [Entry] = []) {
    self.keys = keys
    self.certificates = certificates
  }

  /// Reads a PKCS#12 file.
  ///
  /// - Throws:
  ///   - `wrongPassword` if the file's authentication code does not fit the password. Then no
  ///     content has been decrypted.
  ///   - `withoutCode` if the file has no authentication code
  ///   - `malformed` if the data is not PKCS#12 or is damaged
  ///   - `excessive` if the file is above a limit: its size, the number of its elements, or the
  ///     work of its key derivations
  package init(_ bytes: SecretBytes, password: ImportPassword) throws(FormatFailure) {
    var budget = WorkBudget()
    try self.init(bytes, password: password, &budget)
  }

  /// Reads a PKCS#12 file that is one of several parts of the data that a caller imports.
  ///
  /// - Parameter budget: the work that all parts together may still cause. The work for this file
  ///   is subtracted from it.
  init(
    _ bytes: SecretBytes, password: ImportPassword, _ budget: inout WorkBudget
  ) throws(FormatFailure) {
    guard bytes.count <= Self.mostBytes else { throw .excessive }
    var reader = PKCS12Reader(budget)
    try reader.read(bytes, password)
    budget = reader.budget
    self = reader.file
  }
}

extension PKCS12File {
  /// A private key with its certificate.
  package struct Identity: Sendable {
    package let key: Key
    package let certificate: Entry
  }

  /// Returns the identities of the file: the private keys that have a certificate in the file, each
  /// with its certificate.
  ///
  /// The identities are in the order of the keys. A certificate is found by its public key, not by
  /// names (Specification/certificates.md, "PKCS#12 algorithm", "Recommendations on quirks"). If
  /// the file has several certificates for one key, their labels decide which certificate is
  /// returned.
  package func identities() throws(FormatFailure) -> [Identity] {
    var entries: [[UInt8]: [Entry]] = [:]
    for entry in certificates { entries[try Self.hash(of: entry), default: []].append(entry) }
    var identities: [Identity] = []
    for key in keys {
      let hash = try FormatFailure.making { () throws(KeychainError) in try key.key.label() }
      guard let entry = key.label.closest(of: entries[hash] ?? []) else { continue }
      identities.append(Identity(key: key, certificate: entry))
    }
    return identities
  }

  /// Returns the certificates that belong to no identity of the file.
  package func otherCertificates() throws(FormatFailure) -> [Entry] {
    let used = Set(try identities().map(\.certificate.certificate))
    return certificates.filter { !used.contains($0.certificate) }
  }

  private static func hash(of entry: Entry) throws(FormatFailure) -> [UInt8] {
    try FormatFailure.calling { () throws(CryptoError) in
      try entry.certificate.subjectPublicKey.hash()
    }
  }
}

/// Writes PKCS#12 files (Specification/certificates.md, "Per format").
///
/// Certificates and keys are encrypted by AES-256-CBC with a key that PBKDF2 derives from the
/// password. The whole content has an authentication code by HMAC with SHA-256.
extension PKCS12File {
  /// Returns the bytes of a PKCS#12 file with these keys and certificates.
  ///
  /// - Throws: -50 if a key is public; -26276 if libcrypto fails.
  package func write(
    password: ImportPassword, _ randomness: some RandomnessSource
  ) throws(KeychainError) -> [UInt8] {
    var bags: [[UInt8]] = []
    for key in keys {
      let form = try key.key.encryptedPKCS8Form(password: password, randomness)
      bags.append(Self.bag(FormatOID.shroudedKeyBag, form, key.label))
    }
    do throws(FormatFailure) {
      var contents: [[UInt8]] = []
      if !certificates.isEmpty {
        contents.append(try encryptedCertificates(password, randomness))
      }
      if !bags.isEmpty { contents.append(Self.content(DERWriter.sequence(bags))) }
      let safe = DERWriter.sequence(contents)
      return DERWriter.sequence([
        DERWriter.integer(3), Self.content(safe), try Self.code(of: safe, password, randomness),
      ])
    } catch { throw KeychainError(importing: error) }
  }

  private func encryptedCertificates(
    _ password: ImportPassword, _ randomness: some RandomnessSource
  ) throws(FormatFailure) -> [UInt8] {
    let bags = certificates.map { entry in
      let value = DERWriter.sequence([
        FormatOID.x509Certificate.element,
        Self.explicit(DERWriter.element(.octetString, entry.certificate.bytes)),
      ])
      return Self.bag(FormatOID.certificateBag, value, entry.label)
    }
    let (identifier, ciphertext) = try PasswordScheme.encrypt(
      SecretBytes(copying: DERWriter.sequence(bags)), password, randomness)
    let content = DERWriter.sequence([
      FormatOID.data.element, identifier,
      DERWriter.element(.context(0, isConstructed: false), ciphertext),
    ])
    return DERWriter.sequence([
      FormatOID.encryptedData.element,
      Self.explicit(DERWriter.sequence([DERWriter.integer(0), content])),
    ])
  }

  /// Returns the authentication code of the content, as a MacData (RFC 7292 4).
  private static func code(
    of safe: [UInt8], _ password: ImportPassword, _ randomness: some RandomnessSource
  ) throws(FormatFailure) -> [UInt8] {
    let salt = try PasswordScheme.random(16, randomness)
    let code = try FormatFailure.calling { () throws(CryptoError) in
      let key = try PasswordDerivation.pkcs12(
        .sha256, .authentication, password: password.wide, salt: salt,
        iterations: PasswordScheme.iterations, count: HashFunction.sha256.size)
      return try HashFunction.sha256.code(key: key, of: safe.span)
    }
    let algorithm = DERWriter.sequence([
      FormatOID.sha256.element, DERWriter.element(.null, []),
    ])
    let digest = code.withBytes { DERWriter.element(.octetString, $0.array($0.indices)) }
    return DERWriter.sequence([
      DERWriter.sequence([algorithm, digest]), DERWriter.element(.octetString, salt),
      DERWriter.integer(PasswordScheme.iterations),
    ])
  }

  /// Returns a ContentInfo with unencrypted data.
  private static func content(_ bytes: [UInt8]) -> [UInt8] {
    DERWriter.sequence([
      FormatOID.data.element, explicit(DERWriter.element(.octetString, bytes)),
    ])
  }

  private static func explicit(_ element: [UInt8]) -> [UInt8] {
    DERWriter.element(.context(0, isConstructed: true), element)
  }

  private static func bag(_ type: OID, _ value: [UInt8], _ label: Label) -> [UInt8] {
    var attributes: [[UInt8]] = []
    if let name = label.friendlyName {
      let units = name.utf16.flatMap {
        [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
      }
      attributes.append(
        attribute(FormatOID.friendlyName, DERWriter.element(.bmpString, units)))
    }
    if let identifier = label.localKeyID {
      attributes.append(
        attribute(FormatOID.localKeyID, DERWriter.element(.octetString, identifier)))
    }
    let set = DERWriter.set(attributes)
    return DERWriter.sequence([type.element, explicit(value)] + (attributes.isEmpty ? [] : [set]))
  }

  private static func attribute(_ type: OID, _ value: [UInt8]) -> [UInt8] {
    DERWriter.sequence([type.element, DERWriter.set([value])])
  }
}

extension DERWriter {
  /// Returns a SET whose elements are sorted as DER demands (X.690 11.6).
  static func set(_ elements: [[UInt8]]) -> [UInt8] {
    let sorted = elements.sorted { $0.lexicographicallyPrecedes($1) }
    return element(.set, sorted.reduce(into: []) { $0 += $1 })
  }
}
