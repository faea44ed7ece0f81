// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// Tests copies of the store while other processes write (Decisions/copy.md).
@Suite("Copies of the store") struct CopyStoreTests {
  @Test("each copy under write load opens, is clean, and has what was acknowledged before it")
  func underLoad() throws {
    let store = try TestStore()
    let engine = try store.open()
    let acknowledged = Lock<[String: Int]>([:])
    let isOver = Lock(false)
    let writers = (0..<3).map { number in
      Thread { [engine] in
        let session = engine.session(as: Self.caller)
        var step = 0
        while !isOver.withLock({ $0 }) {
          let account = "\(number) \(step % 40)"
          let text = String(repeating: "\(step) ", count: 1 + step % 300)
          do {
            if step < 40 {
              _ = try session.add(password("s", account, text))
            } else {
              var changes = Changes()
              changes.secret = .some(SecretBytes(copying: Array(text.utf8)))
              try session.update(query("s", account), setting: changes)
            }
            acknowledged.withLock { $0[account] = step }
          } catch { Issue.record("\(error)") }
          step += 1
        }
      }
    }
    writers.forEach { $0.start() }
    defer {
      isOver.withLock { $0 = true }
      #expect(Patience.wait { writers.allSatisfy(\.isFinished) })
    }
    let session = engine.session(as: Self.caller)
    for round in 0..<5 {
      #expect(Patience.wait { acknowledged.withLock { $0.count } >= 10 * (round + 1) })
      let before = acknowledged.withLock { $0 }
      let place = store.directory + "/copy \(round)"
      let report = try session.copyStore(to: place)
      #expect(report.isClean, "\(report.findings)")
      try expectCopy(place, of: engine, with: before)
    }
  }

  private static let caller = Caller(identifier: "app", groups: ["g"])

  private func expectCopy(
    _ place: String, of engine: Engine, with acknowledged: [String: Int]
  ) throws {
    let manager = FileManager.default
    let names = try manager.contentsOfDirectory(atPath: place)
    #expect(names.allSatisfy { StoreFiles.role(of: $0) == .part }, "\(names)")
    for name in names + ["."] {
      let mode = try manager.attributesOfItem(atPath: place + "/" + name)[.posixPermissions]
      #expect(mode as? Int == (name == "." ? 0o700 : 0o600), "\(name)")
    }
    let copy = try Engine.open(StoreLocation(directory: place))
    let session = copy.session(as: Self.caller)
    for (account, step) in acknowledged {
      let found = try session.copyMatching(query("s", account, .secret))
      let first = found.first?.secret?.text.split(separator: " ").first
      #expect(try (Int(unwrap(first)) ?? -1) >= step, "\(account)")
    }
    #expect(try session.check().isClean)
    let old = try engine.session(as: Self.caller).describeStore()
    let new = try session.describeStore()
    #expect(new.store == old.store && new.incarnation != old.incarnation)
    #expect(copy.codec.keybag.image.incarnation == new.incarnation)
    // The copy is a store like any other.
    _ = try session.add(password("new", place))
    #expect(try session.check().isClean)
  }

