// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

@Suite("Persistent references (spec 12)")
struct PersistentReferenceTests {
  static let vectors = Vector.all("canonical/persistent-references.txt")

  static func text(_ reference: PersistentReference?) -> String {
    switch reference {
    case .identifier(let itemClass, let identifier)?:
      "identifier \(itemClass.rawValue) \(identifier.uuidText)"
    case .row(let itemClass, let number)?: "row \(itemClass.rawValue) \(number)"
    case .token?: "token"
    case .foreignClass?: "foreign class"
    case nil: "failure"
    }
  }

  @Test("the vectors are there")
  func present() { #expect(Self.vectors.count == 21) }

  @Test("vectors", arguments: vectors)
  func vector(_ vector: Vector) throws {
    let bytes = try vector.bytes("bytes")
    let reference = PersistentReference(bytes)
    #expect(Self.text(reference) == vector.expect)
    if case .identifier(let itemClass, let identifier)? = reference {
      #expect(PersistentReference.encode(itemClass, identifier) == bytes)
    }
  }

  @Test("the class of a reference")
  func classes() {
    #expect(
      PersistentReference(Array("genp".utf8) + [UInt8](repeating: 1, count: 16))?.itemClass
        == .genericPassword)
    #expect(PersistentReference.token.itemClass == nil)
    #expect(PersistentReference.foreignClass.itemClass == nil)
  }
}
