// SPDX-License-Identifier: Apache-2.0
import SecureMemory
import Testing

@Suite("SecretBytes")
struct SecretBytesTests {
  private struct Refusal: Error {}

  private func array(_ secret: SecretBytes) -> [UInt8] {
    secret.withBytes { span in span.indices.map { span[$0] } }
  }

  @Test("holds what was copied", arguments: [0, 1, 63, 64, 65, 256, 257, 4096, 4097, 100_000])
  func copies(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let secret = SecretBytes(copying: bytes)
    #expect(secret.count == count)
    #expect(array(secret) == bytes)
  }

  @Test("is zero before it is filled, also in memory that held another secret")
  func zeroed() {
    for _ in 0..<100 {
      _ = SecretBytes(copying: [UInt8](repeating: 0xEE, count: 48))
      let secret = SecretBytes(count: 48) { (_: inout MutableSpan<UInt8>) in }
      #expect(array(secret) == [UInt8](repeating: 0, count: 48))
    }
  }

  @Test("passes on what filling threw")
  func fillThrows() {
    #expect(throws: Refusal.self) {
      try SecretBytes(count: 32) { (span: inout MutableSpan<UInt8>) throws(Refusal) in
        span[0] = 1
        throw Refusal()
      }
    }
  }

  @Test("equal by content and length")
  func equality() {
    let secret = SecretBytes(copying: [1, 2, 3])
    #expect(secret == SecretBytes(copying: [1, 2, 3]))
    #expect(secret != SecretBytes(copying: [1, 2, 4]))
    #expect(secret != SecretBytes(copying: [0, 2, 3]))
    #expect(secret != SecretBytes(copying: [1, 2]))
    #expect(SecretBytes(copying: []) == SecretBytes(copying: []))
  }

  @Test("says its length and nothing else")
  func silent() {
    let secret = SecretBytes(copying: Array("canary-93af".utf8))
    var dumped = ""
    dump(secret, to: &dumped)
    dump([secret], to: &dumped)
    dump(Optional(secret), to: &dumped)
    let said = "\(secret)" + String(reflecting: secret) + String(reflecting: [secret]) + dumped
    #expect("\(secret)" == "SecretBytes(11 bytes)")
    #expect(!said.contains("canary"))
    #expect(!said.contains("99"))
    #expect(!said.contains("offset"))
    #expect(Mirror(reflecting: secret).children.isEmpty)
  }

  @Test("a slice shares the memory and outlives the whole")
  func slice() {
    var whole: SecretBytes? = SecretBytes(copying: [0, 1, 2, 3, 4, 5, 6, 7])
    let part = whole?.slice(2..<5)
    let inner = part?.slice(1..<3)
    whole = nil
    #expect(part.map(array) == [2, 3, 4])
    #expect(inner.map(array) == [3, 4])
  }

  @Test("a slice beyond the end stops the program")
  func sliceBeyond() async {
    await #expect(processExitsWith: .failure) {
      _ = SecretBytes(copying: [1, 2, 3]).slice(1..<4)
    }
  }
}
