// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import KeychainTypes

/// A trust setting: a result, and the conditions under which the result applies to a certificate
/// (Specification/certificates.md, "Trust settings").
///
/// All conditions of a setting must be met. A condition that is nil is always met.
package struct TrustSetting: Hashable, Sendable {
  /// The results of a setting, with the raw values of `SecTrustSettingsResult`.
  package enum Result: UInt32, CaseIterable, Sendable {
    /// The certificate is trusted as a root; only for a self-signed certificate.
    case trustRoot = 1
    /// The certificate is trusted as if it were a root; only for a certificate that is not
    /// self-signed.
    case trustAsRoot = 2
    case deny = 3
    /// The setting neither trusts nor denies.
    case unspecified = 4
  }

  /// The condition on the policy of the evaluation: its object identifier.
  package var policy: OID?
  /// The condition on the policy of the evaluation: Apple's name of the policy.
  ///
  /// Some policies have one name for servers and another name for clients (`SettingPolicy`).
  package var policyName: String?
  /// The condition on the program for which trust is evaluated: the path of its executable file.
  ///
  /// Settings of other systems may have other bytes here. These bytes are kept, and match no
  /// program.
  package var application: [UInt8]?
  /// The condition on the name that the policy demands: a host name or an e-mail address.
  package var policyString: String?
  /// The condition on the uses of the certificate's key.
  package var keyUsage: KeyUse?
  /// The error code of a failure that is accepted for the certificate (`AllowedError`), or nil.
  package var allowedError: Int32?
  /// The result; nil means `trustRoot`.
  package var result: Result?
  /// Members of the setting that this version of Latchkey does not know.
  ///
  /// Unknown members are kept when the setting is written again. They may be further conditions, so
  /// a setting with unknown members never makes a certificate trusted.
  package var others: [String: PropertyListValue] = [:]

  package init() {}

  /// The result of the setting, which is `trustRoot` unless the setting names another result.
  package var effectiveResult: Result { result ?? .trustRoot }
}

/// The uses of a key in trust settings, with the raw values of `SecTrustSettingsKeyUsage`.
package struct KeyUse: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let signature = KeyUse(rawValue: 1)
  package static let dataEncryption = KeyUse(rawValue: 2)
  package static let keyEncryption = KeyUse(rawValue: 4)
  package static let certificateSigning = KeyUse(rawValue: 8)
  package static let revocationSigning = KeyUse(rawValue: 0x10)
  package static let keyExchange = KeyUse(rawValue: 0x20)
  package static let any = KeyUse(rawValue: 0xFFFF_FFFF)
}

/// The names of the members of a setting, which are the strings of the `kSecTrustSettings…`
/// constants.
package enum TrustSettingKey {
  package static let policy = "kSecTrustSettingsPolicy"
  package static let policyName = "kSecTrustSettingsPolicyName"
  package static let application = "kSecTrustSettingsApplication"
  package static let policyString = "kSecTrustSettingsPolicyString"
  package static let keyUsage = "kSecTrustSettingsKeyUsage"
  package static let allowedError = "kSecTrustSettingsAllowedError"
  package static let result = "kSecTrustSettingsResult"
}

extension TrustSetting {
  /// Reads a setting of a property list; nil if a member has a wrong type or an impossible value.
  init?(_ value: PropertyListValue) {
    guard var pairs = value.dictionary else { return nil }
    func take<T>(_ key: String, _ read: (PropertyListValue) -> T?) -> T?? {
      guard let value = pairs.removeValue(forKey: key) else { return .some(nil) }
      return read(value).map { .some($0) }
    }
    guard let policy = take(TrustSettingKey.policy, { $0.data.flatMap { OID(content: $0) } }),
      let policyName = take(TrustSettingKey.policyName, \.text),
      let application = take(TrustSettingKey.application, \.data),
      let policyString = take(TrustSettingKey.policyString, \.text),
      let keyUsage = take(TrustSettingKey.keyUsage, { $0.integer.flatMap(KeyUse.init(number:)) }),
      let allowedError = take(TrustSettingKey.allowedError, { $0.integer.flatMap(Self.status) }),
      let result = take(
        TrustSettingKey.result,
        { $0.integer.flatMap { UInt32(exactly: $0) }.flatMap { Result(rawValue: $0) } })
    else { return nil }
    self.policy = policy
    self.policyName = policyName
    self.application = application
    self.policyString = policyString
    self.keyUsage = keyUsage
    self.allowedError = allowedError
    self.result = result
    others = pairs
  }

  /// The setting as a value of a property list.
  var propertyList: PropertyListValue {
    var pairs = others
    pairs[TrustSettingKey.policy] = policy.map { .data($0.content) }
    pairs[TrustSettingKey.policyName] = policyName.map { .text($0) }
    pairs[TrustSettingKey.application] = application.map { .data($0) }
    pairs[TrustSettingKey.policyString] = policyString.map { .text($0) }
    // Apple writes the number of 32 bits with its sign.
    pairs[TrustSettingKey.keyUsage] = keyUsage.map {
      .integer(Int64(Int32(bitPattern: $0.rawValue)))
    }
    pairs[TrustSettingKey.allowedError] = allowedError.map { .integer(Int64($0)) }
    pairs[TrustSettingKey.result] = result.map { .integer(Int64($0.rawValue)) }
    return .dictionary(pairs)
  }

  /// Returns the status that a number in a property list stands for; nil if the number has more
  /// than 32 bits.
  ///
  /// Some writers store a negative status as the positive number with equal bits.
  package static func status(_ number: Int64) -> Int32? {
    Int32(exactly: number) ?? UInt32(exactly: number).map { Int32(bitPattern: $0) }
  }
}

extension KeyUse {
  /// Reads the uses of a key from a number in a property list; nil if the number has more than 32
  /// bits.
  ///
  /// The 32 bits may be written as a signed or as an unsigned number: -1 and 4294967295 both mean
  /// any use.
  package init?(number: Int64) {
    guard
      let bits = Int32(exactly: number).map({ UInt32(bitPattern: $0) }) ?? UInt32(exactly: number)
    else { return nil }
    self.init(rawValue: bits)
  }
}
