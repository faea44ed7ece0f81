// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainEngine
import KeychainTypes
import SecureMemory
import TestPatience

/// Writes a disk as a crash has left it, opens the store on it, and judges the store.
final class CrashJudge {
  /// A directory in memory, where syncs take no time, or nil if the machine does not have one.
  private static let place = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil

  private let root: String
  private let owner: CrashOwner
  /// The verdicts so far.
  ///
  /// Many crashes leave the same disk behind.
  private var judged: [Int: String?] = [:]
  private var number = 0

  /// - Parameter passcodes: all passcodes that the store may ever have had.
  init(passcodes: [String] = []) throws {
    owner = CrashOwner(passcodes: passcodes)
    let parent = Self.place ?? FileManager.default.temporaryDirectory.path
    root = parent + "/latchkey-crash-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: root, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// The number of different disks that were judged.
  var count: Int { judged.count }

  /// Returns the content of the store in a directory, as a session on it sees it.
  func snapshot(_ session: Session, in directory: String) throws -> StoreSnapshot {
    guard !owner.passcodes.isEmpty else { return try StoreSnapshot(session) }
    return try owner.snapshot(session, in: directory)
  }

  /// Returns a new name for a directory of one more store.
  func directory() -> String {
    number += 1
    return root + "/\(number)"
  }

  /// Returns the fault of a disk, or nil if its store is in one of the allowed states.
  func verdict(_ image: DiskModel.Image, _ allowed: [StoreSnapshot]) throws -> String? {
    var hasher = Hasher()
    hasher.combine(image)
    hasher.combine(allowed)
    let hash = hasher.finalize()
    if let known = judged[hash] { return known }
    let directory = self.directory()
    try Self.write(image, directory)
    let verdict = self.verdict(directory, allowed)
    if verdict == nil { try FileManager.default.removeItem(atPath: directory) }
    judged[hash] = verdict
    return verdict
  }

  static func write(_ image: DiskModel.Image, _ directory: String) throws {
    // An image without files: the directory itself may be absent.
    guard !image.isEmpty else { return }
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    for (name, bytes) in image {
      let path = directory + "/" + name
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      unsafe chmod(path, 0o600)
    }
    // Fills the shared memory with garbage: after a crash no process may trust its content.
    if image["store.db-wal"] != nil {
      try Data(repeating: 0xA5, count: 32_768).write(
        to: URL(fileURLWithPath: directory + "/store.db-shm"))
    }
  }

  private func verdict(_ directory: String, _ allowed: [StoreSnapshot]) -> String? {
    do {
      let found: StoreSnapshot
      do {
        let (session, passcode) = try open(directory)
        var snapshot = try StoreSnapshot(session)
        snapshot.passcode = passcode
        found = snapshot
        guard allowed.contains(found) else {
          return "the store holds \(found.state.versions.count) slots,"
            + " \(found.secrets.count) secrets, passcode \(passcode ?? "none"), and not what was"
            + " acknowledged"
        }
        _ = try session.add(password("after", "the crash", "works"))
      }
      let (session, _) = try open(directory)
      let report = try session.check()
      guard report.isClean else { return "check: \(report.findings)" }
      let after = try StoreSnapshot(session)
      guard after.secrets.count == found.secrets.count + 1 else { return "the new item is lost" }
    } catch {
      return "\(error)"
    }
    return Self.stray(directory)
  }

  /// Opens the store like the next process of the machine, which holds no keys yet.
  private func open(_ directory: String) throws -> (session: Session, passcode: String?) {
    var actor = CrashScript.Actor(
      directory: directory,
      environment: owner.passcodes.isEmpty ? .system : CrashOwner.environment)
    let session = try actor.working()
    return (session, try owner.unlock(session))
  }

  /// Returns a file that a closed store should not have.
  ///
  /// The thread that listens for locks may be the last user of a store, and close it a moment
  /// later.
  static func stray(_ directory: String) -> String? {
    guard !Patience.wait(within: Patience.soon, until: { strayNames(directory).isEmpty }) else {
      return nil
    }
    return "stray files: \(strayNames(directory))"
  }

  private static func strayNames(_ directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { StoreFiles.role(of: $0) != .part }.sorted()
  }
}
