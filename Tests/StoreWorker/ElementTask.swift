// SPDX-License-Identifier: Apache-2.0
import Glibc
import Security

/// `element USES`: a client that makes and uses keys, releases all but two of them, and waits to be
/// dumped.
///
/// It makes a key of the secure element and a key that is not stored, and uses both in every way.
/// At the end it still holds one of each. It prints one line of words `name=number` when it waits,
/// and ends when its input ends.
struct ElementTask {
  private static let signature = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
  private static let encryption = SecKeyAlgorithm.eciesEncryptionCofactorX963SHA256AESGCM

  private var wrong = 0

  static func run(_ arguments: [String]) -> Int32 {
    guard let uses = arguments.first.flatMap({ Int($0) }) else { return 2 }
    Privileges.letAnyoneTrace()
    var task = ElementTask()
    let key = task.make()
    for round in 0..<uses { task.use(key, round) }
    for round in 0..<uses { task.use(task.found(), round) }
    print("wrong=\(task.wrong)")
    fflush(nil)
    var byte: UInt8 = 0
    while unsafe Glibc.read(0, &byte, 1) > 0 {}
    withExtendedLifetime(key) {}
    return 0
  }

  /// `element-key`: makes a key of the secure element and prints its public point in hexadecimal.
  static func showNew(_ arguments: [String]) -> Int32 {
    guard let key = ElementTask().make(), let half = SecKeyCopyPublicKey(key),
      let point = SecKeyCopyExternalRepresentation(half, nil)
    else { return 1 }
    let digits = (point as Data).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    print(digits.joined())
    return 0
  }

  private func make() -> SecKey? {
    let parameters = NSMutableDictionary()
    parameters[kSecAttrKeyType] = kSecAttrKeyTypeEC
    parameters[kSecAttrKeySizeInBits] = NSNumber(value: 256)
    parameters[kSecAttrTokenID] = kSecAttrTokenIDSecureEnclave
    return SecKeyCreateRandomKey(parameters, nil)
  }

  private func found() -> SecKey? {
    let query = NSMutableDictionary()
    query[kSecClass] = kSecClassKey
    query[kSecReturnRef] = kCFBooleanTrue
    var result: CFTypeRef?
    return unsafe SecItemCopyMatching(query, &result) == errSecSuccess ? result as? SecKey : nil
  }

  private mutating func use(_ key: SecKey?, _ round: Int) {
    let text = NSString(string: "text \(round)").data(using: 4).map { $0 as NSData }
    guard let key, let half = SecKeyCopyPublicKey(key), let text,
      let sealed = SecKeyCreateEncryptedData(half, Self.encryption, text, nil),
      SecKeyCreateDecryptedData(key, Self.encryption, sealed, nil) == text,
      SecKeyCopyKeyExchangeResult(
        key, .ecdhKeyExchangeStandard, half, NSDictionary(), nil)?.length == 32,
      let signature = SecKeyCreateSignature(key, Self.signature, text, nil),
      SecKeyVerifySignature(half, Self.signature, text, signature, nil),
      SecKeyCopyExternalRepresentation(key, nil) == nil
    else {
      wrong += 1
      return
    }
  }
}
