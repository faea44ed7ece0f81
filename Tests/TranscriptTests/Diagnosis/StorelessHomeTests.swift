// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that the diagnosing commands work in a home with keychain files and without a store, as on
/// a machine of CI.
@Suite("diagnosis of a home with keychain files and no store") struct StorelessHomeTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.security("create-keychain", "-p", "pw", "build.keychain")
    try bench.security("add-generic-password", "-a", "a", "-s", "s", "-w", "x", "build.keychain")
    try bench.security("list-keychains", "-d", "user", "-s", "build.keychain", "login.keychain")
  }

  @Test(
    "SecItem calls are explained from the files and an empty store",
    arguments: [
      (["query", "svce=s"], 44, "K201"), (["add", "svce=s,acct=a"], 0, "K001"),
      (["update", "svce=s", "--set", "labl=x"], 44, "K201"), (["delete", "svce=s"], 44, "K201"),
      (["--profile", "macos", "query", "svce=s"], 0, "K001"),
      (["--profile", "macos", "add", "svce=t,acct=a"], 0, "K001"),
      (["query", "svce=s", "login.keychain"], 44, "K201"),
      (["find-generic-password", "-s", "s", "login.keychain"], 44, "K201"),
      (["query", "class=cert,atag=x"], 41, "K701"), (["query"], 44, "K201"),
    ] as [([String], Int32, String)])
  func explained(_ words: [String], _ status: Int32, _ code: String) throws {
    let told = try bench.run(["explain", "--all"] + words)
    #expect((told.status == 1 ? 0 : told.status) == status, "\(told)")
    #expect(told.output.contains("\n\(code) "), "\(told.output)")
    #expect(told.error.isEmpty, "\(told.error)")
    if !words.contains("macos") {
      #expect(told.output.contains("There is no store yet in "), "\(told.output)")
    }
    let names = Files.names(in: bench.path("store"))
    #expect(names?.sorted() == ["keychains", "preferences"], "\(names ?? [])")
  }

  @Test("check --copy copies the files, and says that there is no store") func copy() throws {
    let made = try bench.security("check", "--copy", "{copy}")
    #expect(made.status == 0 && made.error.isEmpty, "\(made)")
    #expect(
      made.output == """
        \(bench.path("copy")): a copy of the keychain files
        There is no store in \(bench.path("store")), so the copy has no store.
        1 keychain file is in the copy, each with its own password.

        """)
    for name in ["keychains/build.keychain-db", "preferences/com.apple.security.plist"] {
      #expect(try Files.read(bench.path("copy/" + name)) == Files.read(bench.path("store/" + name)))
    }
    let home = ["LATCHKEY_HOME": bench.path("copy")]
    try #expect(bench.run(["unlock-keychain", "-p", "pw", "build.keychain"], home).status == 0)
    let words = ["find-generic-password", "-s", "s", "-w", "build.keychain"]
    #expect(try bench.run(words, home).output == "x\n")
    #expect(try bench.run(["check"], home).status == 0)
    // A copy replaces nothing, and a home without anything has nothing to copy.
    #expect(try bench.security("check", "--copy", "{copy}").status == 206)
    let bare = ["LATCHKEY_HOME": bench.path("bare")]
    #expect(try bench.run(["check", "--copy", "{two}"], bare).status == 50)
    #expect(Files.names(in: bench.path("two")) == nil)
  }

  @Test("backup says that there is no store, and what copies the files") func backup() throws {
    let passphrase: [Int32: [UInt8]] = [3: Array("korrekt Pferd Batterie".utf8)]
    let made = try bench.run(
      ["backup", "--passphrase-fd", "3", "{one.backup}"], descriptors: passphrase)
    #expect(made.status == 50)
    #expect(made.error.contains("there is no store at this path"))
    #expect(made.error.contains("security check --copy DIRECTORY copies the files too"))
  }

  @Test("commands about the store say how a store is made, and call no home wrong")
  func advice() throws {
    for words in [["lock-store", "--all"], ["lock-store"], ["check", "login.keychain"]] {
      let made = try bench.run(words)
      #expect(made.status == 50 && made.error.contains("the first call that adds an item makes it"))
      #expect(!made.error.contains("correct"), "\(made.error)")
    }
  }
}
