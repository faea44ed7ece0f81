// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import KeychainTypes

/// The trust settings of one certificate, in one domain.
package struct TrustRecord: Hashable, Sendable {
  /// The issuer's name in DER, or nil if the record does not have it.
  package var issuer: [UInt8]?
  /// The bytes of the certificate's serial number, without DER header, or nil if the record does
  /// not have it.
  package var serialNumber: [UInt8]?
  /// The moment at which the settings were last changed.
  package var changed: Instant
  /// The settings of the certificate; the first setting whose conditions are met decides.
  ///
  /// Nil or empty if the certificate is always trusted as a root.
  package var settings: [TrustSetting]?
  /// The certificate, if the command or function that made the record had it.
  ///
  /// Apple's files identify the certificate by its hash alone. The certificate is kept so that a
  /// path can be built to it, and it is left out of exported files.
  package var certificate: [UInt8]?
  /// Members of the record that this version of Latchkey does not know.
  ///
  /// They are kept when the record is written to a property list again.
  var others: [String: PropertyListValue] = [:]

  /// Creates the record of a certificate.
  package init(_ certificate: Certificate, _ settings: [TrustSetting]?, changed: Instant) {
    issuer = certificate.encodedIssuer
    serialNumber = certificate.serialNumber
    self.certificate = certificate.bytes
    self.settings = settings
    self.changed = changed
  }

  private enum Key {
    static let issuer = "issuerName"
    static let serialNumber = "serialNumber"
    static let changed = "modDate"
    static let settings = "trustSettings"
    static let certificate = "latchkeyCertificate"
  }

  /// Reads a record of a property list; nil if a member has a wrong type or an impossible value.
  init?(_ value: PropertyListValue) {
    guard var pairs = value.dictionary else { return nil }
    func take<T>(_ key: String, _ read: (PropertyListValue) -> T?) -> T?? {
      guard let value = pairs.removeValue(forKey: key) else { return .some(nil) }
      return read(value).map { .some($0) }
    }
    guard let issuer = take(Key.issuer, \.data), let serial = take(Key.serialNumber, \.data),
      let changed = take(Key.changed, \.moment),
      let certificate = take(Key.certificate, \.data),
      let settings = take(Key.settings, Self.settings)
    else { return nil }
    self.issuer = issuer
    serialNumber = serial
    self.changed = changed ?? .reference
    self.certificate = certificate
    self.settings = settings
    others = pairs
  }

  private static func settings(_ value: PropertyListValue) -> [TrustSetting]? {
    guard let values = value.array else { return nil }
    let settings = values.compactMap { TrustSetting($0) }
    return settings.count == values.count ? settings : nil
  }

  /// The record as a value of a property list.
  ///
  /// - Parameter isExported: true to leave out the certificate, which Apple's files do not have.
  func propertyList(isExported: Bool) -> PropertyListValue {
    var pairs = others
    pairs[Key.issuer] = issuer.map { .data($0) }
    pairs[Key.serialNumber] = serialNumber.map { .data($0) }
    pairs[Key.changed] = .moment(changed)
    pairs[Key.settings] = settings.map { .array($0.map(\.propertyList)) }
    pairs[Key.certificate] = isExported ? nil : certificate.map { .data($0) }
    return .dictionary(pairs)
  }

  /// True if the record's issuer name and serial number are those of the certificate.
  ///
  /// The caller has found the record by the certificate's SHA-1 hash, which alone does not prove
  /// which certificate is meant. A name or number that the record does not have is not compared.
  func fits(_ certificate: Certificate) -> Bool {
    (issuer ?? certificate.encodedIssuer) == certificate.encodedIssuer
      && (serialNumber ?? certificate.serialNumber) == certificate.serialNumber
  }
}
