// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that programs end cleanly while threads of the library still exist.
@Suite("the end of a program") struct ExitTests {
  /// libcrypto's exit handler frees memory of threads, and an ending thread frees it too.
  ///
  /// Without protection, programs were aborted at their exit.
  @Test("libcrypto does not take itself apart, neither after a look at the store nor after a key's")
  func libcrypto() throws {
    let home = try TemporaryFolder()
    var debugger = Program(home: home.path + "/store")
    debugger.executable = "/usr/bin/gdb"
    // The search for leaks, under the address sanitizer, does not work below a debugger.
    debugger.environment["ASAN_OPTIONS"] = "detect_leaks=0"
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
