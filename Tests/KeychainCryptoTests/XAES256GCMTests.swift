// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory
import Testing

@Suite("XAES-256-GCM")
struct XAES256GCMTests {
  private let randomness = SystemRandomness()

  private func array(_ secret: SecretBytes) -> [UInt8] {
    secret.withBytes { span in span.indices.map { span[$0] } }
  }

  private func seal(_ text: [UInt8], _ key: XAES256GCM, binding: [UInt8] = []) throws -> [UInt8] {
    let nonce = try randomness.bytes(count: XAES256GCM.nonceSize)
    var output = [UInt8](repeating: 0, count: text.count + XAES256GCM.overhead)
    try key.seal(text.span, nonce: nonce.span, binding: binding.span, into: &output, at: 0)
    return output
  }

  @Test("what was sealed opens", arguments: [0, 1, 15, 16, 17, 255, 4096, 70_000, 300_000])
  func roundTrip(count: Int) throws {
    let key = try XAES256GCM(key: randomness.secret(count: 32))
    let text = try randomness.bytes(count: count)
    let binding: [UInt8] = [1, 2, 3]
    let sealed = try seal(text, key, binding: binding)
    #expect(sealed.count == count + XAES256GCM.overhead)
    #expect(array(try key.open(sealed.span, binding: binding.span)) == text)
  }

  @Test("every changed bit is refused")
  func everyBit() throws {
    let key = try XAES256GCM(key: randomness.secret(count: 32))
    let sealed = try seal([1, 2, 3, 4, 5], key)
    for bit in 0..<sealed.count * 8 {
      var changed = sealed
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: CryptoError.notAuthentic) {
        try key.open(changed.span, binding: [UInt8]().span)
      }
    }
    // The object still works after all of these refusals.
    #expect(array(try key.open(sealed.span, binding: [UInt8]().span)) == [1, 2, 3, 4, 5])
  }

  @Test("a nonce of another length is refused and the output left as it was")
  func wrongNonce() throws {
    let key = try XAES256GCM(key: randomness.secret(count: 32))
    for count in [0, 12, 23, 25] {
      let nonce = [UInt8](repeating: 0, count: count)
      var output = [UInt8](repeating: 7, count: 100)
      #expect(throws: CryptoError.wrongLength) {
        try key.seal(
          [UInt8]().span, nonce: nonce.span, binding: [UInt8]().span, into: &output, at: 0)
      }
      #expect(output == [UInt8](repeating: 7, count: 100))
    }
  }

  @Test("output without room is refused and left as it was", arguments: [-1, 2, 100])
  func noRoom(start: Int) throws {
    let key = try XAES256GCM(key: randomness.secret(count: 32))
    let nonce = [UInt8](repeating: 0, count: 24)
    var output = [UInt8](repeating: 7, count: 42)
    #expect(throws: CryptoError.wrongLength) {
      try key.seal(
        [UInt8(1)].span, nonce: nonce.span, binding: [UInt8]().span, into: &output, at: start)
    }
    #expect(output == [UInt8](repeating: 7, count: 42))
  }

  @Test("one key object, many threads")
  func threads() async throws {
    let key = try XAES256GCM(key: randomness.secret(count: 32))
    let once = try randomness.secret(count: 32)
    let code = try HMACSHA256(key: once)
    let expected = try code.code([UInt8(1)].span)
    await withTaskGroup(of: Bool.self) { group in
      for thread in 0..<8 {
        group.addTask {
          (0..<2000).allSatisfy { round in
            let text = [UInt8](repeating: UInt8(thread), count: round % 100)
            let nonce = [UInt8](repeating: UInt8(round % 251), count: 24)
            var kept = [UInt8](repeating: 0, count: text.count + XAES256GCM.overhead)
            var single = kept
            do {
              try key.seal(
                text.span, nonce: nonce.span, binding: text.span, into: &kept, at: 0)
              try XAES256GCM.sealOnce(
                text.span, key: once, nonce: nonce.span, binding: text.span,
                into: &single, at: 0)
              let one = try key.open(kept.span, binding: text.span)
              let other = try XAES256GCM.openOnce(single.span, key: once, binding: text.span)
              return try one == other && one == SecretBytes(copying: text)
                && code.code([UInt8(1)].span) == expected
            } catch {
              return false
            }
          }
        }
      }
      for await right in group { #expect(right) }
    }
  }
}
