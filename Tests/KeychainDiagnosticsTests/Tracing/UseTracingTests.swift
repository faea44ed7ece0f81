// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of the trace of a running program's keys and contexts (Specification/diagnostics.md,
/// "Tracing a running program", "Trace record").
@Suite("Keys and contexts of a running program are traced")
struct UseTracingTests {
  private static let story = ["make", "sign", "exchange", "import", "element", "policy"]

  @Test("each call is a line with its key and algorithm, and nothing of the data")
  func trace() throws {
    let program = try TracedProgram()
    let path = program.folder + "/trace"
    try program.run(Self.story, ["LATCHKEY_TRACE": path, "LATCHKEY_TRACE_VALUES": "attributes"])
    let told = Dictionary(
      uniqueKeysWithValues: program.calls.map { line in
        let words = line.split(separator: " ")
        return (String(words[0]), Int(words[1]) ?? 1)
      })
    #expect(told["make"] == 0 && told["sign"] == 0 && told["exchange"] == -26275)
    #expect(told["import"] == -50 && told["element"] == -4 && (told["policy"] ?? 0) < 0)
    let records = try program.records("trace").dropFirst()
    let functions = records.compactMap { $0["function"] as? String ?? $0["verb"] as? String }
    let key = "SecKeyCreateRandomKey"
    #expect(
      functions == [
        "add", key, key, "SecKeyCreateSignature", key, key, "SecKeyCopyPublicKey",
        "SecKeyCopyKeyExchangeResult", "SecKeyCreateWithData", key,
        "SecKeyCopyExternalRepresentation", "LAContext.canEvaluatePolicy",
      ])
    let failed = records.filter { ($0["status"] as? Int) != 0 }.compactMap { $0["status"] as? Int }
    #expect(failed == ["exchange", "import", "element", "policy"].map { told[$0] ?? 0 })
    let signing = try #require(records.first { $0["verb"] as? String == "createSignature" })
    let signer = try #require(signing["key"] as? [String: Any])
    #expect(signer["type"] as? String == "EC" && signer["bits"] as? Int == 256)
    #expect((signing["algorithm"] as? String)?.contains("X962") == true)
    let token = records.compactMap { ($0["key"] as? [String: Any])?["token"] as? String }
    #expect(token == ["com.apple.setoken", "com.apple.setoken"])
    let schema = try JSONSchema(named: "trace")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for line in text.split(separator: "\n").dropFirst() {
      #expect(try schema.flaws(of: String(line)) == [])
    }
    for canary in ["canary-secret", "canary-data", "canary-tag", "canary-reason"] {
      #expect(!text.contains(canary), "\(canary)")
    }
  }

  @Test("names alone by default, in traces and reports")
  func redaction() throws {
    let program = try TracedProgram()
    let path = program.folder + "/names"
    try program.run(
      Self.story,
      [
        "LATCHKEY_TRACE": path, "LATCHKEY_EXPLAIN": path + ".reports",
        "LATCHKEY_EXPLAIN_LEVEL": "info",
      ])
    for name in ["/names", "/names.reports"] {
      let text = try String(contentsOfFile: program.folder + name, encoding: .utf8)
      #expect(text.count > 500 && !text.lowercased().contains("canary"), "\(name)")
    }
  }

  @Test("a report for each that fails, with the reason where no rule of the keychain decided")
  func reports() throws {
    let program = try TracedProgram()
    try program.run(["import", "element", "policy"] + ["import"], ["LATCHKEY_EXPLAIN": "1"])
    #expect(program.said.contains("SecKeyCreateWithData answered -50 errSecParam"))
    #expect(program.said.contains("decided: "))
    #expect(program.said.contains("LAContext.canEvaluatePolicy answered -"))
    #expect(program.said.contains("K312 error"))
    #expect(program.said.contains("SecKeyCreateWithData -50: repeated 1 time"))
    #expect(program.said.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("a key in software opens no store for a report")
  func noStore() throws {
    let program = try TracedProgram()
    try program.run(["sign", "import"], ["LATCHKEY_TRACE": program.folder + "/trace"])
    #expect(!FileManager.default.fileExists(atPath: program.folder + "/store"))
    let records = try program.records("trace").dropFirst()
    #expect(records.count == 3 && records.allSatisfy { $0["lock"] as? String == "unknown" })
  }

  @Test("security trace lists them, shows one whole, and explain says why the last one failed")
  func commands() throws {
    let program = try TracedProgram()
    let path = program.folder + "/trace"
    try program.run(["sign", "policy", "element"], ["LATCHKEY_TRACE": path])
    let table = try program.security(["trace", path])
    #expect(
      table.contains("SecKeyCreateSignature") && table.contains("LAContext.canEvaluatePolicy"))
    let whole = try program.security(["trace", path, "--call", "2"])
    #expect(whole.contains("SecKeyCreateSignature answered 0 errSecSuccess"))
    #expect(whole.contains("key <EC 256 private #") && whole.contains("algorithm"))
    let captured = try program.security(["explain", "--last", "2", "--call", path])
    #expect(captured.contains("LAError.") && captured.contains("policy deviceOwnerAuth"))
    #expect(captured.contains("a key of the secure element cannot be read"))
    #expect(captured.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
