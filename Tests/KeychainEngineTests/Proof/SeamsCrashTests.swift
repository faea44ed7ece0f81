// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Keybag
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// A simulated crash: after a number of acts, nothing reaches the disk.
final class Fate: Sendable {
  private let state: Lock<(left: Int, acts: Int)>

  init(after acts: Int) {
    state = Lock((left: acts, acts: 0))
  }

  /// Counts one act, and returns true if it may happen.
  func spends() -> Bool {
    state.withLock { state in
      state.acts += 1
      guard state.left > 0 else { return false }
      state.left -= 1
      return true
    }
  }

  var acts: Int { state.withLock { $0.acts } }
}

/// The small files of a store, which can be written only until the crash.
struct DoomedFiles: FileSystem {
  let fate: Fate
  private let real = SystemFileSystem()

  init(_ fate: Fate) { self.fate = fate }

  var owner: UInt32 { real.owner }

  private func act() throws(FileError) {
    guard fate.spends() else { throw .refused(errno: EIO) }
  }
  func read(_ path: String, limit: Int) throws(FileError) -> FileContent {
    try real.read(path, limit: limit)
  }
  func create(_ path: String, _ bytes: Span<UInt8>) throws(FileError) {
    try act()
    try real.create(path, bytes)
  }
  func rename(_ path: String, to target: String, replacing: Bool) throws(FileError) {
    try act()
    try real.rename(path, to: target, replacing: replacing)
  }
  func remove(_ path: String) throws(FileError) {
    try act()
    try real.remove(path)
  }
  func synchronize(directory: String) throws(FileError) {
    try act()
    try real.synchronize(directory: directory)
  }
}

// Specification/design.md, "Promises", 1, Specification/sync.md, "Seams", S6.
@Suite("Crash at every act")
struct SeamsCrashTests {
  private static func gate(_ fate: Fate) -> FileGate {
    { operation in !operation.isChange || fate.spends() ? nil : .failure }
  }

  /// The outcome of one call.
  private enum Outcome { case promised, refused }

  private static func outcome(_ body: () throws(KeychainError) -> Void) -> Outcome {
    code(body) == nil ? .promised : .refused
  }

  @Test("what was promised is there, what was refused is whole or absent, and numbers rise")
  func verbs() throws {
    var ends = 0
    for acts in 0..<400 {
      let fate = Fate(after: acts)
      let store = try ProofStore()
      _ = try store.session().add(password("old", secret: "old-secret"))
      _ = try store.session().add(password("gone"))
      store.close()
      var promisedWrite: Int64 = 0
      var added = Outcome.refused, updated = Outcome.refused, deleted = Outcome.refused
      do {
        var environment = Environment.system
        environment.store.gate = Self.gate(fate)
        guard
          let engine = try? Engine.open(
            StoreLocation(directory: store.directory), environment: environment)
        else { continue }
        let session = engine.session(as: Caller(identifier: "proof.app", groups: ["proof.group"]))
        added = Self.outcome { () throws(KeychainError) in
          _ = try session.add(password("new", secret: "new-secret"))
        }
        var changes = Changes()
        changes.secret = SecretBytes(copying: Array("changed-secret".utf8))
        updated = Self.outcome { () throws(KeychainError) in
          try session.update(asking("old"), setting: changes)
        }
        deleted = Self.outcome { () throws(KeychainError) in try session.delete(asking("gone")) }
        promisedWrite = (try? session.describeStore().lastWrite) ?? 0
      }
      try store.open()
      let session = try store.session()
      let report = try session.check()
      #expect(report.isClean, "after \(acts) acts: \(report.findings)")
      let new = try Self.secrets(session, "new")
      #expect(new == ["new-secret"] || (new.isEmpty && added == .refused), "after \(acts) acts")
      let old = try Self.secrets(session, "old")
      #expect(
        old == ["changed-secret"] || (old == ["old-secret"] && updated == .refused),
        "after \(acts) acts")
      let gone = try Self.secrets(session, "gone")
      #expect(gone.isEmpty || deleted == .refused, "after \(acts) acts")
      #expect(try session.describeStore().lastWrite >= promisedWrite, "after \(acts) acts")
      // Write numbers are not used twice.
      _ = try session.add(password("later"))
      #expect(try session.describeStore().lastWrite > promisedWrite, "after \(acts) acts")
      ends += 1
      if fate.acts <= acts { break }
    }
    #expect(ends > 5)
  }

  private static func secrets(_ session: Session, _ account: String) throws -> [String] {
    do throws(KeychainError) {
      return try session.copyMatching(asking(account, .secret)).map { $0.secret?.text ?? "" }
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }

  @Test("a store whose making was cut off is made whole by the next opening, or named; never lost")
  func creation() throws {
    var ends = 0
    for acts in 0..<400 {
      let fate = Fate(after: acts)
      let directory = NSTemporaryDirectory() + "latchkey-birth-" + UUID().uuidString
      defer { removeFolder(directory) }
      var environment = Environment.system
      environment.files = DoomedFiles(fate)
      environment.store.gate = Self.gate(fate)
      let location = StoreLocation(directory: directory)
      let first = try? Engine.open(location, environment: environment)
      let key = try? Data(contentsOf: URL(fileURLWithPath: directory + "/device.key"))
      do {
        let engine = try Engine.open(location)
        let session = engine.session(as: Caller(identifier: "a", groups: ["g"]))
        _ = try session.add(password("a"))
        #expect(try session.check().isClean, "after \(acts) acts")
      }
      #expect(
        try Engine.open(location).session(as: Caller(identifier: "a", groups: ["g"]))
          .copyMatching(asking("a", .secret)).count == 1)
      // The store uses the device key that already existed.
      if let key {
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory + "/device.key")) == key)
      }
      ends += 1
      if first != nil { break }
    }
    #expect(ends > 5)
  }
}
