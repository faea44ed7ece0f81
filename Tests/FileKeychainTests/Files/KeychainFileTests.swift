// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import Glibc
import KeychainTypes
import SecureMemory
import Testing
import UserFiles

/// Writes of keychain files that are disturbed (Specification/keychain-file-format.md, "File
/// handling").
@Suite("keychain files are whole") struct KeychainFileTests {
  private let world: KeychainWorld
  private let path: String
  /// The bytes of the keychain with one item.
  private let before: [UInt8]

  init() throws {
    world = try KeychainWorld()
    let keychain = try world.create(world.directory + "/work.keychain")
    path = keychain.path
    _ = try keychain.addPassword(Self.values("old"), secret: .text("secret"))
    before = try keychain.image().bytes
  }

  private static func values(_ service: String) -> RecordValues {
    var values = RecordValues(.genericPasswords)
    values[Relation.code("svce")] = .text(service)
    values[Relation.code("acct")] = .text("me")
    return values
  }

  /// The keychain of a process whose acts on files go through a gate.
  private func keychain(_ gate: FileGate? = nil) -> Keychain {
    let surroundings = KeychainSurroundings(
      places: world.places, clock: world.clock, randomness: SystemRandomness(),
      calls: FileCalls(gate: gate), holder: world.holder, client: KeychainWorld.client("one"))
    return Keychain(path, surroundings)
  }

  private func services() throws -> [String] {
    try keychain().items(in: .genericPasswords).map { item in
      String(decoding: try item.values()[Relation.code("svce")]?.content ?? [], as: UTF8.self)
    }
    .sorted()
  }

