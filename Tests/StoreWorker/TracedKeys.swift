// SPDX-License-Identifier: Apache-2.0
import Foundation
import LocalAuthentication
import Security

/// The calls of `traced` about keys and contexts.
///
/// Each returns the code of its error.
enum TracedKeys {
  static let made: [String: @Sendable () -> OSStatus] = [
    "make": { unsafe code { unsafe SecKeyCreateRandomKey(parameters(isStored: true), $0) != nil } },
    "sign": {
      guard let key = SecKeyCreateRandomKey(parameters(), nil) else { return 1 }
      let data = Data("canary-data".utf8) as CFData
      return unsafe code {
        unsafe SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, data, $0) != nil
      }
    },
    "exchange": {
      guard let key = SecKeyCreateRandomKey(parameters(), nil),
        let other = SecKeyCreateRandomKey(parameters(bits: 384), nil),
        let half = SecKeyCopyPublicKey(other)
      else { return 1 }
      return unsafe code {
        unsafe SecKeyCopyKeyExchangeResult(
          key, .ecdhKeyExchangeStandard, half, [:] as CFDictionary, $0) != nil
      }
    },
    "import": {
      let form = Data("canary-secret".utf8) as CFData
      let attributes: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
        kSecAttrLabel: "canary-label",
      ]
      return unsafe code {
        unsafe SecKeyCreateWithData(form, attributes as CFDictionary, $0) != nil
      }
    },
    "element": {
      guard let key = SecKeyCreateRandomKey(parameters(inElement: true), nil) else { return 1 }
      return unsafe code { unsafe SecKeyCopyExternalRepresentation(key, $0) != nil }
    },
    "policy": {
      let context = LAContext()
      context.localizedReason = "canary-reason"
      context.setCredential(Data("canary-secret".utf8), type: .applicationPassword)
      var error: NSError?
      let policy = LAPolicy.deviceOwnerAuthenticationWithBiometrics
      let can = unsafe context.canEvaluatePolicy(policy, error: &error)
      return can ? 0 : OSStatus(error?.code ?? 1)
    },
  ]

  private static func code(
    _ call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Bool
  ) -> OSStatus {
    var error: Unmanaged<CFError>?
    guard unsafe !call(&error) else { return 0 }
    guard let found = unsafe error?.takeRetainedValue() else { return 1 }
    return OSStatus(found.code)
  }

  private static func parameters(
    bits: Int = 256, isStored: Bool = false, inElement: Bool = false
  ) -> CFDictionary {
    var half: [CFString: Any] = [kSecAttrIsPermanent: isStored]
    if isStored {
      half[kSecAttrLabel] = "canary-label"
      half[kSecAttrApplicationTag] = Data("canary-tag".utf8)
    }
    var parameters: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: bits,
      kSecPrivateKeyAttrs: half,
    ]
    if inElement { parameters[kSecAttrTokenID] = kSecAttrTokenIDSecureEnclave }
    return parameters as CFDictionary
  }
}
