// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that the diagnosis of a damaged file does not call an unreadable item absent.
///
/// Specification/diagnostics.md, "security dump-items", "Not found (-25300), wrong or missing
/// results", "Store and surroundings".
@Suite("the diagnosis of a damaged file") struct DamagedFileTests {
  private static let page = 512
  private let home: TemporaryFolder
  private let program: Program

  init() throws {
    home = try TemporaryFolder()
    program = Program(home: home.path)
  }

  private func run(_ words: String) throws -> Program.Result {
    try program.run(words.split(separator: " ").map(String.init))
  }

  private func add(_ account: String) throws {
    #expect(try run("add-generic-password -s s -a \(account) -w x").status == 0)
  }

  private func change(_ bytes: [UInt8], at place: Int) throws {
    var bytes = bytes
    bytes[place] ^= 1
    try Files.write(bytes, to: home.path + "/store.db")
  }

  /// Flips a bit on a page that only one item lies on.
  private func damageOneItem() throws {
    try add("a")
    try add("b")
    let size = try Files.read(home.path + "/store.db").count
    try add("c")
    let whole = try Files.read(home.path + "/store.db")
    for end in stride(from: whole.count, to: size, by: -Self.page) {
      try change(whole, at: end - Self.page / 2)
      let table = try run("dump-items").output
      let isOne =
        table.contains(", 3 found")
        && table.split(separator: "\n").count { $0.hasSuffix(" damaged") } == 1
      if isOne { return }
    }
    Issue.record("no page of one item was found")
  }

  @Test("one item is listed as damaged, the others as they are") func listed() throws {
    try damageOneItem()
    let table = try run("dump-items")
    #expect(table.status == 36 && table.error.isEmpty)
    #expect(table.output.split(separator: "\n").count { $0.hasSuffix(" readable") } == 2)
    let doctor = try run("doctor")
    #expect(doctor.status == 4)
    #expect(doctor.output.contains("K908 error  1 of 3 items does not open (genp)."))
    #expect(!doctor.output.contains("The store does not open"))
    // A damaged item cannot be compared.
    #expect(try run("dump-items genp --compare svce=s").status == 93)
  }

  @Test("a search that meets the damage does not call it an absence", arguments: [false, true])
  func searched(wholeTable: Bool) throws {
    try damageOneItem()
    // The first page of the table: without it no row can be read.
    if wholeTable { try change(Files.read(home.path + "/store.db"), at: Self.page) }
    let account = wholeTable ? "a" : "c"
    for verb in ["query", "update", "delete"] {
      let more = verb == "update" ? " --set labl=new" : ""
      let told = try run("explain \(verb) svce=s,acct=\(account)\(more)")
      #expect(told.status == 93, "\(told)")
      #expect(told.output.contains("\nK215 error ") && !told.output.contains("K201"), "\(told)")
    }
    let added = try run("explain add svce=s,acct=\(account)")
    #expect(added.status == 93 && added.output.contains("\nK908 error "), "\(added)")
    let absent = try run("explain svce=none")
    #expect(absent.status == 44, "\(absent)")
    #expect(absent.output.contains("\nK908 error ") && !absent.output.contains("K201"))
  }

  @Test("whatever page is damaged, doctor does not find the store well")
  func everyPage() throws {
    for account in ["a", "b", "c"] { try add(account) }
    let whole = try Files.read(home.path + "/store.db")
    for page in 0..<whole.count / Self.page {
      try change(whole, at: page * Self.page + Self.page / 2)
      let doctor = try run("doctor")
      #expect([3, 4].contains(doctor.status), "page \(page + 1): \(doctor)")
    }
  }
}