  /// The names of the files in the keychain's directory, without the directories.
  private var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: world.directory)
        .filter { $0 != "keychains" && $0 != "preferences" }.sorted()
    }
  }

  private func code(_ body: () throws -> Void) -> Int32? {
    do {
      try body()
      return 0
    } catch let error as KeychainError {
      return error.code.rawValue
    } catch {
      return nil
    }
  }

  /// Counts acts, and stops a process at one of them.
  private final class Stopper: Sendable {
    private let acts = Lock(0)
    private let last: Int
    private let fault: FileFault
    private let staysStopped: Bool

    init(at last: Int = .max, _ fault: FileFault = .failure, staysStopped: Bool = true) {
      (self.last, self.fault, self.staysStopped) = (last, fault, staysStopped)
    }

    var count: Int { acts.withLock { $0 } }

    func pass(_ operation: FileOperation) -> FileFault? {
      let number = acts.withLock { acts in
        acts += 1
        return acts - 1
      }
      return number == last || (staysStopped && number > last) ? fault : nil
    }
  }

  @Test("a process that ends at any act leaves the old file or the new one, and the next goes on")
  func killed() throws {
    let counter = Stopper()
    _ = try keychain(counter.pass).addPassword(Self.values("new"), secret: .text("x"))
    #expect(counter.count > 10)
    for act in 0..<counter.count {
      try Array(before).write(to: path)
      let stopper = Stopper(at: act)
      let status = code {
        _ = try keychain(stopper.pass).addPassword(Self.values("new"), secret: .text("x"))
      }
      let found = try services()
      #expect(found == ["old"] || found == ["new", "old"], "act \(act)")
      // A call that succeeded has stored its item.
      #expect(status != 0 || found == ["new", "old"], "act \(act)")
      _ = try keychain().addPassword(Self.values("next"), secret: .text("y"))
      #expect(try services().contains("next"), "act \(act)")
      #expect(try files.count { $0.contains("draft") } == 0, "act \(act)")
    }
  }

  @Test(
    "a single failure of any act is reported, and changes nothing or everything",
    arguments: [
      (ENOSPC, Int32(-34)), (EROFS, Int32(-61)), (EACCES, Int32(-61)), (EIO, Int32(-36)),
      (EDQUOT, Int32(-34)),
    ] as [(Int32, Int32)])
  func failing(_ number: Int32, _ status: Int32) throws {
    let counter = Stopper()
    _ = try keychain(counter.pass).addPassword(Self.values("new"), secret: .text("x"))
    var told: Set<Int32> = []
    for act in 0..<counter.count {
      try Array(before).write(to: path)
      let stopper = Stopper(at: act, .refused(errno: number), staysStopped: false)
      let code = code {
        _ = try keychain(stopper.pass).addPassword(Self.values("new"), secret: .text("x"))
      }
      told.insert(code ?? 1)
      let found = try services()
      #expect(found == ["old"] || found == ["new", "old"], "act \(act)")
      #expect(code != 0 || found == ["new", "old"], "act \(act)")
      #expect(try files.count { $0.contains("draft") } <= 1, "act \(act)")
    }
    #expect(told.isSubset(of: [0, status]))
    #expect(told.contains(status))
  }

  @Test("a draft of a killed process is removed, but none of a keychain with a longer name")
  func drafts() throws {
    let own = ".work.0123456789abcdef.latchkey-draft"
    let other = ".work.keychain.0123456789abcdef.latchkey-draft"
    for name in [own, other] {
      try Data().write(to: URL(fileURLWithPath: world.directory + "/" + name))
    }
    _ = try world.create(world.directory + "/work")
    #expect(try files.contains(other))
    #expect(try !files.contains(own))
  }

  @Test("the bytes are on the disk before they get the name, and the name before the call returns")
  func order() throws {
    let acts = Lock<[String]>([])
    let gate: FileGate = { operation in
      let word: String? =
        switch (operation.file, operation.act) {
        case (.lock, .take): "lock"
        case (.keychain, .open(creates: true)): "draft"
        case (.keychain, .write): "write"
        case (.keychain, .sync): "sync"
        case (.keychain, .rename), (.keychain, .link): "name"
        case (.directory, .sync): "sync directory"
        default: nil
        }
      acts.withLock { $0 += word.map { [$0] } ?? [] }
      return nil
    }
    _ = try keychain(gate).addPassword(Self.values("new"), secret: .text("x"))
    let expected = ["lock", "draft", "write", "sync", "name", "sync directory"]
    #expect(acts.withLock { $0 } == expected)
    acts.withLock { $0 = [] }
    let made = Keychain(
      world.directory + "/made.keychain",
      KeychainSurroundings(
        places: world.places, clock: world.clock, randomness: SystemRandomness(),
        calls: FileCalls(gate: gate), holder: world.holder, client: KeychainWorld.client("one")))
    try made.create(password: .text("password"))
    #expect(acts.withLock { $0 } == expected)
  }

  @Test("a lock that another program keeps for half a minute is -36, and the file stays as it is")
  func busy() throws {
    _ = try keychain().addPassword(Self.values("new"), secret: .text("x"))
    let bytes = try keychain().image().bytes
    let name = try #require(try files.first { $0.hasPrefix(".fl") })
    let holder = unsafe open(world.directory + "/" + name, O_RDONLY | O_CLOEXEC)
    #expect(holder >= 0 && flock(holder, LOCK_EX) == 0)
    defer { close(holder) }
    let begin = world.clock.sinceBoot()
    let gate: FileGate = { operation in
      if operation.act == .take { world.clock.pass(seconds: 1) }
      return nil
    }
    let waiting = keychain(gate)
    #expect(code { _ = try waiting.addPassword(Self.values("late"), secret: .text("y")) } == -36)
    #expect((30...40).contains((world.clock.sinceBoot() - begin) / 1_000_000))
    // Reading needs no lock.
    #expect(try services() == ["new", "old"])
    #expect(try keychain().image().bytes == bytes)
    #expect(flock(holder, LOCK_UN) == 0)
    _ = try waiting.addPassword(Self.values("late"), secret: .text("y"))
  }

  @Test("a torn write never becomes the file")
  func torn() throws {
    let stopper = Lock(false)
    let gate: FileGate = { operation in
      guard case .write = operation.act else { return nil }
      stopper.withLock { $0 = true }
      return .torn(after: 100)
    }
    #expect(
      code { _ = try keychain(gate).addPassword(Self.values("n"), secret: .text("x")) } == -36)
    #expect(stopper.withLock { $0 })
    #expect(try keychain().image().bytes == before)
  }

  @Test("writers at once lose nothing")
  func together() throws {
    let keychains = (0..<4).map { _ in keychain() }
    DispatchQueue.concurrentPerform(iterations: 4) { writer in
      for number in 0..<10 {
        _ = try? keychains[writer].addPassword(
          Self.values("w\(writer) n\(number)"), secret: .text("x"))
      }
    }
    #expect(try services().count == 41)
  }

  @Test("a program without the lock that replaces the file meanwhile loses nothing either")
  func replaced() throws {
    let plain = keychain()
    let isDone = Lock(false)
    let gate: FileGate = { operation in
      // After the draft is synced, and before the file is looked at again.
      guard operation.act == .sync, operation.file == .keychain,
        !isDone.withLock({ done in
          defer { done = true }
          return done
        })
      else { return nil }
      guard let image = try? plain.image() else { return nil }
      var draft = FileDraft(image)
      if let record = try? image.record(0, in: Relation.genericPasswords.id) {
        try? draft.remove(record)
        try? draft.encode().write(to: path)
      }
      return nil
    }
    _ = try keychain(gate).addPassword(Self.values("new"), secret: .text("x"))
    #expect(try services() == ["new"])
  }

  @Test("a keychain with other keys that takes the file's place keeps its own keys")
  func otherKeys() throws {
    let other = try world.create(world.directory + "/other.keychain", password: "other")
    let bytes = try other.image().bytes
    let isDone = Lock(false)
    let gate: FileGate = { operation in
      // After the keys were fetched, and before the file is locked.
      guard operation.file == .lock,
        !isDone.withLock({ done in
          defer { done = true }
          return done
        })
      else { return nil }
      try? bytes.write(to: path)
      return nil
    }
    let victim = keychain(gate)
    #expect(
      code { try victim.set(Keychain.Settings(timeout: 5, locksOnSleep: false)) } == -25308)
    #expect(isDone.withLock { $0 })
    #expect(try keychain().image().bytes == bytes)
    try keychain().unlock(.text("other"))
  }

  /// Runs a change of another process when a process has fetched the keys, and before it locks the
  /// file.
  private func meanwhile(_ change: @escaping @Sendable () -> Void) -> FileGate {
    let isDone = Lock(false)
    return { operation in
      let isFirst = isDone.withLock { done in
        guard operation.file == .lock, !done else { return false }
        done = true
        return true
      }
      if isFirst { change() }
      return nil
    }
  }

  @Test("new settings keep a keychain unlocked whose password another process changed meanwhile")
  func settingsAndPassword() throws {
    let other = keychain()
    let changing = keychain(
      meanwhile { try? other.changePassword(from: .text("password"), to: .text("new")) })
    try changing.set(Keychain.Settings(timeout: 5, locksOnSleep: false))
    #expect(try keychain().status().contains(.unlocked))
    #expect(try keychain().settings() == .init(timeout: 5, locksOnSleep: false))
    world.clock.pass(seconds: 6)
    #expect(try keychain().status() == .readable)
    #expect(code { try keychain().unlock(.text("password")) } == -25293)
    try keychain().unlock(.text("new"))
  }

  @Test("of two processes that change the password at once, the second is refused")
  func passwords() throws {
    let other = keychain()
    let changing = keychain(
      meanwhile { try? other.changePassword(from: .text("password"), to: .text("new")) })
    #expect(
      code { try changing.changePassword(from: .text("password"), to: .text("late")) } == -25293)
    try keychain().lock()
    try keychain().unlock(.text("new"))
  }

  @Test("a keychain that is made through a link to its directory is the one behind the link")
  func linkedDirectory() throws {
    let link = world.directory + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: world.directory)
    let made = try world.create(link + "/new.keychain")
    #expect(made.path == world.directory + "/new.keychain")
    #expect(try world.file(world.directory + "/new.keychain").status().contains(.unlocked))
  }

  @Test("what is no ordinary file is refused at once")
  func kinds() throws {
    let fifo = world.directory + "/fifo.keychain"
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    let folder = world.directory + "/folder.keychain"
    #expect(unsafe mkdir(folder, 0o700) == 0)
    for name in [fifo, folder] {
      let keychain = try world.file(name)
      #expect(code { _ = try keychain.status() } == -25295, "\(name)")
      #expect(code { try keychain.remove() } == -25295, "\(name)")
    }
    try Array("not a keychain".utf8).write(to: world.directory + "/text.keychain")
    let text = try world.file(world.directory + "/text.keychain")
    #expect(code { _ = try text.status() } == -25295)
    let missing = try world.file("/no/such.keychain")
    #expect(code { _ = try missing.status() } == -25294)
  }

  @Test("a link stays, and its target is changed; mode and owner stay")
  func links() throws {
    let link = world.directory + "/link.keychain"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(unsafe chmod(path, 0o640) == 0)
    let isRoot = geteuid() == 0
    if isRoot { #expect(unsafe chown(path, 1234, 4321) == 0) }
    let keychain = try world.file(link)
    #expect(keychain.path == path)
    _ = try keychain.addPassword(Self.values("new"), secret: .text("x"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
    if isRoot { #expect(status.st_uid == 1234 && status.st_gid == 4321) }
  }

  @Test("a new file is for its owner alone, and its folders too")
  func modes() throws {
    let deep = world.directory + "/a/b/new.keychain"
    _ = try world.create(deep)
    var status = stat()
    #expect(unsafe stat(deep, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(unsafe stat(world.directory + "/a", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test("deleting a keychain leaves no lock file behind")
  func removed() throws {
    let keychain = keychain()
    _ = try keychain.addPassword(Self.values("new"), secret: .text("x"))
    #expect(try files.contains { $0.hasPrefix(".fl") })
    try keychain.remove()
    #expect(try files == [])
    #expect(code { try keychain.remove() } == -25294)
  }
}
