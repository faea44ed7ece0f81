// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests of rows, digests and history heads, against vectors of another implementation in
/// Tests/Vectors/sealing.
@Suite("Sealing, vectors")
struct SealingVectorTests {
  private let keybag: UnlockedKeybag

  init() throws {
    let vector = try #require(Vector.all("keybag/keybag-v1.txt").first)
    let key = try #require(
      Key<KeyRole.Device>(bytes: SecretBytes(copying: vector.bytes("device-key"))))
    keybag = try LockedKeybag(decoding: vector.bytes("keybag"))
      .unlock(with: key, randomness: SystemRandomness())
  }

  private func array(_ secret: SecretBytes) -> [UInt8] {
    secret.withBytes { span in span.indices.map { span[$0] } }
  }

  private func identifier(_ vector: Vector, _ name: String) throws -> Identifier16 {
    try #require(Identifier16(vector.bytes(name)))
  }

  private func binding(_ vector: Vector) throws -> RowBinding {
    RowBinding(
      identifier: try identifier(vector, "uuid"),
      persistentReference: try identifier(vector, "persistref"),
      revision: Instant(microseconds: Int64(try vector.number("revision"))),
      itemClass: try #require(ItemClass(number: UInt8(vector.number("class")))),
      protection: try #require(Protection(rawValue: UInt8(vector.number("protection")))),
      groupDigest: try identifier(vector, "group"), slotDigest: try identifier(vector, "slot"),
      isSynchronizable: try vector.number("sync") == 1,
      isTombstone: try vector.number("tomb") == 1, form: UInt32(try vector.number("form")),
      keyEpoch: UInt32(try vector.number("epoch")),
      writeNumber: Int64(try vector.number("write")))
  }

  private func word(_ error: any Error) -> String {
    switch error as? SealError {
    case .unavailable(let protection, _): "unavailable(\(protection.rawValue))"
    case let error?: "\(error)"
    case nil: "\(error)"
    }
  }

  @Test("there are as many cases as were written")
  func complete() {
    #expect(Vector.all("sealing/rows-v1.txt").count == 48)
    #expect(Vector.all("sealing/digests-v1.txt").count == 8)
  }

  @Test("rows", arguments: Vector.all("sealing/rows-v1.txt"))
  func rows(_ vector: Vector) throws {
    let sealed = try vector.bytes("sealed")
    let binding = try binding(vector)
    let isSecret = vector.fields["part"] == "secret"
    do {
      let opened =
        try isSecret
        ? keybag.sealer.openSecret(sealed.span, binding: binding)
        : keybag.sealer.openMetadata(sealed.span, binding: binding)
      #expect(vector.expect == "success")
      #expect(try array(opened) == vector.bytes("content"))
      // Our sealed bytes are as long as those of the other implementation.
      let again =
        try isSecret
        ? keybag.sealer.sealSecret(opened, binding: binding)
        : opened.withBytes { try keybag.sealer.sealMetadata($0, binding: binding) }
      #expect(again.count == sealed.count)
      #expect(again != sealed)
    } catch {
      #expect(word(error) == vector.expect)
    }
  }

  @Test("digests and history heads", arguments: Vector.all("sealing/digests-v1.txt"))
  func digests(_ vector: Vector) throws {
    if vector.fields["kind"] == "history" {
      var head = try keybag.history.start()
      for entry in try #require(vector.fields["entries"]).split(separator: ",") {
        let bytes = try Vector(fields: ["entry": String(entry)]).bytes("entry")
        head = try keybag.history.head(after: head, entry: bytes.span)
      }
      #expect(try head == vector.bytes("head"))
      return
    }
    let canonical = try vector.bytes("canonical")
    let itemClass = try #require(ItemClass(number: UInt8(vector.number("class"))))
    let digest =
      if let name = vector.fields["attribute"] {
        try keybag.digests.digest(
          of: canonical.span, attribute: #require(Attribute(name: name)), itemClass: itemClass)
      } else {
        try keybag.digests.slotDigest(of: canonical.span, itemClass: itemClass)
      }
    #expect(try digest.bytes == vector.bytes("digest"))
  }
}
