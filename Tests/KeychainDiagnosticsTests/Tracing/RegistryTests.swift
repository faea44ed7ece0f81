// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainExplaining
import KeychainTypes
import SecureMemory
import Testing

/// Tests of the programs that a store remembers (Specification/diagnostics.md, "Application
/// history").
@Suite("registry of applications") struct RegistryTests {
  private struct Clock: KeychainClock {
    let time: Lock<Instant>
    func now() -> Instant { time.withLock { $0 } }
    func sinceBoot() -> Int64 { now().microseconds }
    func boot() -> Identifier16 { .zero }
    func threadTime() -> Int64 { 0 }
  }

  private static let day: Int64 = 86_400_000_000
  private let directory: String
  private let clock = Clock(time: Lock(Instant(microseconds: 9_000 * day)))
  private let engine: Engine

  init() throws {
    directory = NSTemporaryDirectory() + "latchkey-registry-" + UUID().uuidString
    var environment = Environment()
    environment.clock = clock
    engine = try Engine.open(StoreLocation(directory: directory), environment: environment)
  }

  private func end() { try? FileManager.default.removeItem(atPath: directory) }

  private func caller(_ name: String, _ groups: [String], version: String? = nil) -> Caller {
    Caller(identifier: name, groups: groups, version: version)
  }

  private func wait(days: Int64) {
    clock.time.withLock { $0 = $0.advanced(byMicroseconds: days * Self.day) }
  }

  @Test("a generation for each change, none without one, and what was last lost comes first")
  func generations() throws {
    defer { end() }
    let first = caller("T.a", ["T.x", "T.y", "T.x"], version: "1")
    engine.session(as: first).notice()
    engine.session(as: first).notice()
    wait(days: 3)
    engine.session(as: first).notice()
    let second = caller("T.a", ["T.y"], version: "2")
    let session = engine.session(as: second)
    session.notice()
    let history = try #require(try session.ownHistory())
    #expect(history.generations.map(\.number) == [1, 2])
    #expect(history.generations.map(\.groups) == [["T.x", "T.y"], ["T.y"]])
    #expect(history.lostGroups(to: second) == ["T.x"] && history.lostGroups(to: first).isEmpty)
    #expect(history.last(with: "T.x")?.generation.version == "1")
    #expect(history.last(with: "T.x")?.until == clock.now())
    #expect(try engine.session(as: caller("T.b", ["T.x"])).ownHistory() == nil)
  }

  @Test("64 generations of a program, and the numbers go on")
  func manyGenerations() throws {
    defer { end() }
    for number in 1...70 {
      engine.session(as: caller("T.a", ["T.\(number)"])).notice()
    }
    let history = try #require(try engine.session(as: caller("T.a", [])).ownHistory())
    #expect(history.generations.map(\.number) == Array(7...70))
  }

  @Test("512 programs, those seen longest ago go first; after 400 days all")
  func limits() throws {
    defer { end() }
    for number in 0..<Session.mostApplications + 3 {
      engine.session(as: caller("T.\(number)", ["T.x"])).notice()
      if number == 1 { wait(days: 1) }
    }
    // T.0 and T.1 were seen a day earlier than the others.
    let owner = engine.session(as: caller("T.owner", ["T.x"]))
    let names = Set(try owner.histories().map(\.identifier))
    #expect(names.count == Session.mostApplications)
    #expect(!names.contains("T.0") && !names.contains("T.1") && names.contains("T.514"))
    wait(days: Session.daysRemembered + 1)
    owner.notice()
    #expect(try owner.histories().map(\.identifier) == ["T.owner"])
  }

  @Test("new keys, a copy of the program that runs on, and forgetting")
  func renewedKeys() throws {
    defer { end() }
    let session = engine.session(as: caller("T.a", ["T.x"], version: "1"))
    session.notice()
    engine.session(as: caller("T.b", ["T.x"])).notice()
    let before = try session.ownHistory()
    _ = try session.rotateKeys()
    #expect(try session.ownHistory() == before && before != nil)
    #expect(try session.histories().count == 2)
    let report = try session.check()
    #expect(report.isClean, "\(report)")
    #expect(try session.forgetHistory(of: "T.a") == 1)
    #expect(try session.ownHistory() == nil && session.histories().count == 1)
    #expect(try session.forgetHistory(of: nil) == 1 && session.histories().isEmpty)
  }

  @Test("nothing of it can be read in the files of the store")
  func sealed() throws {
    defer { end() }
    engine.session(as: caller("T.com.example.canary-program", ["T.canary-group"])).notice()
    for file in ["/store.db", "/store.db-wal"] {
      let content = FileManager.default.contents(atPath: directory + file) ?? Data()
      #expect(!content.isEmpty && content.range(of: Data("canary".utf8)) == nil)
    }
  }

  @Test("a store that is repaired remembers") func repaired() throws {
    let place = NSTemporaryDirectory() + "latchkey-registry-" + UUID().uuidString
    defer {
      end()
      try? FileManager.default.removeItem(atPath: place)
    }
    try remember(40, in: place)
    let path = place + "/store.db"
    var content = try #require(FileManager.default.contents(atPath: path))
    // A byte of the root page of a table without rows.
    content[2 * 512 + 3] ^= 0xFF
    try content.write(to: URL(fileURLWithPath: path))
    let report = try StoreRepair(StoreLocation(directory: place)).repair()
    #expect(report != nil)
    let repaired = try Engine.open(StoreLocation(directory: place))
    let histories = try repaired.session(as: caller("T.0", [])).histories()
    #expect(Set(histories.map(\.identifier)) == Set((0..<40).map { "T.\($0)" }))
    #expect(try repaired.session(as: caller("T.0", [])).check().isClean)
  }

  /// Makes a store remember this many programs, and closes it.
  private func remember(_ count: Int, in place: String) throws {
    let engine = try Engine.open(StoreLocation(directory: place))
    for number in 0..<count {
      engine.session(as: caller("T.\(number)", ["T.group", "T.\(number)"])).notice()
    }
  }
}
