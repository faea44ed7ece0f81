// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import KeychainTypes

/// The trust settings of one domain: a record for each certificate that has settings
/// (Specification/certificates.md, "Trust settings").
package struct TrustSettings: Hashable, Sendable {
  /// The records, by the SHA-1 hashes of their certificates.
  package private(set) var records: [[UInt8]: TrustRecord] = [:]
  /// The record for all self-signed certificates that have no record of their own.
  ///
  /// Nil if the domain has no settings for these certificates.
  package private(set) var defaultRecord: TrustRecord?
  /// Members of the property list that are no records and that this version does not know; they
  /// are kept.
  private var others: [String: PropertyListValue] = [:]

  package init() {}

  private enum Key {
    static let version = "trustVersion"
    static let list = "trustList"
    static let defaultRecord = "kSecTrustRecordDefaultRootCert"
  }

  private static let hashSize = 20

  /// Reads the settings of a property list, as Apple's systems and Latchkey write it.
  ///
  /// - Throws: -25262 if the bytes are not settings of version 1.
  package init(_ bytes: [UInt8]) throws(KeychainError) {
    guard var pairs = PropertyListValue(bytes)?.dictionary,
      pairs.removeValue(forKey: Key.version)?.integer == 1,
      let list = pairs.removeValue(forKey: Key.list)?.dictionary
    else { throw .damagedTrustSettings }
    for (name, value) in list {
      guard let record = TrustRecord(value) else { throw .damagedTrustSettings }
      if name == Key.defaultRecord {
        defaultRecord = record
        continue
      }
      guard name.utf8.count == 2 * Self.hashSize, let hash = HexText.bytes(Array(name.utf8)),
        records.updateValue(record, forKey: hash) == nil
      else { throw .damagedTrustSettings }
    }
    others = pairs
  }

  /// Returns the settings as a property list.
  ///
  /// - Parameter isExported: true to leave out the certificates in the records, which Apple's
  ///   systems do not write.
  package func bytes(isExported: Bool) -> [UInt8] {
    var list: [String: PropertyListValue] = [:]
    for (hash, record) in records {
      list[HexText.upperCase(hash)] = record.propertyList(isExported: isExported)
    }
    list[Key.defaultRecord] = defaultRecord?.propertyList(isExported: isExported)
    var pairs = others
    pairs[Key.version] = .integer(1)
    pairs[Key.list] = .dictionary(list)
    return PropertyListValue.dictionary(pairs).xml
  }

  /// True if there is no record.
  package var isEmpty: Bool { records.isEmpty && defaultRecord == nil }

  /// Returns the record of a certificate, or nil if the certificate has no settings of its own.
  ///
  /// - Throws: if libcrypto is not available to hash the certificate.
  package func record(of certificate: Certificate) throws(KeychainError) -> TrustRecord? {
    let record = records[try certificate.sha1()]
    return record?.fits(certificate) == true ? record : nil
  }

  /// Sets the record of a certificate; nil removes the record.
  package mutating func set(
    _ record: TrustRecord?, of certificate: Certificate
  ) throws(KeychainError) {
    records[try certificate.sha1()] = record
  }

  /// The certificates that the records contain, in the order of their SHA-1 hashes.
  package var certificates: [Certificate] {
    ordered.compactMap { $0.certificate }
  }

  /// The records in the order of their hashes, each with its certificate if the record contains it.
  package var ordered: [(hash: [UInt8], record: TrustRecord, certificate: Certificate?)] {
    records.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { hash, record in
      let certificate = record.certificate.flatMap { try? Certificate($0.span) }
      // A certificate with another hash is not the certificate that the record is about.
      let isOwn = certificate.map { (try? $0.sha1()) == hash } ?? false
      return (hash, record, isOwn ? certificate : nil)
    }
  }

  /// Returns these settings, with certificates added to records that lack them.
  ///
  /// Exported files have no certificates, so an import would otherwise lose them.
  ///
  /// - Parameter former: the settings from which the certificates are taken, by their SHA-1 hashes.
  package func keepingCertificates(of former: TrustSettings) -> TrustSettings {
    var settings = self
    for (hash, record) in records where record.certificate == nil {
      settings.records[hash]?.certificate = former.records[hash]?.certificate
    }
    return settings
  }
}

extension KeychainError.Code {
  /// The status if this process may not change the settings of a domain (errSecWrPerm).
  package static let writePermission = Self(rawValue: -61)
  /// The status if the trust settings in a file cannot be read (errSecInvalidTrustSettings).
  package static let invalidTrustSettings = Self(rawValue: -25262)
  /// The status of a domain without settings (errSecNoTrustSettings).
  package static let noTrustSettings = Self(rawValue: -25263)
  /// The status if a caller tries to change the system's settings (errSecDataNotModifiable).
  package static let notModifiable = Self(rawValue: -25317)
}

extension KeychainError {
  /// The error for bytes that are not trust settings.
  static var damagedTrustSettings: KeychainError {
    KeychainError(
      .invalidTrustSettings, "the trust settings are damaged or have an unknown form")
  }
}
