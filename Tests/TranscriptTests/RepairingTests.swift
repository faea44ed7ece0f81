// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// Tests of check, check --repair and check --reseal at a terminal.
@Suite("a damaged store on the command line") struct RepairingTests {
  private let home: TemporaryFolder
  private let program: Program

  init() throws {
    home = try TemporaryFolder()
    program = Program(home: home.path)
    for account in ["one", "two"] {
      _ = try program.run(["add-generic-password", "-a", account, "-s", "svc", "-w", account])
    }
  }

  @Test("the first page of a table is destroyed") func page() throws {
    // Page 2 is the root of the first table.
    try change(at: 512)
    let find = ["find-generic-password", "-a", "one", "-s", "svc", "-w"]
    let refused = try program.run(find)
    #expect(refused.status != 0 && refused.status != 44)
    #expect(refused.error.contains("\(home.path)/store.db, page 2: a part of the store is damaged"))
    let check = try program.run(["check"])
    #expect(check.status != 0)
    #expect(check.output.contains("    file damaged: store.db, page 2, of genp\n"))
    #expect(check.output.split(separator: "\n").count { $0.contains("page 2") } == 1)
    let repair = try program.run(["check", "--repair"])
    #expect(repair.status == 0, "\(repair.output)\(repair.error)")
    #expect(
      repair.output.contains(
        "A new store was built: 2 rows, 0 deleted and kept for sync, history: 2.\n"))
    #expect(repair.output.contains("\nThe old files are in \(home.path):\n    aside-"))
    #expect(repair.output.hasSuffix("Nothing is lost.\n"))
    #expect(try program.run(find).output == "one\n")
    #expect(try program.run(["check"]).output.hasSuffix("\nNothing is damaged.\n"))
    let again = try program.run(["check", "--repair"])
    #expect(
      again.status == 0
        && again.output == "Nothing of the store is damaged, and nothing was done.\n")
    let names = try #require(Files.names(in: home.path))
    #expect(names.contains { $0.hasPrefix("aside-") && $0.hasSuffix(".store.db") })
  }

  @Test("a store that does not open is told about, and repaired") func closed() throws {
    try change(at: 20)
    let check = try program.run(["check"])
    #expect(check.status != 0)
    #expect(check.output.contains("The store does not open. Its files tell:\n"))
    #expect(check.output.contains("    file damaged: store.db, page 1"))
    #expect(check.output.contains("\n2 rows can be kept."))
    let repair = try program.run(["check", "--repair"])
    #expect(repair.status == 0, "\(repair.output)\(repair.error)")
    #expect(try program.run(["check"]).status == 0)
  }

  @Test("sums that are not right are written anew") func reseal() throws {
    // The last bytes of page 2 are its checksum.
    try change(at: 1_023)
    #expect(try program.run(["check"]).status != 0)
    let reseal = try program.run(["check", "--reseal"])
    #expect(reseal.status == 0, "\(reseal.output)\(reseal.error)")
    #expect(
      reseal.output
        == "2 rows opened. The sums of all pages are right now. The files as they were have names "
        + "that begin with aside-.\n")
    #expect(try program.run(["check"]).status == 0)
  }

  @Test("both keybags are destroyed: refused, by name, and nothing is changed")
  func keybags() throws {
    for name in ["keybag", "keybag.copy"] {
      try Files.write([UInt8](repeating: 7, count: 400), to: "\(home.path)/\(name)")
    }
    for words in [["check"], ["check", "--repair"], ["check", "--reseal"]] {
      let result = try program.run(words)
      #expect(result.status != 0 && result.error.contains("keybag"), "\(words)")
    }
    let names = try #require(Files.names(in: home.path))
    #expect(!names.contains { $0.hasPrefix("aside-") })
  }

  /// Changes one byte of the closed database.
  private func change(at place: Int) throws {
    let descriptor = unsafe open("\(home.path)/store.db", O_RDWR)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var byte: UInt8 = 0
    #expect(unsafe pread(descriptor, &byte, 1, place) == 1)
    byte ^= 0x55
    #expect(unsafe pwrite(descriptor, &byte, 1, place) == 1)
  }
}
