// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

// Keys of the dictionaries of trust settings (Specification/certificates.md, "Trust settings").

/// The policy that the setting is about: a `SecPolicy`.
public let kSecTrustSettingsPolicy: String = "kSecTrustSettingsPolicy"
/// The program that the setting is about: a `SecTrustedApplication`.
public let kSecTrustSettingsApplication: String = "kSecTrustSettingsApplication"
/// The host name or e-mail address that the policy must ask for.
public let kSecTrustSettingsPolicyString: String = "kSecTrustSettingsPolicyString"
/// The uses of the key that the setting is about, as a number.
public let kSecTrustSettingsKeyUsage: String = "kSecTrustSettingsKeyUsage"
/// The status of a failure that is accepted for the certificate, as a number.
public let kSecTrustSettingsAllowedError: String = "kSecTrustSettingsAllowedError"
/// The result of the setting, as a number; `kSecTrustSettingsResultTrustRoot` if it is missing.
public let kSecTrustSettingsResult: String = "kSecTrustSettingsResult"
