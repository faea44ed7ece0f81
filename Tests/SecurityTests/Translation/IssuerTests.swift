// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests that the issuer's name is stored and looked up in its normalised form
/// (Specification/secitem.md, "Order of evaluation" C9b, Specification/certificates.md, "Normalised
/// names").
@Suite("Names of issuers")
struct IssuerTests {
  /// Returns a common name with this string type.
  private func pair(_ tag: UInt8, _ text: [UInt8]) -> [UInt8] {
    let value = element(tag, text)
    return element(0x31, element(0x30, [0x06, 0x03, 0x55, 0x04, 0x03] + value))
  }

  private func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    return [tag] + (count < 0x80 ? [UInt8(count)] : [0x81, UInt8(count)]) + content
  }

  /// Adds a certificate with this issuer and returns the issuer that was stored.
  private func stored(_ issuer: [UInt8]) throws -> [UInt8] {
    let bench = try Bench(.ios)
    return try bench.keychain.run {
      #expect(Calls.add(["class": "cert", "issr": Data(issuer)]) == errSecSuccess)
      #expect(Calls.find(["class": "cert", "issr": Data(issuer)]) == errSecSuccess)
      let found = try #require(bench.attributes(["class": "cert"])?["issr"] as? Data)
      // The returned issuer finds the item again.
      #expect(Calls.find(["class": "cert", "issr": found]) == errSecSuccess)
      return [UInt8](found)
    }
  }

  @Test("19: a printable name loses case and blanks, and the whole its header")
  func printable() throws {
    let name = element(0x30, pair(0x13, Array(" Test   ca\tx ".utf8)))
    #expect(try stored(name) == pair(0x13, Array("TEST CA X".utf8)))
  }

  @Test("20: a name of another string type keeps its bytes")
  func unicode() throws {
    let name = pair(0x0C, Array("Test  Ca".utf8))
    #expect(try stored(element(0x30, name)) == name)
  }

  @Test("21: lengths are written anew where a value shrinks over a boundary")
  func lengths() throws {
    let long = Array(repeating: UInt8(ascii: "a"), count: 125)
    let name = element(0x30, pair(0x13, long + Array("   ".utf8)))
    #expect(
      try stored(name) == pair(0x13, Array(repeating: UInt8(ascii: "A"), count: 125)))
  }

  @Test("bytes that are no name are taken as they are")
  func others() throws {
    #expect(try stored([0x30, 0x05, 1, 2]) == [0x30, 0x05, 1, 2])
    #expect(try stored([1, 2, 3]) == [1, 2, 3])
  }

  @Test("two spellings of one issuer are one certificate")
  func collision() throws {
    let bench = try Bench(.ios)
    bench.keychain.run {
      let first = element(0x30, pair(0x13, Array("Test CA".utf8)))
      let second = element(0x30, pair(0x13, Array("TEST  ca".utf8)))
      #expect(Calls.add(["class": "cert", "issr": Data(first)]) == errSecSuccess)
      #expect(Calls.add(["class": "cert", "issr": Data(second)]) == errSecDuplicateItem)
      #expect(Calls.update(["class": "cert"], ["issr": Data(second)]) == errSecSuccess)
      #expect(Calls.find(["class": "cert", "issr": Data(first)]) == errSecSuccess)
    }
  }
}
