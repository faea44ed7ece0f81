// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import TestPatience
import Testing

/// Tests that within a second of a lock its keys and secrets are gone everywhere
/// (Specification/secitem.md, "Class table", Specification/design.md, "Embedded or daemon").
///
/// No file, no entry of the kernel's keyring and no process holds them, whether at work or idle.
/// `make memory` runs it with more items and reads. Each of these faults made it fail: a watcher
/// that misses the lock, and keys of `ak` kept at a lock.
@Suite(
  "Nothing left by a lock", .serialized,
  .disabled(
    if: ProcessInfo.processInfo.environment["LATCHKEY_SANITIZER"] != nil,
    "a sanitizer's terabytes of shadow memory would be dumped too"))
struct LockedDumpTests {
  private static let passcode = "passcode-that-is-searched-for"
  private static let items = number("LATCHKEY_DUMP_ITEMS") ?? 4
  private static let reads = number("LATCHKEY_DUMP_READS").map { $0 / 100 } ?? 4
  /// True in `make memory`, which runs the whole test.
  private static let isWhole = number("LATCHKEY_DUMP_READS") != nil
  /// The protections whose keys are dropped at a lock; `atLockAll` are dropped at a lock of all.
  private static let atLock: [UInt8] = [6, 9, 12]
  private static let atLockAll: [UInt8] = [7, 10]

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Returns the keys of these protections that were found in memory or files, by their names in
  /// `KnownKeys`.
  private static func keys(_ found: MemorySearch.Found, of protections: [UInt8]) -> [String] {
    found.names.filter { name in
      protections.contains { number in
        name.contains("key \(number), epoch") || name.hasSuffix("protection \(number)")
      }
    }.sorted()
  }

  /// Returns the numbers of items whose secrets were found (`LockingItems.number`).
  private static func secrets(_ found: MemorySearch.Found, of protections: [UInt8]) -> [UInt32] {
    found.secrets.filter { protections.contains(UInt8($0 >> 24)) }.sorted()
  }

  /// A store, a process that works on it, and an idle process that has all keys.
  private final class Scene {
    let store: TestStore
    let busy: LockingWorker
    let idle: LockingWorker
    let held: HeldKeys
    let search: MemorySearch
    /// The search for processes, which also looks for the keys that the kernel holds until a lock.
    ///
    /// Together with the store's files they open the store.
    let processSearch: MemorySearch

    init() throws {
      store = try TestStore()
      busy = try LockingWorker(home: store.directory)
      #expect(try busy.tell("set", "0", LockedDumpTests.passcode).status == 0)
      held = try HeldKeys(directory: store.directory)
      #expect(try busy.tell("fill", "\(LockedDumpTests.items)").status == 0)
      idle = try LockingWorker(home: store.directory)
      for worker in [idle, busy] {
        #expect(try worker.tell("read", "\(LockedDumpTests.reads)").status == 0)
      }
      var keys = try KnownKeys(directory: store.directory, passcode: LockedDumpTests.passcode)
      let session = try Engine.open(StoreLocation(directory: store.directory))
      let rows = try session.store.fetch(StorePlan(.genericPassword))
      #expect(rows.count == 7 * LockedDumpTests.items)
      try keys.add(rows)
      let patterns = keys.patterns + LockedDumpTests.labels
      search = MemorySearch(patterns)
      let entries = zip(try held.names, try held.contents).map { name, bytes in
        let isFirst = name.hasSuffix("first")
        return SearchPattern(
          isFirst ? "first entry" : "entry of the passcode",
          Array(bytes.suffix(SearchPattern.size)))
      }
      #expect(entries.count == 2)
      processSearch = MemorySearch(patterns + entries)
    }

    deinit { held.dropAll() }

    /// Searches all writable memory of a process, including the part that cores leave out, and
    /// optionally a core of it.
    func memory(of worker: LockingWorker, core: Bool = false) throws -> MemorySearch.Found {
      let memory = ProcessMemory(process: worker.process, directory: store.directory)
      // Stops the process, so that its memory does not change during the search.
      try memory.stop()
      defer { memory.resume() }
      var (found, hidden) = try memory.searchAll(processSearch)
      found.add(hidden)
      if core { found.add(try memory.searchCore(processSearch)) }
      return found
    }