  @Test("nothing is copied over what is there, and nothing stays of what failed")
  func refusals() throws {
    let store = try TestStore()
    let session = try store.open().session(as: Self.caller)
    _ = try session.add(password("s", "a", "x"))
    let manager = FileManager.default
    let place = store.directory + "/copy"
    try manager.createDirectory(atPath: place, withIntermediateDirectories: false)
    #expect(status { _ = try session.copyStore(to: place) } == -50)
    #expect(try manager.contentsOfDirectory(atPath: place).isEmpty)
    try manager.removeItem(atPath: place)
    #expect(status { _ = try session.copyStore(to: "copy") } == -50)
    #expect(status { _ = try session.copyStore(to: store.directory + "/no/copy") } == -50)
    // The draft of a killed copy is removed. A file of someone else stays.
    let draft = place + ".part"
    try manager.createDirectory(atPath: draft, withIntermediateDirectories: false)
    try Data("old".utf8).write(to: URL(fileURLWithPath: draft + "/store.db"))
    try Data().write(to: URL(fileURLWithPath: draft + "/copying"))
    try Data("mine".utf8).write(to: URL(fileURLWithPath: draft + "/letter"))
    #expect(status { _ = try session.copyStore(to: place) } == -50)
    #expect(
      try manager.contentsOfDirectory(atPath: draft).sorted() == ["copying", "letter", "store.db"])
    try manager.removeItem(atPath: draft + "/letter")
    #expect(try session.copyStore(to: place).isClean)
    #expect(!manager.fileExists(atPath: draft))
    #expect(
      try Engine.open(StoreLocation(directory: place)).session(as: Self.caller)
        .copyMatching(query("s", "a", .secret)).first?.secret?.text == "x")
  }

  @Test("a full disk and a damaged page: refused, and nothing stays")
  func failures() throws {
    let store = try TestStore()
    var engine: Engine? = try store.open()
    let big = String(repeating: "x", count: 3_000)
    for number in 0..<40 {
      _ = try unwrap(engine).session(as: Self.caller).add(password("s", "\(number)", big))
    }
    if MountedDisk.canMount {
      let disk = try MountedDisk(options: "size=128k,mode=700")
      let place = disk.path + "/copy"
      let session = try unwrap(engine).session(as: Self.caller)
      let failure = #expect(throws: KeychainError.self) { try session.copyStore(to: place) }
      #expect(failure?.code == .diskFull && failure?.context == .path(place + ".part"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
    }
    engine = nil
    let file = URL(fileURLWithPath: store.directory + "/store.db")
    var content = try Data(contentsOf: file)
    content[content.count - 700] ^= 1
    try content.write(to: file)
    let place = store.directory + "/copy"
    let session = try store.open().session(as: Self.caller)
    #expect(status { _ = try session.copyStore(to: place) } == -26275)
    for name in [place, place + ".part"] { #expect(!FileManager.default.fileExists(atPath: name)) }
  }

  @Test("a store with a passcode that is not clean: no copy, and nothing stays of it")
  func unsoundWithPasscode() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    _ = try session.add(password("s", "a", "secret"))
    do {
      let connection = try Connection(locked.store.directory + "/store.db")
      try connection.execute("UPDATE genp SET meta = zeroblob(length(meta))")
    }
    let place = locked.store.directory + "-copy"
    let report = try locked.open().copyStore(to: place)
    #expect(report.findings.map(\.kind) == [.rowDoesNotOpen] && report.rowsLocked == 0)
    for name in [place, place + ".part"] { #expect(!FileManager.default.fileExists(atPath: name)) }
  }

  @Test("who opens a store with an empty lock file keeps its keys, and hears of locks")
  func emptyLockFile() throws {
    let locked = try LockedStore()
    let owner = try locked.open(in: .unlocked)
    _ = try owner.add(password("s", "a", "secret"))
    let path = locked.store.directory + "-copy"
    defer { removeFolder(path) }
    #expect(try owner.copyStore(to: path).isClean)
    let other = try Engine.open(StoreLocation(directory: path), environment: locked.environment)
      .session(as: LockedStore.caller)
    Patience.pause(.milliseconds(300))
    #expect(try other.copyMatching(query("s", "a", .secret)).count == 1)
    #expect(other.engine.isInPlace)
    _ = status {
      try Engine.lockStore(in: StoreFiles(directory: path), all: true, locked.environment)
    }
    #expect(
      Patience.wait(within: Patience.soon) {
        other.engine.codec.keybag.availability(of: .whenUnlocked) != .available
      })
  }

  @Test("a row that does not open: the findings, and no copy")
  func unsound() throws {
    let store = try ProofStore()
    _ = try store.session().add(password("a"))
    try store.attack("UPDATE genp SET meta = zeroblob(length(meta))")
    let place = store.directory + "-copy"
    #expect(try !store.session().copyStore(to: place).isClean)
    for name in [place, place + ".part"] { #expect(!FileManager.default.fileExists(atPath: name)) }
  }

  @Test("security check --copy: says what the copy holds, once")
  func command() throws {
    let store = try TestStore()
    let tool = Worker(home: store.directory + "/store", program: "security")
    #expect(try tool.run("add-generic-password", "-a", "a", "-s", "s", "-w", "x").status == 0)
    let place = store.directory + "/copy"
    let made = try tool.run("check", "--copy", place + "/")
    #expect(made.status == 0, "\(made.output)")
    #expect(made.output.contains("anyone with the copy can read the secrets"))
    let again = try tool.run("check", "--copy", place)
    #expect(again.status == 206 && again.output.contains("replaces nothing"), "\(again.output)")
    let other = Worker(home: place, program: "security")
    #expect(try other.run("find-generic-password", "-s", "s", "-w").output == "x\n")
    #expect(try other.run("check").status == 0)
  }
}
