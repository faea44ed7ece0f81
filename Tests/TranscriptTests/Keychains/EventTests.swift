// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPatience
import Testing

/// Events of keychains in a program, by the commands of `security` in other processes
/// (Specification/file-keychain.md, "Events").
@Suite("events of keychains across processes") struct EventTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try run("create-keychain -p pw one.keychain")
    try run("list-keychains -s one.keychain")
    try run("add-generic-password -a old -s s -w w -A one.keychain")
  }

  private func run(_ line: String) throws {
    let result = try bench.run(line.split(separator: " ").map(String.init))
    #expect(result.status == 0, "\(line): \(result)")
  }

  /// The commands, each with the events that it causes: number, keychain, account, process.
  private static let table: [(String, [String])] = [
    // Of the store, calls of the own process alone are told.
    ("add-generic-password -a a -s s -w w", []),
    ("add-trusted-cert -r trustRoot {authority.pem}", ["12 - - 0"]),
    ("add-generic-password -a new -s s -w w one.keychain", ["3 one.keychain-db new 0"]),
    (
      "add-generic-password -U -a new -s s -w x one.keychain",
      ["4 one.keychain-db new 0", "3 one.keychain-db new 0"]
    ),
    (
      "set-generic-password-partition-list -a new -S apple-tool:,apple: -k pw one.keychain",
      ["5 one.keychain-db new 0"]
    ),
    ("delete-generic-password -a new one.keychain", ["4 one.keychain-db gone 0"]),
    ("lock-keychain one.keychain", ["1 one.keychain-db - 0"]),
    ("lock-keychain one.keychain", []),
    ("unlock-keychain -p pw one.keychain", ["2 one.keychain-db - 0"]),
    ("lock-keychain -a", ["1 one.keychain-db - 0"]),
    ("unlock-keychain -p pw one.keychain", ["2 one.keychain-db - 0"]),
    ("set-keychain-password -o pw -p other one.keychain", ["6 one.keychain-db - 0"]),
    // The time limit ends while the program waits for the event.
    ("set-keychain-settings -u -t 2 one.keychain", ["1 one.keychain-db - 0"]),
    ("create-keychain -p pw two.keychain", []),
    ("add-generic-password -a a -s s -w w two.keychain", ["3 two.keychain-db a 0"]),
    ("list-keychains -s one.keychain two.keychain", ["11 - - 0"]),
    ("default-keychain -s two.keychain", ["9 two.keychain-db - 0"]),
    ("delete-keychain two.keychain", ["11 two.keychain-db - 0", "9 store.db - 0"]),
  ]

  @Test("each row of the table of events, once and in order")
  func table() throws {
    try bench.makeAuthority()
    let listener = try EventProcess(in: bench, hearing: "one.keychain")
    var expected: [String] = []
    for (line, events) in Self.table {
      try run(line)
      expected += events
      #expect(listener.wait { _ in listener.events.count >= expected.count }, "\(line)")
      try #require(listener.events == expected, "\(line)")
    }
    #expect(try listener.end() == 0)
  }

  @Test("own events come once, a forked child works, and no descriptor reaches a program")
  func processes() throws {
    let listener = try EventProcess(in: bench, hearing: "one.keychain")
    #expect(try listener.tell("own", answering: "own") == "own 0 0")
    try run("add-generic-password -a after -s s -w w one.keychain")
    #expect(listener.wait { _ in listener.events.contains("3 one.keychain-db after 0") })
    #expect(
      listener.events == [
        "3 one.keychain-db gone own", "4 one.keychain-db gone own", "3 one.keychain-db after 0",
      ])
    #expect(try listener.tell("children", answering: "child") == "child 0")
    #expect(listener.wait { $0.contains("listed") })
    #expect(!listener.lines.contains { $0.contains("inotify") || $0.contains("eventfd") })
    #expect(try listener.end() == 0)
  }

  @Test("a function that was removed hears nothing, and leaves no thread")
  func removal() throws {
    let listener = try EventProcess(in: bench, hearing: "one.keychain")
    let alone = listener.lines.first
    #expect(try listener.tell("threads", answering: "threads") != alone)
    #expect(try listener.tell("remove", answering: "removed") == "removed 0")
    #expect(
      try Patience.wait(within: Patience.soon) {
        try listener.tell("threads", answering: "threads") == alone
      })
    try run("add-generic-password -a late -s s -w w one.keychain")
    #expect(try listener.end() == 0)
    #expect(!listener.events.contains { $0.contains("late") })
  }

  @Test("where the kernel tells nothing of directories, changes are noticed all the same")
  func blind() throws {
    let listener = try EventProcess(in: bench, hearing: "one.keychain", "blind")
    // The moment at which the program sees the files for the first time is unknown.
    var number = 0
    #expect(
      try Patience.wait(within: Patience.soon) {
        number += 1
        try run("add-generic-password -a a\(number) -s s -w w one.keychain")
        return !listener.events.isEmpty
      })
    try run("delete-generic-password -a old one.keychain")
    #expect(listener.wait { _ in listener.events.contains("4 one.keychain-db gone 0") })
    #expect(Set(listener.events).count == listener.events.count)
    #expect(try listener.end() == 0)
  }

  @Test("while nothing happens, the thread takes less than a hundredth of a processor")
  func idle() throws {
    let listener = try EventProcess(in: bench, hearing: "one.keychain")
    func time() throws -> Int {
      let words = try listener.tell("time", answering: "time").split(separator: " ")
      return try #require(words.last.flatMap { Int($0) })
    }
    let before = try time()
    // Shows that something does not happen, so there is no condition to wait for.
    Patience.pause(.seconds(3))
    let spent = try time() - before
    #expect(spent < 30_000, "\(spent) microseconds of 3 seconds")
    #expect(try listener.end() == 0)
  }
}
