// SPDX-License-Identifier: Apache-2.0
import Testing

/// What happens in a program that ends while threads of the library are there.
@Suite("the end of a program") struct ExitTests {
  /// It frees what belongs to threads, while one may be ending: a program was aborted at its exit.
  @Test("libcrypto does not take itself apart, neither after a look at the store nor after a key's")
  func libcrypto() throws {
    let home = try TemporaryFolder()
    var debugger = Program(home: home.path + "/store")
    debugger.executable = "/usr/bin/gdb"
    for task in [["evidence", "state"], ["traced", "add", "make", "sign"]] {
      let result = try debugger.run(
        [
          "-q", "-batch", "-nx", "-ex", "set breakpoint pending on", "-ex", "break OPENSSL_cleanup",
          "-ex", "run", "--args", Program.worker,
        ] + task)
      #expect(result.output.contains("exited normally"), "\(result.output)\n\(result.error)")
      #expect(!result.output.contains("Breakpoint 1, "), "\(result.output)")
    }
  }
}
