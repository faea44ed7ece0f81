// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// What a PKCS#12 file holds (RFC 7292): keys and certificates, each in the order of the file.
package struct PKCS12File: Sendable {
  /// No file is larger.
  package static let mostBytes = 64 << 20
  // More than any file of use has, and no more than a moment's work.
  static let mostKeys = 128
  static let mostCertificates = 4096

  /// What a bag says of what is in it.
  package struct Label: Hashable, Sendable {
    package var friendlyName: String?
    package var localKeyID: [UInt8]?

    package init(friendlyName: String? = nil, localKeyID: [UInt8]? = nil) {
      self.friendlyName = friendlyName
      self.localKeyID = localKeyID
    }

    /// Of certificates about a key with this label the first that has its identifier, else the
    /// first that has its name, else the first.
    fileprivate func closest(of entries: [Entry]) -> Entry? {
      entries.first { localKeyID != nil && $0.label.localKeyID == localKeyID }
        ?? entries.first { friendlyName != nil && $0.label.friendlyName == friendlyName }
        ?? entries.first
    }
  }

  /// A private key.
  package struct Key: Sendable {
    package let key: SoftwareKey
    package let label: Label

    package init(_ key: SoftwareKey, _ label: Label) {
      self.key = key
      self.label = label
    }
  }

  /// A certificate, of a key or of who issued one.
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

  /// Reads a file.
  ///
  /// - Throws: `wrongPassword` where the file's authentication code is another, which comes before
  ///   anything is decrypted; `withoutCode` where there is none; `malformed` where it is no PKCS#12
  ///   or is damaged within; `excessive` for more work or parts than any file of use has.
  package init(_ bytes: SecretBytes, password: ImportPassword) throws(FormatFailure) {
    var budget = WorkBudget()
    try self.init(bytes, password: password, &budget)
  }

  /// The same with what is left of the work of the file that it is a part of.
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
  /// A key with its certificate.
  package struct Identity: Sendable {
    package let key: Key
    package let certificate: Entry
  }

  /// Each key with a certificate that is about it, in the order of the keys; keys of which there is
  /// none are left out (spec/certificates.md 4.2, 11: matched by the key, not by names).
  ///
  /// Of several certificates about one key it is the one that the file puts together with the key.
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

  /// The certificates that are in none of the identities.
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

/// Writes PKCS#12 files: certificates and keys under AES-256-CBC with PBKDF2, the whole under HMAC
/// with SHA-256 (spec/certificates.md 5.5).
extension PKCS12File {
  /// The file.
  ///
  /// - Throws: -50 where one of the keys is a public one; -26276 where libcrypto fails.
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

  /// A MacData (RFC 7292 4).
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

  /// A ContentInfo of plain data.
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
  /// A SET of elements, in the order that DER asks for (X.690 11.6).
  static func set(_ elements: [[UInt8]]) -> [UInt8] {
    let sorted = elements.sorted { $0.lexicographicallyPrecedes($1) }
    return element(.set, sorted.reduce(into: []) { $0 += $1 })
  }
}
