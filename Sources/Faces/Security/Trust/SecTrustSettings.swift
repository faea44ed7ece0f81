// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
public import Foundation
import KeychainTypes
import SecureMemory

/// Stores the trust settings of a certificate in a variable (Specification/certificates.md, "Trust
/// settings").
///
/// - Parameters:
///   - domain: the domain to read: the user's, the administrator's or the system's.
///   - trustSettings: receives an array of dictionaries with the `kSecTrustSettings…` keys. The
///     array is empty if the certificate is always trusted.
/// - Returns: errSecItemNotFound if the certificate has no settings in the domain.
///   errSecInvalidTrustSettings if the settings of the domain are damaged.
@discardableResult
public func SecTrustSettingsCopyTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ trustSettings: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  SettingsCall.status { () throws(KeychainError) in
    let record = try SettingsCall(domain).record(of: certRef)
    let settings = (record.settings ?? []).map { SettingTranslation.dictionary($0) }
    unsafe trustSettings.pointee = settings as NSArray
  }
}

/// Sets the trust settings of a certificate.
///
/// - Parameters:
///   - domain: the domain to change: the user's, or for root the administrator's.
///   - trustSettingsDictOrArray: a dictionary or an array of dictionaries with the
///     `kSecTrustSettings…` keys. The first dictionary whose conditions are met decides. With nil
///     or an empty array, the certificate is always trusted as a root.
/// - Returns: errSecParam if a dictionary is malformed, or if its `kSecTrustSettingsResult` does
///   not fit the certificate: `trustRoot` needs a self-signed certificate. errSecWrPerm if only
///   root may change the domain. errSecDataNotModifiable for the system's domain.
@discardableResult
public func SecTrustSettingsSetTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ trustSettingsDictOrArray: CFTypeRef?
) -> OSStatus {
  var settings: [TrustSetting]?
  if let object = trustSettingsDictOrArray {
    settings = SettingTranslation.settings(in: object)
    guard settings != nil else { return errSecParam }
  }
  return SettingsCall.status { () throws(KeychainError) in
    let call = SettingsCall(domain)
    try KeychainEvents.changingTrust { () throws(KeychainError) in
      try call.places.set(settings, of: certRef.value, in: call.domain, at: SettingsCall.now)
    }
  }
}

/// Removes the trust settings of a certificate from a domain.
///
/// - Returns: errSecItemNotFound if the certificate has no settings in the domain. errSecWrPerm if
///   only root may change the domain. errSecDataNotModifiable for the system's domain.
@discardableResult
public func SecTrustSettingsRemoveTrustSettings(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain
) -> OSStatus {
  SettingsCall.status { () throws(KeychainError) in
    let call = SettingsCall(domain)
    try KeychainEvents.changingTrust { () throws(KeychainError) in
      try call.places.remove(certRef.value, from: call.domain)
    }
  }
}

/// Stores in a variable the certificates that have trust settings.
///
/// Settings that were imported name their certificate by its hash. The certificate is then returned
/// only if it is in the program's store or among the anchors of the system.
///
/// - Parameter certArray: receives an array of certificates; nil to ask only for the status.
/// - Returns: errSecNoTrustSettings if the domain has no settings. errSecInvalidTrustSettings if
///   the settings of the domain are damaged.
@discardableResult
public func SecTrustSettingsCopyCertificates(
  _ domain: SecTrustSettingsDomain, _ certArray: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
  SettingsCall.status { () throws(KeychainError) in
    let settings = try SettingsCall(domain).someSettings()
    guard let certArray = unsafe certArray else { return }
    var anchors: [[UInt8]: Certificate]?
    let found = settings.ordered.compactMap { hash, record, certificate -> SecCertificate? in
      if let certificate { return SecCertificate(certificate) }
      let known = anchors ?? SettingsCall.anchorsByHash
      anchors = known
      let other = known[hash] ?? StoredIntermediates.certificate(hash, record)
      return other.map { SecCertificate($0) }
    }
    unsafe certArray.pointee = found as NSArray
  }
}

