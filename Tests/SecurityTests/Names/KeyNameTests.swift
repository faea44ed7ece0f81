// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

@Suite("Names of key functions")
struct KeyNameTests {
  @Test("of algorithms have the published strings, all distinct (case 1)")
  func algorithms() {
    for row in PublishedAlgorithms.rows {
      #expect(row.algorithm.rawValue as String == row.string, "\(row.name)")
      #expect(SecKeyAlgorithm(rawValue: row.string as CFString) == row.algorithm)
    }
    #expect(Set(PublishedAlgorithms.rows.map(\.algorithm)).count == 87)
  }

  @Test("of parameters are keys of a dictionary under their strings")
  func parameters() {
    let parameters: [SecKeyKeyExchangeParameter: Any] = [
      .requestedSize: 20, .sharedInfo: Data([1, 2]),
    ]
    let dictionary = parameters as CFDictionary
    #expect(dictionary["requestedSize"] as? Int == 20)
    #expect(dictionary["sharedInfo"] as? Data == Data([1, 2]))
  }

  @Test("of algorithms go through dictionaries as strings")
  func bridging() {
    let list = [SecKeyAlgorithm.rsaEncryptionRaw] as NSArray
    #expect(list[0] as? String == "algid:encrypt:RSA:raw")
    let string: AnyObject = NSString(string: "algid:encrypt:RSA:raw")
    #expect(string as? SecKeyAlgorithm == .rsaEncryptionRaw)
    let changing = NSMutableString(string: "a")
    let algorithm = SecKeyAlgorithm(rawValue: changing)
    changing.append("b")
    #expect(algorithm.rawValue as String == "a")
  }

  @Test("of operations, paddings and sizes have the published numbers")
  func numbers() {
    let operations: [SecKeyOperationType] = [.sign, .verify, .encrypt, .decrypt, .keyExchange]
    #expect(operations.map(\.rawValue) == [0, 1, 2, 3, 4])
    let paddings: [SecPadding] = [
      [], .PKCS1, .OAEP, .sigRaw, .PKCS1MD2, .PKCS1MD5, .PKCS1SHA1, .PKCS1SHA224, .PKCS1SHA256,
      .PKCS1SHA384, .PKCS1SHA512,
    ]
    #expect(
      paddings.map(\.rawValue) == [
        0, 1, 2, 16384, 32768, 32769, 32770, 32771, 32772, 32773, 32774,
      ])
    let sizes: [SecKeySizes] = [
      .secDefaultKeySize, .sec3DES192, .secAES128, .secAES192, .secAES256, .secp192r1, .secp256r1,
      .secp384r1, .secp521r1, .secRSAMin, .secRSAMax,
    ]
    #expect(
      sizes.map(\.rawValue) == [0, 192, 128, 192, 256, 192, 256, 384, 521, 1024, 4096])
  }
}
