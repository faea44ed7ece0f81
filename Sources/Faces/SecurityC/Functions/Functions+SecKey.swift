// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecKeyCopyAttributes")
package func c_SecKeyCopyAttributes(_ key: Ref?) -> Ref? {
  making {
    SecKeyCopyAttributes(try needed(key))
  }
}

@_cdecl("SecKeyCopyExternalRepresentation")
package func c_SecKeyCopyExternalRepresentation(_ key: Ref?, _ error: Place?) -> Ref? {
  making(error) { (error) in
    SecKeyCopyExternalRepresentation(try needed(key), error)
  }
}

@_cdecl("SecKeyCopyKeyExchangeResult")
package func c_SecKeyCopyKeyExchangeResult(
  _ privateKey: Ref?, _ algorithm: Ref?, _ publicKey: Ref?, _ parameters: Ref?, _ error: Place?
) -> Ref? {
  making(error) { (error) in
    SecKeyCopyKeyExchangeResult(
      try needed(privateKey), SecKeyAlgorithm(rawValue: try needed(algorithm)),
      try needed(publicKey), try needed(parameters), error)
  }
}

@_cdecl("SecKeyCopyPublicKey")
package func c_SecKeyCopyPublicKey(_ key: Ref?) -> Ref? {
  making {
    SecKeyCopyPublicKey(try needed(key))
  }
}

@_cdecl("SecKeyCreateDecryptedData")
package func c_SecKeyCreateDecryptedData(
  _ key: Ref?, _ algorithm: Ref?, _ ciphertext: Ref?, _ error: Place?
) -> Ref? {
  making(error) { (error) in
    SecKeyCreateDecryptedData(
      try needed(key), SecKeyAlgorithm(rawValue: try needed(algorithm)), try needed(ciphertext),
      error)
  }
}

@_cdecl("SecKeyCreateEncryptedData")
package func c_SecKeyCreateEncryptedData(
  _ key: Ref?, _ algorithm: Ref?, _ plaintext: Ref?, _ error: Place?
) -> Ref? {
  making(error) { (error) in
    SecKeyCreateEncryptedData(
      try needed(key), SecKeyAlgorithm(rawValue: try needed(algorithm)), try needed(plaintext),
      error)
  }
}

@_cdecl("SecKeyCreateRandomKey")
package func c_SecKeyCreateRandomKey(_ parameters: Ref?, _ error: Place?) -> Ref? {
  making(error) { (error) in
    SecKeyCreateRandomKey(try needed(parameters), error)
  }
}

@_cdecl("SecKeyCreateSignature")
package func c_SecKeyCreateSignature(
  _ key: Ref?, _ algorithm: Ref?, _ dataToSign: Ref?, _ error: Place?
) -> Ref? {
  making(error) { (error) in
    SecKeyCreateSignature(
      try needed(key), SecKeyAlgorithm(rawValue: try needed(algorithm)), try needed(dataToSign),
      error)
  }
}

@_cdecl("SecKeyCreateWithData")
package func c_SecKeyCreateWithData(_ keyData: Ref?, _ attributes: Ref?, _ error: Place?) -> Ref? {
  making(error) { (error) in
    SecKeyCreateWithData(try needed(keyData), try needed(attributes), error)
  }
}

@_cdecl("SecKeyGeneratePair")
package func c_SecKeyGeneratePair(_ parameters: Ref?, _ publicKey: Place?, _ privateKey: Place?)
  -> Int32
{
  answering(errSecParam) {
    try filling(publicKey) { (publicKey) in
      try filling(privateKey) { (privateKey) in
        SecKeyGeneratePair(try needed(parameters), publicKey, privateKey)
      }
    }
  }
}

@_cdecl("SecKeyGetBlockSize")
package func c_SecKeyGetBlockSize(_ key: Ref?) -> Int {
  answering(0) {
    SecKeyGetBlockSize(try needed(key))
  }
}

