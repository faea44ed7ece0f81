// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import Foundation

/// Signs and verifies with keys, as code in Swift 6 mode does.
public enum Keys {
  public static func signsAndVerifies() throws -> Bool {
    var error: Unmanaged<CFError>?
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
      kSecPrivateKeyAttrs: [kSecAttrIsPermanent: false],
    ]
    guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else {
      throw error!.takeRetainedValue() as Error
    }
    let message = Data("a message".utf8)
    let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
    guard SecKeyIsAlgorithmSupported(key, .sign, algorithm), let half = SecKeyCopyPublicKey(key),
      let signature = SecKeyCreateSignature(key, algorithm, message as CFData, &error) as Data?
    else { return false }
    return SecKeyVerifySignature(half, algorithm, message as CFData, signature as CFData, &error)
  }
}
