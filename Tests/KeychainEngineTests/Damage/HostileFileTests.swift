// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import TestPatience
import Testing

/// Tests trees, chains and lists that lead in circles, with right sums: every call comes to an end.
@Suite struct HostileFileTests {
  enum Trap: CaseIterable {
    case overflowCircle, longOverflow, manyCells, tablesInCircle, tablesOverflow, treeCircle
    case freeCircle, promisedPages, sameLeaf, sameEntry
  }

  @Test("check and repair come to an end and keep the items", arguments: Trap.allCases)
  func ends(_ trap: Trap) throws {
    let place = try TestStore()
    let home = place.directory + "/store"
    let tool = Worker(home: home, program: "security")
    #expect(try tool.run("add-generic-password", "-a", "a", "-s", "s", "-w", "x").status == 0)
    let root = try root(trap == .sameEntry ? "history" : "genp", home)
    var file = try HostileFile(home + "/store.db")
    set(trap, &file, root)
    try file.write()
    let checked = try tool.start(["check"]).finish()
    #expect(checked.status != 0, "\(checked)")
    let repaired = try tool.start(["check", "--repair"]).finish()
    #expect(repaired.status == 0, "\(repaired)")
    #expect(try tool.run("find-generic-password", "-s", "s", "-w").output == "x\n")
    #expect(try tool.run("check").status == 0)
  }

  private func root(_ table: String, _ home: String) throws -> Int {
    let ask = "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'"
    return try Int(#require(try Connection(home + "/store.db").number(ask)))
  }

  private func set(_ trap: Trap, _ file: inout HostileFile, _ root: Int) {
    switch trap {
    case .overflowCircle, .manyCells:
      let next = file.append()
      file.set(next, 0, HostileFile.number(next))
      let cells = trap == .manyCells ? 100 : 1
      _ = file.appendLeaf(cells: cells, size: 0x7FFF_FFF0, overflow: next)
      loseTables(&file)
    case .longOverflow:
      // Each page leads to the next one, to the end of the file and beyond.
      let first = file.pages.count + 1
      for number in 0..<200 { _ = file.append(HostileFile.number(first + number + 1)) }
      for _ in 0..<50 { _ = file.appendLeaf(cells: 100, size: 90_000, overflow: first) }
      loseTables(&file)
    case .tablesInCircle:
      file.set(1, 100, [5, 0, 0, 0, 0])
      file.set(1, 108, HostileFile.number(1))
    case .tablesOverflow:
      let next = file.append()
      file.set(next, 0, HostileFile.number(next))
      let leaf = file.appendLeaf(cells: 1, size: 0x7FFF_FFF0, overflow: next)
      file.set(1, 100, [5, 0, 0, 0, 0])
      file.set(1, 108, HostileFile.number(leaf))
    case .treeCircle:
      let (first, second) = (file.append(), file.append())
      file.set(first, 0, [5, 0, 0, 0, 0, 0, 0, 0] + HostileFile.number(second))
      file.set(second, 0, [5, 0, 0, 0, 0, 0, 0, 0] + HostileFile.number(first))
      file.set(1, 100, [5, 0, 0, 0, 0])
      file.set(1, 108, HostileFile.number(first))
    case .freeCircle:
      let trunk = file.append()
      file.set(trunk, 0, HostileFile.number(trunk) + HostileFile.number(0x7FFF_FFFF))
      file.set(1, 32, HostileFile.number(trunk))
    case .sameLeaf, .sameEntry:
      // Leads to one row thousands of times, under keys that promise later rows.
      let leaf = file.append(file.pages[root - 1])
      let above = file.append()
      for (page, below) in [(above, leaf), (root, above)] {
        let cell = HostileFile.number(below) + [127]
        file.set(page, 0, [5, 0, 0, 0, 60, 0, 0, 0] + HostileFile.number(below))
        for place in 0..<60 { file.set(page, 12 + 2 * place, [1, 0x80]) }
        file.set(page, 0x180, cell)
      }
      file.set(1, 28, HostileFile.number(file.pages.count))
    case .promisedPages: file.set(1, 28, HostileFile.number(0xFFFF_FFFE))
    }
  }

  /// Makes a repair necessary: the list of tables leads to a page of zeros.
  private func loseTables(_ file: inout HostileFile) {
    let empty = file.append()
    file.set(1, 100, [5, 0, 0, 0, 0])
    file.set(1, 108, HostileFile.number(empty))
  }

  @Test("small files of anything, with right sums, are looked through in no time")
  func anything() throws {
    let store = try TestStore()
    let home = store.directory + "/store"
    let tool = Worker(home: home, program: "security")
    #expect(try tool.run("add-generic-password", "-a", "a", "-s", "s", "-w", "x").status == 0)
    let original = try HostileFile(home + "/store.db")
    var random = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      var file = original
      for _ in 0..<4 { _ = file.append() }
      for page in 1...file.pages.count where Bool.random(using: &random) {
        Self.scramble(&file, page, &random)
      }
      try file.write()
      let time = Stopwatch.duration(.thread) {
        _ = status { _ = try StoreRepair(StoreLocation(directory: home)).diagnose() }
      }
      #expect(time < .seconds(20), "\(time): \(file.pages)")
    }
  }

  /// Writes random bytes into the head of a tree page and into its page numbers.
  private static func scramble(
    _ file: inout HostileFile, _ page: Int, _ random: inout SystemRandomNumberGenerator
  ) {
    let start = page == 1 ? 100 : 0
    let kinds: [UInt8] = [2, 5, 10, 13]
    if Bool.random(using: &random) {
      let kind = kinds.randomElement(using: &random) ?? 5
      file.set(page, start, [kind, 0, 0, 0, UInt8.random(in: 0...40, using: &random)])
    }
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let place = Int.random(in: (start + 5)..<(file.usable - 4), using: &random)
      let number = Int.random(in: 0...file.pages.count, using: &random)
      file.set(page, place, HostileFile.number(number))
    }
  }
}
