// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import Testing

/// Tests files that have the name of a repaired store, but are not a repaired store
/// (Decisions/repair.md).
@Suite struct RepairedNameTests {
  enum Kind: CaseIterable {
    case text, empty, directory, link, pipe, otherStore, damaged, sameFile
  }

  @Test("the opening is refused by that name, and nothing moves", arguments: Kind.allCases)
  func refused(_ kind: Kind) throws {
    let place = try TestStore()
    let home = place.directory + "/store"
    let tool = Worker(home: home, program: "security")
    #expect(try tool.run("add-generic-password", "-a", "a", "-s", "s", "-w", "x").status == 0)
    try make(kind, home, beside: place.directory + "/other")
    let before = try names(home)
    for arguments in [["find-generic-password", "-s", "s", "-w"], ["check", "--repair"]] {
      let answer = try tool.start(arguments).finish()
      #expect(answer.status != 0 && answer.output.contains("store.db.repaired"), "\(answer)")
      #expect(try names(home) == before)
    }
    #expect(unsafe remove(home + "/store.db.repaired") == 0)
    #expect(try tool.run("find-generic-password", "-s", "s", "-w").output == "x\n")
    #expect(try tool.run("check").status == 0)
  }

  private func make(_ kind: Kind, _ home: String, beside other: String) throws {
    let manager = FileManager.default
    let (store, path) = (home + "/store.db", home + "/store.db.repaired")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: store)))
    switch kind {
    case .text: DamageFiles.write(Array("hi\n".utf8), to: path)
    case .empty: DamageFiles.write([], to: path)
    case .directory: try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .link: #expect(unsafe symlink(store, path) == 0)
    case .pipe: #expect(unsafe mkfifo(path, 0o600) == 0)
    case .otherStore:
      let tool = Worker(home: other, program: "security")
      #expect(try tool.run("add-generic-password", "-a", "a", "-s", "s", "-w", "y").status == 0)
      try manager.copyItem(atPath: other + "/store.db", toPath: path)
    case .damaged:
      var bytes = bytes
      bytes[200] ^= 1
      DamageFiles.write(bytes, to: path)
    case .sameFile: #expect(unsafe Glibc.link(store, path) == 0)
    }
  }

  private func names(_ home: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home)
      .filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }.sorted()
  }
}
