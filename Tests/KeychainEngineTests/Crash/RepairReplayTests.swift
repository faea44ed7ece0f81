// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import Testing

/// Tests that a crash after every single act of a repair loses nothing.
///
/// Either the old files are unchanged and can be repaired again, or the next opening finishes the
/// new store. All items that authenticate are there, and no old file is ever removed.
///
/// The default run judges a sample of the disks. `make crash-replay` judges all of them.
@Suite("Crash replay of a repair") struct RepairReplayTests {
  private static let isWhole = ProcessInfo.processInfo.environment["LATCHKEY_CRASH"] == "whole"
  private static let seed =
    ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 20_261_121

  @Test("killed, or without power, after every act of a repair")
  func everyAct() throws {
    let whole = try #require(DamageImage.killed).files
    let judge = try RepairJudge(Self.damaged(whole), holding: whole)
    let recorder = DiskRecorder()
    let directory = try judge.write(judge.origin)
    let report = try #require(
      try StoreRepair(
        StoreLocation(directory: directory),
        environment: Environment.system.guarded(by: recorder.gate)
      ).repair())
    #expect(report.movedAside.count == 5, "\(report.movedAside)")
    var random = SeededGenerator(seed: Self.seed)
    var disk = DiskModel(judge.origin)
    var acts = 0
    for case .act(let operation) in recorder.events {
      disk.apply(operation, in: directory)
      acts += 1
      for (kind, image) in CrashKind.images(disk, &random) {
        guard Self.isWhole || Self.isSwap(operation) || random.below(40) == 0 else { continue }
        let verdict = try judge.verdict(image)
        #expect(
          verdict == nil,
          "\(kind) after act \(acts), \(operation.act) of \(operation.path), seed \(Self.seed)")
      }
    }
    let ends = judge.ends
    #expect(acts > 60 && ends.old > 6 && ends.unfinished > 3 && ends.new > 0)
    print("crash replay of a repair: \(acts) acts, \(ends), seed \(Self.seed)")
  }

  /// Returns true if the operation swaps names, which decides which store counts.
  static func isSwap(_ operation: FileOperation) -> Bool {
    switch operation.act {
    case .rename: true
    case .sync: operation.file == .directory
    default: false
    }
  }

  /// Returns files in which no tree leads anywhere and the keybag is damaged, but every row is
  /// still whole.
  static func damaged(_ files: DiskModel.Image) throws -> DiskModel.Image {
    var files = files
    var bytes = try unwrap(files["store.db"])
    for page in stride(from: 512, to: bytes.count, by: 512)
    where [2, 5, 10, 13].contains(bytes[page]) {
      for place in page..<page + 8 { bytes[place] = 0xEE }
    }
    files["store.db"] = bytes
    var keybag = try unwrap(files["keybag"])
    keybag[keybag.count / 2] ^= 1
    files["keybag"] = keybag
    return files
  }
}

/// Judges a disk that a crash in the middle of a repair has left.
final class RepairJudge {
  /// The number of disks that held the old store, an unfinished repair, or the new store.
  private(set) var ends = (old: 0, unfinished: 0, new: 0)
  /// The damaged store.
  let origin: DiskModel.Image
  private let expected: StoreSnapshot
  private let directories: CrashJudge
  private var judged: [Int: String?] = [:]

  /// - Parameter whole: the files before they were damaged. Their whole content must be there.
  init(_ origin: DiskModel.Image, holding whole: DiskModel.Image) throws {
    self.origin = origin
    directories = try CrashJudge()
    let directory = directories.directory()
    try CrashJudge.write(whole, directory)
    expected = try StoreSnapshot(Self.open(directory))
  }

  /// Makes a directory with these files.
  func write(_ image: DiskModel.Image) throws -> String {
    let directory = directories.directory()
    try CrashJudge.write(image, directory)
    return directory
  }

  /// Returns the fault of a disk, or nil.
  func verdict(_ image: DiskModel.Image) throws -> String? {
    var hasher = Hasher()
    hasher.combine(image)
    let hash = hasher.finalize()
    if let known = judged[hash] { return known }
    let directory = try write(image)
    let verdict = verdict(directory, image)
    if verdict == nil { try FileManager.default.removeItem(atPath: directory) }
    judged[hash] = verdict
    return verdict
  }

  private func verdict(_ directory: String, _ image: DiskModel.Image) -> String? {
    if let lost = lost(directory) { return lost }
    do {
      if image["store.db.repaired"] != nil {
        ends.unfinished += 1
      } else if image["store.db"] != origin["store.db"] {
        ends.new += 1
      } else {
        ends.old += 1
        for name in ["store.db-wal", "store.db-mark"] where image[name] != origin[name] {
          return "\(name) is gone or another, and the database is the old one"
        }
        _ = try StoreRepair(StoreLocation(directory: directory)).repair()
      }
      do {
        let session = try Self.open(directory)
        guard try StoreSnapshot(session) == expected else { return "something is lost" }
        let report = try session.check()
        guard report.isClean else { return "check: \(report.findings)" }
        _ = try session.add(password("after", "the crash", "works"))
      }
      guard try StoreSnapshot(Self.open(directory)).secrets.count == expected.secrets.count + 1
      else { return "the new item is lost" }
    } catch {
      return "\(error)"
    }
    return lost(directory) ?? stray(directory)
  }

  /// Returns a sentence about an old file that is neither in its place nor aside.
  private func lost(_ directory: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in ["store.db", "store.db-wal", "store.db-mark", "keybag"] {
      let places = names.filter {
        $0 == name || (StoreFiles.role(of: $0) == .aside && $0.contains(".\(name)"))
      }
      let isThere = places.contains {
        FileManager.default.contents(atPath: "\(directory)/\($0)").map { Array($0) } == origin[name]
      }
      if !isThere { return "the old \(name) is gone" }
    }
    return nil
  }

  private func stray(_ directory: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let stray = names.filter { ![.part, .aside].contains(StoreFiles.role(of: $0)) }
    return stray.isEmpty ? nil : "stray files: \(stray.sorted())"
  }

  private static func open(_ directory: String) throws -> Session {
    var actor = CrashScript.Actor(directory: directory, environment: .system)
    return try actor.working()
  }
}
