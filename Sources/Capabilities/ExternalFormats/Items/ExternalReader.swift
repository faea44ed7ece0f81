// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes
import SecureMemory

/// Reads keys and certificates from data whose format is known (Specification/certificates.md, "Per
/// format").
struct ExternalReader {
  let password: ImportPassword?
  private(set) var items: [ImportedItem] = []
  /// The work that may still be done in this import, for all its PKCS#12 files and encrypted keys
  /// together.
  private var budget = WorkBudget()

  init(password: ImportPassword?) { self.password = password }

  var privateKeyCount: Int {
    items.count { entry in
      guard case .key(let key) = entry.item else { return false }
      return key.half == .privateHalf
    }
  }

  private var keyCount: Int {
    items.count { entry in
      guard case .key = entry.item else { return false }
      return true
    }
  }

  /// Returns the format and type of data, found out by examining the bytes.
  ///
  /// The bytes may be a certificate, a key, or a container: PKCS#12, PKCS#7, a Netscape list or an
  /// encrypted PKCS#8 key. They are examined only if `shape.isToBeExamined` is true. Otherwise the
  /// result is `shape`.
  ///
  /// - Throws: -25257 if the bytes are not a certificate, a key or a container.
  static func examine(
    _ data: SecretBytes, _ shape: ExternalShape
  ) throws(KeychainError) -> ExternalShape {
    guard shape.isToBeExamined else { return shape }
    if shape.format == .unknown {
      if isCertificate(data) {
        return ExternalShape(format: .x509Certificate, type: .certificate)
      }
      if let found = data.withBytes({ ExternalShape.container($0) }) { return found }
    }
    guard let (key, format) = PlainKey.read(data) else { throw .unknownFormat }
    let type: ExternalItemType = key.half == .privateHalf ? .privateKey : .publicKey
    return ExternalShape(format: format, type: type)
  }

  private static func isCertificate(_ data: SecretBytes) -> Bool {
    data.withBytes { bytes in (try? Certificate(bytes)) != nil }
  }

  /// Reads keys and certificates from data, and appends them to `items`.
  ///
  /// - Parameter block: the PEM block that contained the data, or nil if the data was not in PEM.
  mutating func read(
    _ data: SecretBytes, _ shape: ExternalShape, _ block: PEMBlock?
  ) throws(KeychainError) {
    let password = try shape.format.isUnderPassword ? neededPassword() : .empty
    do throws(FormatFailure) {
      switch shape.format {
      case .x509Certificate: try readCertificate(data)
      case .pkcs7: items += try CertificateSet.read(data).map { ImportedItem(.certificate($0)) }
      case .pkcs12: try readContainer(data, password)
      case .openSSL, .bsafe:
        guard let (key, _) = PlainKey.read(data) else { throw FormatFailure.malformed }
        items.append(ImportedItem(.key(key)))
      case .rawKey: items.append(ImportedItem(.symmetricKey(data)))
      case .wrappedPKCS8:
        let key = try data.withBytes { (bytes) throws(FormatFailure) in
          try SoftwareKey(encryptedPKCS8: bytes, anyFormOf: password, &budget)
        }
        items.append(ImportedItem(.key(key)))
      case .wrappedOpenSSL:
        guard let block else { throw FormatFailure.malformed }
        let form = try TraditionalEncryption.decrypt(block, password: password)
        // With a wrong password, the padding may be right by chance.
        guard let (key, _) = PlainKey.read(form) else { throw FormatFailure.wrongPassword }
        items.append(ImportedItem(.key(key)))
      case .netscapeCertificateSequence:
        items += try NetscapeSequence.read(data).map { ImportedItem(.certificate($0)) }
      case .unknown, .ssh, .wrappedSSH, .wrappedLSH, .pemSequence, .sshVersion2:
        throw FormatFailure.malformed
      }
      guard items.count - keyCount <= PKCS12File.mostCertificates,
        keyCount <= PKCS12File.mostKeys
      else { throw FormatFailure.excessive }
    } catch {
      throw Self.status(of: error, shape.format)
    }
  }

  private func neededPassword() throws(KeychainError) -> ImportPassword {
    guard let password else { throw .passwordRequired }
    return password
  }

  /// Reads the data of a file or PEM block that is labelled as a certificate.
  ///
  /// The data may also be a list of certificates. PKCS#7 is tried first, because many PKCS#7 files
  /// are named like certificates. Netscape's list is tried next, because `openssl nseq` labels it
  /// as a certificate.
  private mutating func readCertificate(_ data: SecretBytes) throws(FormatFailure) {
    for form in [ExternalFormat.pkcs7, .netscapeCertificateSequence] {
      guard let certificates = try Self.certificates(data, listedAs: form) else { continue }
      items += certificates.map { ImportedItem(.certificate($0)) }
      return
    }
    let certificate = try data.withBytes { (bytes) throws(FormatFailure) in
      try FormatFailure.reading { () throws(DERFailure) in try Certificate(bytes) }
    }
    items.append(ImportedItem(.certificate(certificate)))
  }

  /// Returns the certificates of a list, or nil if the bytes are not a list in the given format.
  ///
  /// - Throws: `excessive` for a list that needs too much work; `failed` if libcrypto fails.
  private static func certificates(
    _ data: SecretBytes, listedAs form: ExternalFormat
  ) throws(FormatFailure) -> [Certificate]? {
    do throws(FormatFailure) {
      return form == .pkcs7 ? try CertificateSet.read(data) : try NetscapeSequence.read(data)
    } catch {
      switch error {
      case .malformed, .unsupported, .withoutCode, .wrongPassword: return nil
      case .excessive, .failed: throw error
      }
    }
  }

  private mutating func readContainer(
    _ data: SecretBytes, _ password: ImportPassword
  ) throws(FormatFailure) {
    let file = try PKCS12File(data, password: password, &budget)
    items += file.certificates.map { entry in
      ImportedItem(.certificate(entry.certificate), name: entry.label.friendlyName)
    }
    items += file.keys.map { ImportedItem(.key($0.key), name: $0.label.friendlyName) }
  }

  private static func status(
    of failure: FormatFailure, _ format: ExternalFormat
  ) -> KeychainError {
    switch failure {
    case .malformed where format.isOfShell: .shellFormat
    case .malformed, .unsupported: .unknownFormat
    case .withoutCode: .withoutCode
    case .wrongPassword where format == .pkcs12: .wrongContainerPassword
    case .wrongPassword, .excessive, .failed: KeychainError(importing: failure)
    }
  }
}

extension ExternalFormat {
  /// True if data of this format is encrypted with a password.
  package var isUnderPassword: Bool {
    switch self {
    case .pkcs12, .wrappedPKCS8, .wrappedOpenSSL: true
    default: false
    }
  }

  /// True if this is a format of SSH, which Latchkey cannot read.
  fileprivate var isOfShell: Bool {
    switch self {
    case .ssh, .wrappedSSH, .sshVersion2: true
    default: false
    }
  }
}
