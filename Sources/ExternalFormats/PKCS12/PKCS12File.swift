// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
import KeychainTypes
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
