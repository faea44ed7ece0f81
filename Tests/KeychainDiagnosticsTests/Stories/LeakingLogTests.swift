// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Story 16: the content of a log, made by tracing a separate program
/// (Specification/diagnostics.md, "Stories on the simulated device").
@Suite("story 16: the log that leaks")
struct LeakingLogTests {
  @Test("no secret with any switch, and no account without one", arguments: [nil, "attributes"])
  func leak(_ values: String?) throws {
    let program = try TracedProgram()
    let path = program.folder + "/log"
    try program.run(
      TracingTests.story + ["other", "add", "other", "wipe"],
      [
        "LATCHKEY_TRACE": path, "LATCHKEY_EXPLAIN": path + ".reports",
        "LATCHKEY_EXPLAIN_LEVEL": "info", "LATCHKEY_TRACE_VALUES": values ?? "names",
      ])
    var log = program.said + program.calls.joined()
    for name in ["/log", "/log.reports"] {
      log += try String(contentsOfFile: program.folder + name, encoding: .utf8)
    }
    #expect(!log.contains("canary-secret"))
    #expect(!log.contains(Data("canary-secret".utf8).base64EncodedString()))
    #expect(!log.contains("63616e6172792d736563726574"))
    #expect(log.contains("canary-account") == (values != nil))
  }
}