/// Stores in a variable the moment of the last change of a certificate's trust settings.
///
/// - Parameter modificationDate: receives the date. For the system's domain, the date is
///   2001-01-01, because the distribution does not say when an anchor was added.
/// - Returns: errSecItemNotFound if the certificate has no settings in the domain.
@discardableResult
public func SecTrustSettingsCopyModificationDate(
  _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
  _ modificationDate: UnsafeMutablePointer<CFDate?>
) -> OSStatus {
  SettingsCall.status { () throws(KeychainError) in
    let record = try SettingsCall(domain).record(of: certRef)
    unsafe modificationDate.pointee = NSDate(
      timeIntervalSinceReferenceDate: record.changed.secondsSinceReference)
  }
}

/// Stores all trust settings of a domain in a variable, as a property list that Apple's systems can
/// read.
///
/// - Parameter trustSettings: receives the property list.
/// - Returns: errSecNoTrustSettings if the domain has no settings. errSecInvalidTrustSettings if
///   the settings of the domain are damaged.
@discardableResult
public func SecTrustSettingsCreateExternalRepresentation(
  _ domain: SecTrustSettingsDomain, _ trustSettings: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  SettingsCall.status { () throws(KeychainError) in
    let settings = try SettingsCall(domain).someSettings()
    unsafe trustSettings.pointee = NSData(data: Data(settings.bytes(isExported: true)))
  }
}

/// Replaces all trust settings of a domain by the settings in a property list.
///
/// - Parameter trustSettings: a property list from `SecTrustSettingsCreateExternalRepresentation`,
///   here or on one of Apple's systems.
/// - Returns: errSecInvalidTrustSettings if the data is not a property list of trust settings; the
///   former settings stay. errSecWrPerm if only root may change the domain.
///   errSecDataNotModifiable for the system's domain.
@discardableResult
public func SecTrustSettingsImportExternalRepresentation(
  _ domain: SecTrustSettingsDomain, _ trustSettings: CFData
) -> OSStatus {
  let bytes = trustSettings.array
  return SettingsCall.status { () throws(KeychainError) in
    let call = SettingsCall(domain)
    try KeychainEvents.changingTrust { () throws(KeychainError) in
      try call.places.replaceAll(of: call.domain, by: bytes)
    }
  }
}

/// The domain and the file paths that one call of a `SecTrustSettings…` function uses.
private struct SettingsCall {
  let domain: TrustDomain
  let places = TrustSettingsPlaces.ofThisProcess

  init(_ domain: SecTrustSettingsDomain) {
    self.domain =
      switch domain {
      case .user: .user
      case .admin: .admin
      case .system: .system
      }
  }

  static var now: Instant {
    Instant(secondsSinceReference: Date().timeIntervalSinceReferenceDate) ?? .reference
  }

  static var anchorsByHash: [[UInt8]: Certificate] {
    let anchors = SystemAnchors.shared.anchors(at: .ofThisProcess).certificates
    let pairs = anchors.compactMap { anchor in (try? anchor.sha1()).map { ($0, anchor) } }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Returns the settings of the domain.
  ///
  /// - Throws: -25263 if the domain has no settings.
  func someSettings() throws(KeychainError) -> TrustSettings {
    let settings = try places.settings(of: domain) {
      SystemAnchors.shared.anchors(at: .ofThisProcess).certificates
    }
    guard !settings.isEmpty else {
      throw KeychainError(.noTrustSettings, "the domain has no trust settings")
    }
    return settings
  }

  /// Returns the trust settings of a certificate in the domain, with the time of their last change.
  ///
  /// - Throws: -25300 if the certificate has no trust settings in the domain.
  func record(of certificate: SecCertificate) throws(KeychainError) -> TrustRecord {
    let settings = try places.settings(of: domain) {
      SystemAnchors.shared.anchors(at: .ofThisProcess).certificates
    }
    guard let record = try settings.record(of: certificate.value) else {
      throw KeychainError(.itemNotFound, "the certificate has no trust settings in this domain")
    }
    return record
  }

  /// Runs the body of a `SecTrustSettings…` function; returns 0, or the status of the error that
  /// `body` threw.
  static func status(_ body: () throws(KeychainError) -> Void) -> OSStatus {
    do throws(KeychainError) {
      try ForkBarrier.beginCall()
      defer { ForkBarrier.end() }
      try body()
      return errSecSuccess
    } catch {
      return error.code.rawValue
    }
  }
}
