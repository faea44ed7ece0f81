// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
// Signs with a key of the keychain and verifies with swift-crypto, and the other way round.
import Crypto
import Foundation

let attributes = [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256] as CFDictionary
let key = SecKeyCreateRandomKey(attributes, nil)!
let half = SecKeyCopyPublicKey(key)!
let point = SecKeyCopyExternalRepresentation(half, nil)! as Data
let message = Data("a message".utf8)
let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
let signature = SecKeyCreateSignature(key, algorithm, message as CFData, nil)! as Data
let theirs = try P256.Signing.PublicKey(x963Representation: point)
guard theirs.isValidSignature(try .init(derRepresentation: signature), for: message) else { fatalError("ours") }

let other = P256.Signing.PrivateKey()
let taken = SecKeyCreateWithData(
  other.publicKey.x963Representation as CFData,
  [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPublic] as CFDictionary, nil)!
let made = try other.signature(for: message).derRepresentation
guard SecKeyVerifySignature(taken, algorithm, message as CFData, made as CFData, nil) else { fatalError("theirs") }
print("beside swift-crypto: each verifies the other's signature")
