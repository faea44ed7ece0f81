// SPDX-License-Identifier: Apache-2.0

import TestPatience
import Testing

/// Tests that commands that only read leave a home without a store as it is.
@Suite("a home without a store") struct EmptyHomeTests {
  @Test(
    "reading and deleting leave it empty, and say that nothing was found",
    arguments: [
      ("find-generic-password -s a", 44), ("find-generic-password -s a -w", 44),
      ("find-internet-password -s a -g", 44), ("delete-generic-password -s a", 44),
      ("delete-internet-password -s a", 44), ("find-key", nil), ("find-certificate", nil),
      ("find-certificate -a", nil), ("find-identity", 0), ("delete-certificate -c a", nil),
      ("delete-identity -c a", nil), ("dump-keychain", 0), ("dump-keychain -d", 0),
      ("dump-items", 44), ("list-keychains", 0), ("default-keychain", 0), ("login-keychain", nil),
      ("show-keychain-info", 0), ("lock-status", 50), ("lock-store", 50), ("check", nil),
      ("unlock-store --passcode-fd 3", 50), ("change-passcode --passcode-fd 3", nil),
      ("remove-passcode --passcode-fd 3", 50), ("backup --passphrase-fd 3 {away}/b", 50),
      ("export -k {home}/store.db -o {away}/e", nil), ("export -o {away}/e", nil),
      ("rotate-keys", 50), ("copy {away}/c", nil), ("version", 0), ("help", 0),
    ] as [(String, Int32?)])
  func looking(_ words: String, _ status: Int32?) throws {
    let home = try TemporaryFolder()
    let away = try TemporaryFolder()
    let command = words.split(separator: " ").map {
      $0.replacing("{home}", with: home.path).replacing("{away}", with: away.path)
    }
    let result = try Program(home: home.path).run(
      command.map(String.init), descriptors: [3: Array("1234".utf8)])
    if let status { #expect(result.status == status, "\(result)") }
    #expect(Files.names(in: home.path) == [], "\(result)")
  }

  @Test("what forbids any store is said, and not that nothing was found")
  func forbidden() throws {
    let home = try TemporaryFolder()
    var program = Program(home: home.path)
    program.environment["LATCHKEY_SOCKET"] = AbsentPath.file("socket")
    for command in ["find-generic-password", "dump-keychain", "lock-status"] {
      let result = try program.run([command])
      #expect(result.status != 0 && result.error.contains("LATCHKEY_SOCKET"), "\(result)")
    }
    #expect(Files.names(in: home.path) == [])
  }

  @Test("-U adds where there is none")
  func updating() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    let added = try program.run(
      ["add-generic-password", "-U", "-a", "a", "-s", "s", "-w", "x"])
    #expect(added.status == 0)
    #expect(try program.run(["find-generic-password", "-w"]).output == "x\n")
  }
}
