// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests that a command leaves a store that is one file without a log.
@Suite("the end of a command") struct ClosingTests {
  @Test("no log stays, so that a look with another program harms nothing") func noLog() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    for words in [
      ["add-generic-password", "-a", "a", "-s", "s", "-w", "x"],
      ["find-generic-password", "-s", "s", "-w"], ["find-generic-password", "-s", "none"],
    ] {
      _ = try program.run(words)
      let names = try #require(Files.names(in: home.path)).sorted()
      #expect(
        names == ["device.key", "keybag", "keybag.copy", "lock", "store.db", "store.db-mark"],
        "after \(words)")
    }
  }
}
