// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// The calls on keys with Swift values in place of pointers.
enum KeyCalls {
  /// The object that a call returned, or the code of its error.
  enum Answer<Object> {
    case object(Object)
    case code(Int)

    var object: Object? {
      if case .object(let object) = self { object } else { nil }
    }
    var code: Int {
      if case .code(let code) = self { code } else { 0 }
    }
  }

  /// Runs a call.
  ///
  /// The code is `Int.min` if the error has another domain or is missing.
  static func answer<Object>(
    _ call: (UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Object?
  ) -> Answer<Object> {
    var error: Unmanaged<CFError>?
    let object = unsafe call(&error)
    let found = unsafe error?.takeRetainedValue()
    if let object { return found == nil ? .object(object) : .code(.min) }
    guard let found, found.domain == NSOSStatusErrorDomain else { return .code(.min) }
    return .code(found.code)
  }

  static func generate(_ parameters: [String: Any]) -> Answer<SecKey> {
    unsafe answer { unsafe SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
  }

  static func generate(_ type: CFString, _ bits: Any, _ more: [String: Any] = [:]) -> Answer<SecKey>
  {
    generate(
      [kSecAttrKeyType as String: type, kSecAttrKeySizeInBits as String: bits]
        .merging(more) { $1 })
  }

  static func make(_ data: Data, _ attributes: [String: Any]) -> Answer<SecKey> {
    unsafe answer { unsafe SecKeyCreateWithData(data as CFData, attributes as CFDictionary, $0) }
  }

  static func make(_ data: Data, _ type: Any, _ keyClass: Any) -> Answer<SecKey> {
    make(data, [kSecAttrKeyType as String: type, kSecAttrKeyClass as String: keyClass])
  }

  static func form(_ key: SecKey) -> Data? {
    unsafe answer { unsafe SecKeyCopyExternalRepresentation(key, $0) }.object as Data?
  }

  static func export(_ key: SecKey) -> Answer<Data> {
    unsafe data { unsafe SecKeyCopyExternalRepresentation(key, $0) }
  }

  static func sign(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data) -> Answer<Data> {
    unsafe self.data { unsafe SecKeyCreateSignature(key, algorithm, data as CFData, $0) }
  }

  static func verify(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data, _ signature: Data
  ) -> Answer<Bool> {
    unsafe answer { error in
      unsafe SecKeyVerifySignature(key, algorithm, data as CFData, signature as CFData, error)
        ? true : nil
    }
  }

  static func encrypt(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data) -> Answer<Data> {
    unsafe self.data { unsafe SecKeyCreateEncryptedData(key, algorithm, data as CFData, $0) }
  }

  static func decrypt(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data) -> Answer<Data> {
    unsafe self.data { unsafe SecKeyCreateDecryptedData(key, algorithm, data as CFData, $0) }
  }

  static func exchange(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ other: SecKey,
    _ parameters: [SecKeyKeyExchangeParameter: Any] = [:]
  ) -> Answer<Data> {
    unsafe data {
      unsafe SecKeyCopyKeyExchangeResult(key, algorithm, other, parameters as CFDictionary, $0)
    }
  }

  private static func data(
    _ call: (UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFData?
  ) -> Answer<Data> {
    unsafe answer { unsafe call($0).map { $0 as Data } }
  }

  static func attributes(_ key: SecKey) -> [String: Any] {
    SecKeyCopyAttributes(key) as? [String: Any] ?? [:]
  }
}

/// The error domain of OSStatus numbers, which Foundation on Linux does not declare.
let NSOSStatusErrorDomain = "NSOSStatusErrorDomain"
