// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory
import Testing

/// Tests of the marks that the kernel reports for the memory of secrets.
@Suite("Marks of secret memory, seen by the kernel")
struct KernelMarksTests {
  /// Returns the flags in the `VmFlags` line of the mapping that holds `address`.
  private func flags(of address: UInt) throws -> [Substring] {
    let file = unsafe try #require(fopen("/proc/self/smaps", "r"))
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 4096)
    var inside = false
    while unsafe fgets(&line, CInt(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let words = text.split(separator: " ")
      guard let first = words.first else { continue }
      let bounds = first.split(separator: "-").compactMap { UInt($0, radix: 16) }
      if bounds.count == 2 { inside = bounds[0] <= address && address < bounds[1] }
      if inside, first == "VmFlags:" { return Array(words.dropFirst()) }
    }
    return []
  }

  @Test("locked, not dumped, wiped on fork", arguments: [32, 200, 4000, 50_000])
  func marks(count: Int) throws {
    let secret = SecretBytes(copying: [UInt8](repeating: 1, count: count))
    let address = unsafe secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    let flags = try flags(of: address)
    // The address sanitizer disables mlock(2).
    let isIgnored = unsafe getenv("LATCHKEY_SANITIZER") != nil
    // If other tests hold all memory that may be locked, the secret is only hidden, and that is
    // recorded.
    let weakness = SecretBytes.memoryWeakness
    let isRecorded = weakness.contains(.swappable) || weakness.contains(.spilled)
    #expect(flags.contains("lo") || isRecorded || isIgnored)
    #expect(flags.contains("dd"))
    #expect(flags.contains("wf"))
  }

  /// Runs the body in a forked child and returns its exit status.
  private func inChild(_ body: () -> CInt) throws -> CInt {
    // Swift does not offer fork(2), because threads do not survive it. This test is about that.
    typealias Fork = @convention(c) () -> pid_t
    let symbol = unsafe try #require(dlsym(nil, "fork"))
    let fork = unsafe unsafeBitCast(symbol, to: Fork.self)
    let child = fork()
    if child == 0 { _exit(body()) }
    var status: CInt = 0
    while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
    #expect(status & 0x7F == 0, "the child ended by a signal")
    return (status >> 8) & 0xFF
  }

  @Test("a forked child finds zeros, can hold secrets of its own, and the parent keeps its own")
  func fork() throws {
    let small = SecretBytes(copying: [UInt8](repeating: 7, count: 32))
    let large = SecretBytes(copying: [UInt8](repeating: 7, count: 20_000))
    let zero = SecretBytes(count: 32) { (_: inout MutableSpan<UInt8>) in }
    let largeZero = SecretBytes(count: 20_000) { (_: inout MutableSpan<UInt8>) in }
    let code = try inChild {
      guard small == zero, large == largeZero else { return 1 }
      let own = SecretBytes(copying: [9, 9, 9])
      return own == SecretBytes(copying: [9, 9, 9]) ? 42 : 2
    }
    #expect(code == 42)
    #expect(small == SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
  }

  @Test("the sentinel tells a child from its parent")
  func sentinel() throws {
    let sentinel = ForkSentinel()
    #expect(!sentinel.hasForked)
    #expect(try inChild { sentinel.hasForked ? (ForkSentinel().hasForked ? 3 : 42) : 1 } == 42)
    #expect(!sentinel.hasForked)
  }
}
