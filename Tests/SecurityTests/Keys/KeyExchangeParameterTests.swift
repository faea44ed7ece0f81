// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import TestVectors
import Testing

/// Tests of the parameter dictionary of a key exchange (Specification/seckey.md, "Key exchange",
/// "Conformance cases of SecKey", cases 48 and 49).
@Suite("SecKey: parameters of a key exchange")
struct KeyExchangeParameterTests {
  private let vector: Vector
  private let key: SecKey
  private let peer: SecKey

  init() throws {
    vector = try #require(
      Vector.all("seckey/exchanges.txt").first { vector in
        vector.fields["key"] == "rfc6979-p256" && vector.fields["size"] == "20"
          && vector.fields["info"] != ""
      })
    let own = try #require(
      Vector.all("seckey/keys.txt").first { $0.testDescription == "rfc6979-p256" })
    key = try Self.key(own.bytes("point") + own.bytes("scalar"), kSecAttrKeyClassPrivate)
    peer = try Self.key(vector.bytes("peer"), kSecAttrKeyClassPublic)
  }

  @Test("size and information in every form that Swift gives them count")
  func right() throws {
    let expected = Data(try vector.bytes("expect"))
    let info = Data(try vector.bytes("info"))
    let typed: [SecKeyKeyExchangeParameter: Any] = [.requestedSize: 20, .sharedInfo: info]
    let forms: [NSDictionary] = [
      typed as CFDictionary,
      ["requestedSize": 20, "sharedInfo": info] as CFDictionary,
      ["requestedSize": NSNumber(value: 20), "sharedInfo": NSData(data: info)],
      ["requestedSize": 20 as CFNumber, "sharedInfo": NSMutableData(data: info)],
      ["requestedSize": 20.0, "sharedInfo": info, "other": "ignored"] as CFDictionary,
    ]
    for (index, parameters) in forms.enumerated() {
      #expect(exchange(parameters).data == expected, "\(index)")
    }
    #expect(exchange(["requestedSize": 20] as CFDictionary).data?.count == 20)
    #expect(exchange(["requestedSize": 20] as CFDictionary).data != expected)
  }

  @Test(
    "a size that is missing or no number, and information that is no data, are refused (case 49)")
  func wrong() {
    let forms: [NSDictionary] = [
      [:], ["requestedSize": "20"], ["requestedSize": Data([20])], ["requestedSize": -1],
      ["requestedSize": 0], ["requestedSize": true], ["requestedSize": kCFBooleanTrue as Any],
      ["requestedSize": NSNull()], ["sharedInfo": Data()],
      ["requestedSize": 20, "sharedInfo": "info"], ["requestedSize": 20, "sharedInfo": 5],
      ["requestedSize": 20, "sharedInfo": NSNull()], ["requestedSize": [20]],
      ["requestedSize": 1e300], ["requestedSize": Double.nan], ["requestedSize": UInt64.max],
      ["requestedSize": 1 << 31],
    ]
    for (index, parameters) in forms.enumerated() {
      #expect(exchange(parameters).code == -50, "\(index)")
    }
  }

  private func exchange(_ parameters: NSDictionary) -> (data: Data?, code: Int?) {
    let algorithm = SecKeyAlgorithm(
      rawValue: NSString(string: vector.fields["algorithm"] ?? ""))
    var error: Unmanaged<CFError>?
    let data = unsafe SecKeyCopyKeyExchangeResult(key, algorithm, peer, parameters, &error)
    return (data.map { $0 as Data }, unsafe error?.takeRetainedValue().code)
  }

  private static func key(_ form: [UInt8], _ half: CFString) throws -> SecKey {
    try #require(KeyCalls.make(Data(form), kSecAttrKeyTypeEC, half).object)
  }
}
