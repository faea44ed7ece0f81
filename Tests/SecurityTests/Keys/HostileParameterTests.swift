// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of key calls with parameters that contain themselves, or that have the wrong type.
@Suite("SecKey: hostile parameters")
struct HostileParameterTests {
  private static let text = Data("text".utf8)

  /// Returns a dictionary that contains itself under this name.
  private func circle(_ name: NSString, _ more: [NSString: Any] = [:]) -> NSMutableDictionary {
    let circle = NSMutableDictionary()
    for (name, value) in more { circle[name] = value }
    circle[name] = circle
    return circle
  }

  @Test(
    "parameters of generation that hold themselves are refused or ignored, as other kinds are",
    arguments: [
      ("public", 0), ("private", 0), ("perm", 0), ("labl", 0), ("type", -50), ("bsiz", -50),
      ("tkid", -4),
    ])
  func generation(name: String, code: Int) throws {
    let keychain = try TemporaryKeychain()
    keychain.run {
      let parameters = circle(
        NSString(string: name),
        [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256])
      let answer = unsafe KeyCalls.answer { unsafe SecKeyCreateRandomKey(parameters, $0) }
      #expect(answer.code == code)
      #expect((SecKeyCreateRandomKey(parameters, nil) != nil) == (code == 0))
    }
  }

  @Test("a stored key's attributes that hold themselves are refused, in software and the element")
  func stored() throws {
    let keychain = try TemporaryKeychain()
    keychain.run {
      for token in [nil, kSecAttrTokenIDSecureEnclave] {
        let parameters = circle(
          kSecAttrLabel,
          [
            kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
            kSecAttrIsPermanent: true,
          ])
        if let token { parameters[kSecAttrTokenID] = token }
        let answer = unsafe KeyCalls.answer { unsafe SecKeyCreateRandomKey(parameters, $0) }
        #expect(answer.code == -50)
      }
    }
  }

  @Test("types, classes and sizes that are no numbers are refused; a truth value is none")
  func kinds() throws {
    let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
    let form = try #require(KeyCalls.form(key))
    #expect(KeyCalls.make(form, 73, 1).code == 0)
    #expect(KeyCalls.make(form, 73, true).code == -50)
    #expect(KeyCalls.make(form, 73, circle("a")).code == -50)
    #expect(KeyCalls.make(form, circle("a"), 1).code == -50)
    let half = try #require(SecKeyCopyPublicKey(key))
    for name in [SecKeyKeyExchangeParameter.requestedSize, .sharedInfo] {
      let parameters = circle(
        name.rawValue, [SecKeyKeyExchangeParameter.requestedSize.rawValue: 20])
      let answer = unsafe KeyCalls.answer {
        unsafe SecKeyCopyKeyExchangeResult(
          key, .ecdhKeyExchangeStandardX963SHA256, half, parameters, $0)
      }
      #expect(answer.code == -50)
    }
  }
}
