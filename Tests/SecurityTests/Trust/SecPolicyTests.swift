// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

// Specification/certificates.md, "Policies of SecTrust".
@Suite("SecPolicy") struct SecPolicyTests {
  @Test(
    "60: flags of revocation", arguments: [(0, false), (0x80, false), (3, true), (24, true)])
  func revocation(_ flags: UInt, _ isOne: Bool) {
    #expect((SecPolicyCreateRevocation(flags) != nil) == isOne)
  }

  @Test("of one meaning are equal")
  func equality() {
    let policy = SecPolicyCreateSSL(true, "a.example")
    #expect(CFEqual(policy, SecPolicyCreateSSL(true, "a.example")))
    #expect(CFHash(policy) == CFHash(SecPolicyCreateSSL(true, "a.example")))
    #expect(policy != SecPolicyCreateSSL(true, "b.example"))
    #expect(policy != SecPolicyCreateSSL(false, "a.example"))
    #expect(SecPolicyCreateBasicX509() != SecPolicyCreateSSL(true, nil))
    #expect(CFGetTypeID(policy) == SecPolicyGetTypeID())
    #expect("\(policy)" == "<SecPolicyRef: oid: 1.2.840.113635.100.1.3>")
  }

  struct Row: Sendable {
    let identifier: String
    let properties: [String: String]
    /// The expected properties, or nil if no policy is made.
    let expected: [String: String]?

    init(_ identifier: String, _ expected: [String: String]?) {
      self.init(identifier, [:], expected)
    }

    init(_ identifier: String, _ properties: [String: String], _ expected: [String: String]?) {
      (self.identifier, self.properties, self.expected) = (identifier, properties, expected)
    }
  }

  private static let arc = "1.2.840.113635.100.1."

  @Test(
    "of an identifier",
    arguments: [
      Row(arc + "2", ["SecPolicyOid": arc + "2"]),
      Row(
        arc + "3", ["SecPolicyName": "a.example"],
        ["SecPolicyOid": arc + "3", "SecPolicyName": "a.example"]),
      Row(arc + "3.1", ["SecPolicyOid": arc + "3"]),
      Row(arc + "3.2", ["SecPolicyOid": arc + "3", "SecPolicyClient": "true"]),
      Row(arc + "9.2", ["SecPolicyOid": arc + "9", "SecPolicyClient": "true"]),
      Row(arc + "11.1", ["SecPolicyOid": arc + "11"]),
      Row(
        arc + "8", ["SecPolicyName": "a@x"], ["SecPolicyOid": arc + "8", "SecPolicyName": "a@x"]),
      Row(arc + "16", ["SecPolicyOid": arc + "16"]),
      Row(arc + "20", ["SecPolicyOid": arc + "20"]),
      Row(arc + "21", ["SecPolicyOid": arc + "21"]),
      Row(arc + "2.1", nil), Row(arc + "3.3", nil), Row(arc + "22", nil), Row(arc + "18", nil),
      Row("", nil), Row("1.2", nil),
    ])
  func identifiers(_ row: Row) throws {
    let policy = SecPolicyCreateWithProperties(
      row.identifier as NSString, row.properties as NSDictionary)
    let told = policy.flatMap { SecPolicyCopyProperties($0) }.map { properties in
      Dictionary(
        uniqueKeysWithValues: zip(properties.allKeys, properties.allValues).map { key, value in
          ("\(key)", (value as? NSNumber).map { "\($0.boolValue)" } ?? "\(value)")
        })
    }
    #expect(told == row.expected)
  }

  @Test("properties of other types make none")
  func types() throws {
    func make(_ identifier: CFString, _ properties: NSDictionary) -> SecPolicy? {
      SecPolicyCreateWithProperties(identifier, properties)
    }
    #expect(make(kSecPolicyAppleSSL, [kSecPolicyName: ["a", "b"] as NSArray]) == nil)
    #expect(make(kSecPolicyAppleSSL, [kSecPolicyName: 7]) == nil)
    #expect(make(kSecPolicyAppleSSL, [kSecPolicyClient: "true"]) == nil)
    #expect(make(kSecPolicyAppleEAP, [kSecPolicyName: ["a", 7] as NSArray]) == nil)
    #expect(make(kSecPolicyAppleX509Basic, [kSecPolicyKU_CRLSign: "yes"]) == nil)
    #expect(SecPolicyCreateWithProperties(NSNumber(value: 2), nil) == nil)
    let several = try #require(make(kSecPolicyAppleEAP, [kSecPolicyName: ["a", "b"] as NSArray]))
    let names = SecPolicyCopyProperties(several)?[kSecPolicyName] as? [String]
    #expect(names == ["a", "b"])
    let client = make(kSecPolicyAppleSSL, [kSecPolicyClient: true, kSecPolicyName: "a"])
    #expect(client == SecPolicyCreateSSL(false, "a"))
  }
}
