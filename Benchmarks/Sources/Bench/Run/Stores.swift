// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes

/// Makes the stores to measure.
///
/// The engine fills them, and they are kept if a directory was given.
struct Stores {
  let scratch: Scratch
  private let memory: String?
  private let isSmoke: Bool
  /// The edition of the items.
  ///
  /// It changes with them, so that kept stores of older items are not used.
  private static let edition = 1
  private static let writers = 16
  /// The most bytes of disk that an item takes in both databases.
  private static let bytesPerItem = 8_000

  /// - Parameter memory: a directory on a file system in memory.
  init(scratch: Scratch, memory: String?, isSmoke: Bool) {
    self.scratch = scratch
    self.memory = memory
    self.isSmoke = isSmoke
  }

  /// Returns a store of this many items that may be changed.
  func fixture(_ items: Int, as name: String) throws -> Fixture {
    let target = scratch.path + "/" + name
    try scratch.remove(name)
    if scratch.isKept {
      let kept = scratch.path + "/filled-\(Self.edition)-\(items)"
      if !exists(kept) { try fill(items, into: kept) } else { note("\(items) items: kept store") }
      try Spawned.run(["/bin/cp", "-a", "--reflink=auto", kept, target])
    } else {
      try fill(items, into: target)
    }
    return try Fixture(items: items, directory: target)
  }

  /// Returns a store of items with one service, without a raw database, since nothing is compared
  /// with it.
  func ofOneService(_ items: Int) throws -> String {
    let kept = scratch.path + "/filled-one-\(Self.edition)-\(items)"
    guard !exists(kept) else { return kept }
    try fill(items, into: kept, hasRaw: false, Names.itemOfOneService)
    return kept
  }

  /// Fills a store, in memory if there is room.
  ///
  /// A sync costs nothing there, and filling is not measured.
  private func fill(
    _ items: Int, into target: String, hasRaw: Bool = true,
    _ item: @escaping @Sendable (Int) -> NewItem = Names.item
  ) throws {
    let began = monotonic()
    let inMemory = memory.flatMap { Self.room(in: $0) > items * Self.bytesPerItem ? $0 : nil }
    let draft = (inMemory ?? scratch.path) + "/draft"
    defer { try? FileManager.default.removeItem(atPath: draft) }
    try? FileManager.default.removeItem(atPath: draft)
    try FileManager.default.createDirectory(
      atPath: draft, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    do {
      let session = try Fixture.open(draft)
      // Waiting writers share a commit.
      try inThreads(Self.writers) { writer in
        for index in stride(from: writer, to: items, by: Self.writers) {
          _ = try session.add(Fixture.reading(item(index)))
        }
      }
      try session.engine.store.checkpoint(truncating: true)
    }
    if hasRaw { try RawMaking.copy(draft + "/store/store.db", to: Fixture.rawPath(draft)) }
    try Spawned.run(["/bin/cp", "-a", draft, target + ".part"])
    try FileManager.default.moveItem(atPath: target + ".part", toPath: target)
    let seconds = Double(monotonic() - began) / 1e9
    note(
      "\(items) items: filled by the engine's own add from \(Self.writers) threads, in "
        + (inMemory == nil ? "the directory" : "memory")
        + ", raw copy made, \(Text.decimal(seconds, 1)) s")
  }

  private static func room(in directory: String) -> Int {
    var room = statvfs()
    guard statvfs(directory, &room) == 0 else { return 0 }
    return Int(room.f_bavail) * Int(room.f_frsize)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func note(_ text: String) { if !isSmoke { Text.note(text) } }
}