    /// Searches all files of the store, and its entries in the kernel's keyring.
    func stored() throws -> MemorySearch.Found {
      var found = MemorySearch.Found()
      let files = try store.names().map {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: store.directory + "/" + $0)))
      }
      for bytes in try files + held.contents {
        found.add(unsafe bytes.withUnsafeBytes { unsafe search.search($0) })
      }
      return found
    }

    func waitForASecond(after moment: Int) {
      let limit = Duration.microseconds(moment) + .seconds(1)
      _ = Patience.wait { Stopwatch.now >= limit }
    }
  }

  /// The values of one attribute of the items (`LockingItems.label`), as they would appear in a
  /// file.
  private static let labels: [SearchPattern] = Protection.allCases.flatMap { protection in
    (0..<items).map { item in
      let number = UInt64(protection.rawValue) << 24 | UInt64(item)
      let digits = String((number | 1 << 40) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
      return SearchPattern(
        "label of item \(item), protection \(protection.rawValue)",
        Array((digits + digits).utf8.prefix(SearchPattern.size)))
    }
  }

  @Test("a lock takes what needs it from two processes, files and kernel; a lock of all, the rest")
  func lock() throws {
    let scene = try Scene()
    let workers = [scene.busy, scene.idle]
    // Before the lock, everything is there to be found.
    for worker in workers {
      let found = try scene.memory(of: worker)
      for number in Self.atLock + Self.atLockAll + [8, 11] {
        #expect(found.names.contains("class key \(number), epoch 2"))
        #expect(found.names.contains("metadata key \(number), epoch 2"))
      }
      #expect(found.names.contains("unlock key of the passcode"))
      #expect(found.names.contains("first unlock key"))
    }
    #expect(try scene.held.kinds == ["first", "unlock"])
    #expect(try scene.stored().names == ["device key"])

    try scene.busy.tell("work", "\(Self.items)")
    let lock = try scene.busy.tell("lock")
    #expect(lock.status == 0)
    for found in try expectNothing(scene, of: Self.atLock, after: lock, cores: true) {
      for number in Self.atLockAll { #expect(found.names.contains("class key \(number), epoch 2")) }
      #expect(found.names.contains("first unlock key"))
    }
    #expect(try scene.held.kinds == ["first"])

    let all = try scene.busy.tell("lock", "1")
    let protections = Self.atLock + Self.atLockAll
    for found in try expectNothing(scene, of: protections, after: all, cores: Self.isWhole) {
      #expect(!found.names.contains("first unlock key"))
      #expect(!found.names.contains("first entry"))
      #expect(found.names.contains("class key 8, epoch 2"))
    }
    #expect(try scene.held.names == [])
    for worker in workers { #expect(try worker.finish() == 0) }
  }

  /// Checks every place a second after a lock, and returns the keys and secrets that the processes
  /// still have.
  private func expectNothing(
    _ scene: Scene, of protections: [UInt8], after lock: LockingWorker.Answer, cores: Bool
  ) throws -> [MemorySearch.Found] {
    // On a busy machine a process may hear of a lock more than a second later.
    let last = protections == Self.atLock ? "ak" : "ck"
    for worker in [scene.idle, scene.busy] { try worker.wait(until: false, last) }
    scene.waitForASecond(after: lock.begin)
    let stored = try scene.stored()
    #expect(stored.names == ["device key"])
    #expect(stored.secrets == [])
    return try [scene.idle, scene.busy].map { worker in
      var found = try scene.memory(of: worker, core: cores)
      // The busy process goes on offering new secrets, and is refused. A secret of a call under way
      // is gone, or another one is there, at the next look.
      for _ in 0..<10 where !Self.secrets(found, of: protections).isEmpty {
        guard Self.secrets(found, of: protections).allSatisfy({ $0 & 1 << 20 != 0 }) else { break }
        found = try scene.memory(of: worker, core: cores)
      }
      // Names and labels of items may stay in a process that has handled them: they are not secrets
      // there.
      #expect(Self.keys(found, of: protections).filter { !$0.hasPrefix("label") } == [])
      #expect(Self.secrets(found, of: protections) == [])
      #expect(found.names.filter { $0.contains("passcode") } == [])
      return found
    }
  }
}
