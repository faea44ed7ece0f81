// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCrypto
import Security
import Testing

/// Tests of Specification/seckey.md, "Conformance cases of SecKey", cases 9 and 10.
// Specification/seckey.md, "SecKeyCopyAttributes".
@Suite("SecKey: attributes")
struct KeyAttributeTests {
  /// The attributes of an RSA private, RSA public, EC private and EC public key.
  ///
  /// Each line is the attribute's name and four values; t and f are Booleans.
  static let table = """
    kcls 1 0 1 0
    type 42 42 73 73
    encr f t f t
    decr t t t f
    drve f f t f
    sign t f t f
    vrfy f t f t
    snrc f f f f
    vyrc f f f f
    wrap f t f t
    unwp t f t f
    perm t t t t
    priv t t t t
    modi t t t t
    extr t t t t
    sens f f f f
    asen f f f f
    next f f f f
    """

  @Test("9, 10: every entry of the four kinds", arguments: 0..<4)
  func attributes(column: Int) throws {
    let isRSA = column < 2
    let bits = isRSA ? 1031 : 384
    let type = isRSA ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeEC
    let key = try #require(KeyCalls.generate(type, bits).object)
    let half = try #require(SecKeyCopyPublicKey(key))
    let chosen = column % 2 == 0 ? key : half
    let found = KeyCalls.attributes(chosen)
    #expect(found.count == 23)
    for line in Self.table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let value = found[words[0]] as AnyObject
      let (isTrue, isFalse) = (value === kCFBooleanTrue, value === kCFBooleanFalse)
      switch words[column + 1] {
      case "t": #expect(isTrue, "\(words[0])")
      case "f": #expect(isFalse, "\(words[0])")
      case let text: #expect(value as? String == text, "\(words[0])")
      }
    }
    #expect(found["class"] as? String == "keys")
    #expect(found["bsiz"] as? Int == bits && found["esiz"] as? Int == bits)
    #expect(found["bsiz"] is String == false)
    #expect(found["v_Data"] as? Data == KeyCalls.form(chosen))
    let form = Array(try #require(KeyCalls.form(half)))
    #expect(found["klbl"] as? Data == Data(try HashFunction.sha1.hash(form.span)))
    #expect(!"\(key)".contains("modulus") && !"\(key)".contains("x: "))
    #expect("\(half)".hasPrefix("<SecKeyRef ") && CFCopyDescription(half) == "\(half)" as NSString)
  }
}