@_cdecl("SecKeyIsAlgorithmSupported")
package func c_SecKeyIsAlgorithmSupported(_ key: Ref?, _ operation: Int, _ algorithm: Ref?) -> UInt8
{
  answering(false) {
    SecKeyIsAlgorithmSupported(
      try needed(key), try known(SecKeyOperationType(rawValue: operation)),
      SecKeyAlgorithm(rawValue: try needed(algorithm)))
  } ? 1 : 0
}

@_cdecl("SecKeyVerifySignature")
package func c_SecKeyVerifySignature(
  _ key: Ref?, _ algorithm: Ref?, _ signedData: Ref?, _ signature: Ref?, _ error: Place?
) -> UInt8 {
  deciding(error) { (error) in
    SecKeyVerifySignature(
      try needed(key), SecKeyAlgorithm(rawValue: try needed(algorithm)), try needed(signedData),
      try needed(signature), error)
  } ? 1 : 0
}

@_cdecl("SecKeyDecrypt")
package func c_SecKeyDecrypt(
  _ key: Ref?, _ padding: UInt32, _ cipherText: UnsafePointer<UInt8>?, _ cipherTextLen: Int,
  _ plainText: UnsafeMutablePointer<UInt8>?, _ plainTextLen: UnsafeMutablePointer<Int>?
) -> Int32 {
  answering(errSecParam) {
    SecKeyDecrypt(
      try needed(key), try known(SecPadding(rawValue: padding)), try needed(cipherText),
      cipherTextLen, try needed(plainText), try needed(plainTextLen))
  }
}

@_cdecl("SecKeyEncrypt")
package func c_SecKeyEncrypt(
  _ key: Ref?, _ padding: UInt32, _ plainText: UnsafePointer<UInt8>?, _ plainTextLen: Int,
  _ cipherText: UnsafeMutablePointer<UInt8>?, _ cipherTextLen: UnsafeMutablePointer<Int>?
) -> Int32 {
  answering(errSecParam) {
    SecKeyEncrypt(
      try needed(key), try known(SecPadding(rawValue: padding)), try needed(plainText),
      plainTextLen, try needed(cipherText), try needed(cipherTextLen))
  }
}

@_cdecl("SecKeyRawSign")
package func c_SecKeyRawSign(
  _ key: Ref?, _ padding: UInt32, _ dataToSign: UnsafePointer<UInt8>?, _ dataToSignLen: Int,
  _ sig: UnsafeMutablePointer<UInt8>?, _ sigLen: UnsafeMutablePointer<Int>?
) -> Int32 {
  answering(errSecParam) {
    SecKeyRawSign(
      try needed(key), try known(SecPadding(rawValue: padding)), try needed(dataToSign),
      dataToSignLen, try needed(sig), try needed(sigLen))
  }
}

@_cdecl("SecKeyCreateFromData")
package func c_SecKeyCreateFromData(_ parameters: Ref?, _ keyData: Ref?, _ error: Place?) -> Ref? {
  making(error) { (error) in
    SecKeyCreateFromData(try needed(parameters), try needed(keyData), error)
  }
}

@_cdecl("SecKeyDeriveFromPassword")
package func c_SecKeyDeriveFromPassword(_ password: Ref?, _ parameters: Ref?, _ error: Place?)
  -> Ref?
{
  making(error) { (error) in
    SecKeyDeriveFromPassword(try needed(password), try needed(parameters), error)
  }
}

@_cdecl("SecKeyGenerateSymmetric")
package func c_SecKeyGenerateSymmetric(_ parameters: Ref?, _ error: Place?) -> Ref? {
  making(error) { (error) in
    SecKeyGenerateSymmetric(try needed(parameters), error)
  }
}

@_cdecl("SecKeyWrapSymmetric")
package func c_SecKeyWrapSymmetric(
  _ keyToWrap: Ref?, _ wrappingKey: Ref?, _ parameters: Ref?, _ error: Place?
) -> Ref? {
  making(error) { (error) in
    SecKeyWrapSymmetric(
      try needed(keyToWrap), try needed(wrappingKey), try needed(parameters), error)
  }
}
