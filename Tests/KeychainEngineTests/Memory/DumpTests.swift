// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests the core dump of a client's process (Specification/design.md, "Promises", 7).
///
/// `make memory` runs it with 10,000 reads, and this run is a small round. These faults made it
/// fail: a result without its deallocator, a context that keeps its key, and HMAC of libcrypto. So
/// did missing wipes of residue, and a secret outside the arena in the heap.
@Suite(
  "Nothing in a core dump", .serialized,
  .disabled(
    if: ProcessInfo.processInfo.environment["LATCHKEY_SANITIZER"] != nil,
    "a sanitizer's terabytes of shadow memory would be dumped too"))
struct DumpTests {
  /// The only secret whose result the worker still holds.
  private static let kept: Set<UInt32> = [3]

  private static let items = number("LATCHKEY_DUMP_ITEMS") ?? 20
  private static let reads = number("LATCHKEY_DUMP_READS") ?? 60
  /// True in `make memory`, which runs the whole set.
  private static let isWhole = number("LATCHKEY_DUMP_READS") != nil

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static func search(_ worker: DumpedWorker) throws -> MemorySearch {
    var keys = try KnownKeys(directory: worker.store)
    let engine = try Engine.open(StoreLocation(directory: worker.store), environment: .system)
    try keys.add(engine.store.fetch(StorePlan(.genericPassword)))
    // 6 class and metadata keys and the others, and for each item its own key and three message
    // keys.
    #expect(keys.patterns.count >= 60 + 8 * items)
    return MemorySearch(keys.patterns)
  }

  @Test("textbook AES agrees with FIPS 197")
  func aes() {
    let cipher = TextbookAES(key: (0..<32).map { UInt8($0) })
    let text = (0..<16).map { UInt8($0 * 0x11) }
    #expect(
      cipher.encrypt(text) == [
        0x8E, 0xA2, 0xB7, 0xCA, 0x51, 0x67, 0x45, 0xBF, 0xEA, 0xFC, 0x49, 0x90, 0x4B, 0x49, 0x60,
        0x89,
      ])
  }

  @Test("textbook SHA-256 agrees with FIPS 180-4")
  func sha256() {
    let block = Array("abc".utf8) + [0x80] + [UInt8](repeating: 0, count: 59) + [24]
    #expect(
      TextbookSHA256.state(after: block) == [
        0xBA78_16BF, 0x8F01_CFEA, 0x4141_40DE, 0x5DAE_2223, 0xB003_61A3, 0x9617_7A9C, 0xB410_FF61,
        0xF200_15AD,
      ])
  }

  @Test("after many reads: no key and no secret, but the one result that is still held")
  func core() throws {
    let worker = try DumpedWorker(["\(Self.items)", "\(Self.reads)"])
    #expect(worker.report["wrong"] == 0)
    #expect(worker.report["held"] == 1)
    let search = try Self.search(worker)
    let core = try worker.searchCore(search)
    #expect(core.secrets == Self.kept)
    #expect(core.names == [])
    // Stricter than a core: this search covers every writable page, including those that a debugger
    // leaves out.
    let memory = try worker.searchMemory(search)
    #expect(memory.dumped.secrets == Self.kept)
    #expect(memory.dumped.names == [])
    // Hidden memory holds the keys that are in use. It holds no secret, and no key of an item or a
    // message.
    #expect(memory.hidden.secrets == [])
    #expect(memory.hidden.names.contains { $0.hasPrefix("class key") })
    #expect(memory.hidden.names.contains { $0.hasPrefix("inner state of index key") })
    #expect(memory.hidden.names.contains { $0.hasPrefix("outer state of index key") })
    #expect(memory.hidden.names.filter { $0.contains("of row") } == [])
    // The limit of Specification/design.md, "Speed and size", and no growth after everything was
    // read once.
    let first = try #require(worker.report["first"])
    let last = try #require(worker.report["last"])
    #expect(last < 50 * 1024)
    #expect(last - first < 2 * 1024)
    #expect(worker.finish() == 0)
  }

  @Test("a password of a context goes with it, also where the first call had it")
  func credential() throws {
    for isHeld in [true, false] {
      let worker = try DumpedWorker(isHeld ? ["held"] : [], task: "credential")
      #expect(worker.report == ["status": 0, "held": isHeld ? 1 : 0])
      let memory = try worker.searchMemory(MemorySearch([]))
      #expect(memory.hidden.secrets == (isHeld ? [77] : []))
      #expect(worker.finish() == 0)
    }
  }

  @Test("where the system refuses locked memory: recorded, no error, and still nothing")
  func unlocked() throws {
    let worker = try DumpedWorker(["\(Self.items)", "20", "unlocked"])
    #expect(worker.report["wrong"] == 0)
    let weakness = MemoryWeakness(rawValue: UInt8(worker.report["weakness"] ?? 0))
    #expect(weakness == [.swappable, .spilled])
    let memory = try worker.searchMemory(Self.search(worker))
    #expect(memory.dumped.secrets == Self.kept)
    #expect(memory.dumped.names == [])
    #expect(worker.finish() == 0)
  }

  @Test(
    "copies that Foundation makes are the client's; malloc can wipe them for him",
    .enabled(if: isWhole))
  func copies() throws {
    let worker = try DumpedWorker(
      ["\(Self.items)", "\(Self.reads)", "data"],
      environment: [
        "GLIBC_TUNABLES": "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0"
      ])
    #expect(worker.report["wrong"] == 0)
    let core = try worker.searchCore(Self.search(worker))
    #expect(core.secrets == Self.kept)
    #expect(core.names == [])
    #expect(worker.finish() == 0)
  }
}
