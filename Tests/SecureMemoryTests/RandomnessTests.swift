// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory
import Testing

@Suite("Randomness")
struct RandomnessTests {
  /// Returns a source that reads as many bytes as the answers say, then everything, and a list of
  /// requests.
  private func scripted(_ answers: [Int]) -> (SystemRandomness, Lock<[Int]>) {
    let asked = Lock<[Int]>([])
    let remaining = Lock(answers)
    let source = unsafe SystemRandomness { buffer in
      asked.withLock { $0.append(buffer.count) }
      let answer = remaining.withLock { $0.isEmpty ? buffer.count : $0.removeFirst() }
      for index in 0..<max(0, answer) { unsafe buffer[index] = 0xAB }
      return answer
    }
    return (source, asked)
  }

  @Test("fills every byte", arguments: [0, 1, 24, 32, 256, 257, 5000])
  func system(count: Int) throws {
    let source = SystemRandomness()
    // A byte that is never written stays zero in all twenty rounds. A random byte practically never
    // does.
    var seen = [Bool](repeating: false, count: count)
    for _ in 0..<20 {
      let bytes = try source.bytes(count: count)
      for index in bytes.indices where bytes[index] != 0 { seen[index] = true }
    }
    #expect(seen.allSatisfy { $0 })
  }

  @Test("secrets differ")
  func secrets() throws {
    let source = SystemRandomness()
    #expect(try source.secret(count: 32) != source.secret(count: 32))
  }

  @Test("goes on after short reads, interruptions and an empty pool")
  func interrupted() throws {
    let (source, asked) = scripted([10, -Int(EINTR), 1, -Int(EAGAIN), 0])
    #expect(try source.bytes(count: 300) == [UInt8](repeating: 0xAB, count: 300))
    #expect(asked.withLock { $0 } == [256, 256, 256, 256, 256, 256, 33])
  }

  @Test("a refusal is thrown with its errno")
  func refused() {
    let (source, _) = scripted([-Int(ENOSYS)])
    #expect(throws: RandomnessError.refused(errno: ENOSYS)) { try source.bytes(count: 8) }
  }

  @Test("a source that never answers is given up")
  func bounded() {
    let (source, asked) = scripted([Int](repeating: -Int(EINTR), count: 10_000))
    #expect(throws: RandomnessError.timedOut) { try source.bytes(count: 8) }
    #expect(asked.withLock { $0.count } < 1000)
  }
}
