// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import Glibc
import KeychainTypes
import SecureMemory
import Testing
import UserFiles

/// Updates of items in several keychain files, while the disk fails
/// (Documentation/Decisions/keychain-list-members.md).
@Suite("an update of several keychain files") struct FileRewriteTests {
  private let world: KeychainWorld
  private let paths: [String]
  private let before: [[UInt8]]
  /// True while the files are changed, and not while items are searched for.
  private let isChanging = Lock(false)

  init() throws {
    world = try KeychainWorld()
    var made: [Keychain] = []
    for name in ["a", "b", "c"] {
      let keychain = try world.create("\(world.directory)/\(name).keychain")
      var values = RecordValues(.genericPasswords)
      values[Relation.code("svce")] = .text("service")
      values[Relation.code("acct")] = .text(name)
      values[Relation.code("icmt")] = .text("old")
      _ = try keychain.addPassword(values, secret: .text("secret"))
      made.append(keychain)
    }
    paths = made.map(\.path)
    before = try made.map { try $0.image().bytes }
  }

  /// - Parameter gate: Called before each act on a file while the files are changed.
  private func keychains(_ gate: FileGate? = nil) -> [Keychain] {
    let isChanging = isChanging
    let guarded: FileGate = { operation in
      guard let gate, isChanging.withLock({ $0 }) else { return nil }
      return gate(operation)
    }
    let surroundings = KeychainSurroundings(
      places: world.places, clock: world.clock, randomness: SystemRandomness(),
      calls: FileCalls(gate: guarded), holder: world.holder, client: KeychainWorld.client("one"))
    return paths.map { Keychain($0, surroundings) }
  }

  /// Changes the comments and secrets of all items, and returns the status.
  private func update(_ keychains: [Keychain]) throws -> Int32 {
    var changes = Changes()
    changes.attributes[.comment] = .text("new")
    changes.secret = .text("renewed")
    let query = Query(
      .genericPassword, [Predicate(.service, .text("service"))], limit: .all)
    do throws(KeychainError) {
      let found = try FileService(keychains, isNamed: true)
        .find(FileQuery(Request(.copyMatching, query, in: .absent)))
      isChanging.withLock { $0 = true }
      defer { isChanging.withLock { $0 = false } }
      let request = Request(updating: query, in: .absent, setting: changes)
      try FileService.update(
        found, to: FileItemReader(changing: request, of: .genericPassword))
      return 0
    } catch {
      return error.code.rawValue
    }
  }

  /// The comments of the items, in the order of the keychains.
  private func comments() throws -> [String] {
    try keychains().map { keychain in
      let item = try #require(try keychain.items(in: .genericPasswords).first)
      let comment = try item.values()[Relation.code("icmt")]?.content ?? []
      let text = String(decoding: comment, as: UTF8.self)
      #expect(try item.secret().text == (text == "new" ? "renewed" : "secret"))
      return text
    }
  }

  private func restore() throws {
    for (path, bytes) in zip(paths, before) { try bytes.write(to: path) }
  }

  private var drafts: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: world.directory)
        .filter { $0.contains("draft") }
    }
  }

  /// The acts of an update that meets no failure.
  private func acts() throws -> Int {
    let count = Lock(0)
    #expect(
      try update(
        keychains { _ in
          count.withLock { $0 += 1 }
          return nil
        }) == 0)
    #expect(try comments() == ["new", "new", "new"])
    #expect(try drafts == [])
    return count.withLock { $0 }
  }

  @Test(
    "a failure of one act changes all files or none",
    arguments: [(ENOSPC, -34), (EIO, -36), (EACCES, -61)] as [(Int32, Int32)])
  func failing(_ number: Int32, _ status: Int32) throws {
    var told: Set<Int32> = []
    for act in 0..<(try acts()) {
      try restore()
      let count = Lock(0)
      let code = try update(
        keychains { _ in
          let place = count.withLock { count in
            count += 1
            return count - 1
          }
          return place == act ? .refused(errno: number) : nil
        })
      told.insert(code)
      let found = Set(try comments())
      #expect(found.count == 1, "act \(act): \(found)")
      // A file that was put back has its old bytes.
      if found == ["old"] {
        #expect(try keychains().map { try $0.image().bytes } == before, "act \(act)")
      }
      #expect(code != 0 || found == ["new"], "act \(act)")
    }
    #expect(told.isSubset(of: [0, status]) && told.contains(status))
  }

  @Test("a process that ends at any act leaves each file old or new, the first files new")
  func killed() throws {
    for act in 0..<(try acts()) {
      try restore()
      let count = Lock(0)
      _ = try update(
        keychains { _ in
          count.withLock { count in
            count += 1
            return count > act ? .failure : nil
          }
        })
      let found = try comments()
      #expect(found == found.sorted(), "act \(act): \(found)")
      #expect(try update(keychains()) == 0)
      #expect(try comments() == ["new", "new", "new"], "act \(act)")
      #expect(try drafts == [], "act \(act)")
    }
  }

  @Test("a file system without hard links keeps the old contents too")
  func withoutLinks() throws {
    let renames = Lock(0)
    let code = try update(
      keychains { operation in
        switch operation.act {
        case .link: return .refused(errno: EPERM)
        case .rename:
          let count = renames.withLock { count in
            count += 1
            return count
          }
          return count == 3 ? .refused(errno: EIO) : nil
        default: return nil
        }
      })
    #expect(code == -36)
    #expect(try comments() == ["old", "old", "old"])
    #expect(try drafts == [])
  }

  @Test("two processes that change the same files in other orders lose nothing")
  func together() throws {
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      let files = keychains()
      for _ in 0..<5 {
        #expect((try? update(number % 2 == 0 ? files : files.reversed())) == 0)
      }
    }
    #expect(try comments() == ["new", "new", "new"])
    #expect(try drafts == [])
  }
}
