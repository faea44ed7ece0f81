// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Foundation
import KeychainComposition

/// Turns the dictionaries of trust settings into settings, and settings into dictionaries
/// (Specification/certificates.md, "Trust settings").
enum SettingTranslation {
  /// Returns the settings in a dictionary or in an array of dictionaries.
  ///
  /// Nil if an object has another type, or if a member is unknown or has an impossible value. An
  /// unknown member may be a condition, and leaving out a condition would trust too much.
  static func settings(in object: AnyObject) -> [TrustSetting]? {
    if let dictionary = object as? NSDictionary { return setting(dictionary).map { [$0] } }
    guard let array = object as? NSArray else { return nil }
    let settings = PropertyList.elements(of: array).compactMap { element in
      (element as? NSDictionary).flatMap { setting($0) }
    }
    return settings.count == array.count ? settings : nil
  }

  private static func setting(_ dictionary: NSDictionary) -> TrustSetting? {
    var setting = TrustSetting()
    var unread = dictionary.count
    func value(_ key: String) -> Any? {
      let value = dictionary.object(forKey: NSString(string: key))
      if value != nil { unread -= 1 }
      return value
    }
    if let policy = value(kSecTrustSettingsPolicy) {
      guard set(policy as AnyObject, &setting) else { return nil }
    }
    if let name = value(TrustSettingKey.policyName) {
      guard let name = name as? NSString else { return nil }
      setting.policyName = String(name)
    }
    if let application = value(kSecTrustSettingsApplication) {
      guard let bytes = bytes(ofApplication: application as AnyObject) else { return nil }
      setting.application = bytes
    }
    if let text = value(kSecTrustSettingsPolicyString) {
      guard let text = text as? NSString else { return nil }
      setting.policyString = String(text)
    }
    if let usage = value(kSecTrustSettingsKeyUsage) {
      guard let number = number(usage), let usage = KeyUse(number: number) else { return nil }
      setting.keyUsage = usage
    }
    if let error = value(kSecTrustSettingsAllowedError) {
      guard let number = number(error), let status = TrustSetting.status(number) else { return nil }
      setting.allowedError = status
    }
    if let result = value(kSecTrustSettingsResult) {
      guard let number = number(result).flatMap({ UInt32(exactly: $0) }),
        let result = TrustSetting.Result(rawValue: number)
      else { return nil }
      setting.result = result
    }
    return unread == 0 ? setting : nil
  }

  /// Sets the policy of a setting, from a `SecPolicy` or from the DER content bytes of the policy's
  /// object identifier.
  ///
  /// False if the object is neither of the two.
  private static func set(_ policy: AnyObject, _ setting: inout TrustSetting) -> Bool {
    if let policy = policy as? SecPolicy {
      let identifier = policy.value.purpose.identifier
      setting.policy = identifier
      setting.policyName = SettingPolicy.of(identifier)?.name(for: policy.value.role)
      return true
    }
    guard let data = policy as? NSData, let identifier = OID(content: data.array) else {
      return false
    }
    setting.policy = identifier
    return true
  }

  private static func number(_ value: Any) -> Int64? {
    guard let number = value as? NSNumber else { return nil }
    return Int64(exactly: number.doubleValue)
  }

  private static func bytes(ofApplication object: AnyObject) -> [UInt8]? {
    if let data = object as? NSData { return data.array }
    guard let application = object as? SecTrustedApplication else { return nil }
    var data: CFData?
    guard unsafe SecTrustedApplicationCopyData(application, &data) == errSecSuccess else {
      return nil
    }
    return data?.array
  }

  /// Returns the dictionary of a setting.
  ///
  /// The dictionary contains the policy as a `SecPolicy`. If Latchkey does not know the policy, the
  /// dictionary contains the DER content bytes of its object identifier. The program to which the
  /// setting is limited is a `SecTrustedApplication`, or the bytes of its path if that object
  /// cannot be made.
  static func dictionary(_ setting: TrustSetting) -> NSDictionary {
    let pairs = NSMutableDictionary()
    func set(_ key: String, _ value: AnyObject?) {
      if let value { pairs.setObject(value, forKey: NSString(string: key)) }
    }
    set(kSecTrustSettingsPolicy, setting.policy.map { policy($0, named: setting.policyName) })
    set(TrustSettingKey.policyName, setting.policyName.map { NSString(string: $0) })
    set(kSecTrustSettingsApplication, setting.application.map { application($0) })
    set(kSecTrustSettingsPolicyString, setting.policyString.map { NSString(string: $0) })
    set(kSecTrustSettingsKeyUsage, setting.keyUsage.map { NSNumber(value: $0.rawValue) })
    set(kSecTrustSettingsAllowedError, setting.allowedError.map { NSNumber(value: $0) })
    set(kSecTrustSettingsResult, setting.result.map { NSNumber(value: $0.rawValue) })
    return pairs
  }

  private static func policy(_ identifier: OID, named name: String?) -> AnyObject {
    guard let purpose = TrustPurpose.allCases.first(where: { $0.identifier == identifier }) else {
      return NSData(data: Data(identifier.content))
    }
    let isClient = name != nil && name == SettingPolicy.of(identifier)?.clientName
    return SecPolicy(
      TrustPolicy(
        purpose, isClient ? .client : .server,
        revocation: purpose == .revocation ? .anyMethod : nil))
  }

  private static func application(_ bytes: [UInt8]) -> AnyObject {
    var application: SecTrustedApplication?
    let path = bytes.last == 0 ? bytes : bytes + [0]
    let status = unsafe path.withUnsafeBufferPointer { path in
      unsafe path.withMemoryRebound(to: CChar.self) {
        unsafe SecTrustedApplicationCreateFromPath($0.baseAddress, &application)
      }
    }
    guard status == errSecSuccess, let application else { return NSData(data: Data(bytes)) }
    return application
  }
}
