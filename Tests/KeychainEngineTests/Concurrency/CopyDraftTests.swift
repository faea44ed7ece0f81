// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// Tests copies whose target name or draft name is already taken (Decisions/copy.md).
@Suite("Drafts of copies") struct CopyDraftTests {
  private let manager = FileManager.default

  /// A file that has the name of the draft, and that the copy must not empty.
  enum Taken: CaseIterable {
    case linkToStore, linkToOther, linkToNothing, otherStore, file, pipe
  }

  @Test("what is no left-over of a copy is refused and stays as it is", arguments: Taken.allCases)
  func refused(_ taken: Taken) throws {
    let place = try TestStore()
    let (store, other) = (place.directory + "/store", place.directory + "/other")
    for home in [store, other] { try add(Worker(home: home, program: "security")) }
    let draft = place.directory + "/copy.part"
    switch taken {
    case .linkToStore: #expect(unsafe symlink(store, draft) == 0)
    case .linkToOther: #expect(unsafe symlink(other, draft) == 0)
    case .linkToNothing: #expect(unsafe symlink(place.directory + "/no", draft) == 0)
    case .otherStore: try manager.moveItem(atPath: other, toPath: draft)
    case .file: try Data("mine".utf8).write(to: URL(fileURLWithPath: draft))
    case .pipe: #expect(unsafe mkfifo(draft, 0o600) == 0)
    }
    let before = try content(place.directory)
    let made = try Worker(home: store, program: "security")
      .run("check", "--copy", place.directory + "/copy")
    #expect(made.status == 206 && made.output.contains("copy.part"), "\(made.output)")
    #expect(try content(place.directory) == before)
    #expect(try Worker(home: store, program: "security").run("check").status == 0)
  }

  @Test("a store whose own name is that of the draft stays, with the mark of a draft too")
  func itself() throws {
    let place = try TestStore()
    let home = place.directory + "/a.part"
    let tool = Worker(home: home, program: "security")
    try add(tool)
    for marks in [false, true] {
      if marks { try Data().write(to: URL(fileURLWithPath: home + "/copying")) }
      let before = try content(place.directory)
      let made = try tool.run("check", "--copy", place.directory + "/a")
      #expect(made.status == 206, "\(made.output)")
      #expect(try content(place.directory) == before)
    }
    #expect(try tool.run("find-generic-password", "-s", "s", "-w").output == "x\n")
  }

  @Test("a draft that a killed copy left is taken again", arguments: [true, false])
  func leftOver(isLocked: Bool) throws {
    let place = try TestStore()
    let session = try store(place)
    let draft = place.directory + "/copy.part"
    try manager.createDirectory(atPath: draft, withIntermediateDirectories: false)
    if isLocked { try Data().write(to: URL(fileURLWithPath: draft + "/lock")) }
    #expect(try session.copyStore(to: place.directory + "/copy").isClean)
    // The state after a kill: the copy is complete except for its name.
    try manager.moveItem(atPath: place.directory + "/copy", toPath: draft)
    #expect(status { _ = try session.copyStore(to: place.directory + "/copy") } == -50)
    try Data().write(to: URL(fileURLWithPath: draft + "/copying"))
    #expect(try session.copyStore(to: place.directory + "/copy").isClean)
    #expect(!manager.fileExists(atPath: draft))
    let names = try manager.contentsOfDirectory(atPath: place.directory + "/copy")
    #expect(names.allSatisfy { StoreFiles.role(of: $0) == .part }, "\(names)")
  }

  @Test("a copy is marked while it is made, and a killed process leaves what the next one takes")
  func killed() throws {
    let place = try TestStore()
    let tool = Worker(home: place.directory + "/store", program: "security")
    try add(tool)
    for delay in stride(from: 0, to: 60, by: 3) {
      let running = try tool.start(["check", "--copy", place.directory + "/copy"])
      // The kill hits the copy at an arbitrary step.
      Patience.pause(.milliseconds(delay))
      kill(running.process.processIdentifier, SIGKILL)
      _ = try running.finish()
      // Makes another copy, unless the first was completed, or completed except for its name.
      let made = try tool.run("check", "--copy", place.directory + "/copy")
      let isThere = made.output.contains("replaces nothing")
      let isWhole = made.output.contains("holds other files")
      #expect(made.status == (isThere || isWhole ? 206 : 0), "after \(delay) ms: \(made.output)")
      if isWhole {
        try manager.moveItem(
          atPath: place.directory + "/copy.part", toPath: place.directory + "/copy")
      }
      #expect(!manager.fileExists(atPath: place.directory + "/copy.part"))
      let copy = Worker(home: place.directory + "/copy", program: "security")
      #expect(try copy.run("find-generic-password", "-s", "s", "-w").output == "x\n")
      try manager.removeItem(atPath: place.directory + "/copy")
    }
  }

  @Test("of many copies to one name at once exactly one is made, and it is whole")
  func together() throws {
    let place = try TestStore()
    let session = try store(place)
    let target = place.directory + "/copy"
    for _ in 0..<6 {
      let answers = Lock<[Int32]>([])
      let threads = (0..<4).map { _ in
        Thread {
          let answer = status { _ = try session.copyStore(to: target) }
          answers.withLock { $0.append(answer) }
        }
      }
      threads.forEach { $0.start() }
      #expect(Patience.wait { threads.allSatisfy(\.isFinished) })
      let all = answers.withLock { $0.sorted() }
      #expect(all.count { $0 == 0 } == 1, "\(all)")
      #expect(all.allSatisfy { [0, -50, -25291].contains($0) }, "\(all)")
      #expect(try place.names() == ["copy", "store"])
      let copy = try Engine.open(StoreLocation(directory: target))
      #expect(try copy.session(as: Self.caller).check().isClean)
      try manager.removeItem(atPath: target)
    }
  }

  private static let caller = Caller(identifier: "app", groups: ["g"])

  private func store(_ place: TestStore) throws -> Session {
    let session = try Engine.open(StoreLocation(directory: place.directory + "/store"))
      .session(as: Self.caller)
    _ = try session.add(password("s", "a", "x"))
    return session
  }

  private func add(_ tool: Worker) throws {
    #expect(try tool.run("add-generic-password", "-a", "a", "-s", "s", "-w", "x").status == 0)
  }

  /// Returns names, kinds, modes and bytes of everything below a directory, without times.
  private func content(_ directory: String) throws -> [String: String] {
    var all: [String: String] = [:]
    for name in try manager.subpathsOfDirectory(atPath: directory)
    where !name.hasSuffix("-shm") && !name.hasSuffix("-wal") {
      let path = directory + "/" + name
      var status = stat()
      #expect(unsafe lstat(path, &status) == 0)
      let isFile = status.st_mode & S_IFMT == S_IFREG
      let bytes = isFile ? try Data(contentsOf: URL(fileURLWithPath: path)) : Data()
      all[name] = "\(status.st_mode) \(bytes.base64EncodedString())"
    }
    return all
  }
}
