// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that `explain` knows earlier calls from a trace.
///
/// The output is the second sample of Specification/diagnostics.md, "Tree 2: errSecItemNotFound",
/// character by character.
@Suite("security explain: the trace of a program") struct EarlierCallTests {
  private static let sample = """
    SecItemCopyMatching would answer -25300 errSecItemNotFound
    as adhoc.ays-tool (from the file name), unlocked, profile dataProtection

    K202 error  The last SecItemAdd with this key failed 2 minutes ago: -25308
                errSecInteractionNotAllowed. Nothing was stored.
      do        Check the status of SecItemAdd. What happened then:
                  security trace ~/ays.jsonl --call 41
    K201 error  No item of class genp exists in your groups.
    K408 warn   No entitlements file: the identifier adhoc.ays-tool comes from
                the executable's name; renaming it loses the items.

    exit status 44

    """

  private func trace(in home: String, _ service: String, store: String = "") throws {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    // The report says "2 minutes ago" for the next 59 seconds.
    let time = Date(timeIntervalSinceNow: -121).formatted(style)
    let lines = [
      #"{"schema":1,"begin":"\#(time)","store":"\#(home)\#(store)","values":"attributes"}"#,
      #"{"schema":1,"seq":41,"time":"\#(time)","pid":7,"thread":1,"caller":"adhoc.ays-tool","#
        + #""verb":"add","change":0,"lock":"locked","status":-25308,"findings":["K304"],"pairs":["#
        + #"{"key":"class","kind":"constant","value":"genp","effect":"stored"},"#
        + #"{"key":"svce","kind":"text","length":3,"value":"\#(service)","effect":"stored"}]}"#,
    ]
    try Files.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: home + "/ays.jsonl")
  }

  private func explain(_ home: TemporaryFolder) throws -> Program.Result {
    var program = Program(home: home.path)
    program.environment["LATCHKEY_EXPLAIN_AS"] = home.path + "/ays-tool"
    program.environment["LATCHKEY_TRACE"] = home.path + "/ays.jsonl"
    return try program.run(["-v", "explain", "svce=AYS", "--values"])
  }

  @Test("an add that failed is found by its values, and where to read more")
  func failedAdd() throws {
    let home = try TemporaryFolder()
    try Files.write([], to: home.path + "/ays-tool")
    let program = Program(home: home.path)
    _ = try program.run(
      ["set-passcode", "--passcode-fd", "3"], descriptors: [3: Array("x\n".utf8)])
    // Removes the store's keys from the kernel's keyring, where they would outlive the store.
    defer { _ = try? program.run(["lock-store", "--all"]) }
    try trace(in: home.path, "AYS")
    let found = try explain(home)
    #expect(found.status == 44 && found.output == Self.sample, "\(found.output)")
    try trace(in: home.path, "other")
    #expect(try !explain(home).output.contains("K202"))
    // Another path to the store is accepted. Another store is not.
    try trace(in: home.path, "AYS", store: "/./")
    #expect(try explain(home).output == Self.sample)
    try trace(in: home.path, "AYS", store: "/other")
    #expect(try !explain(home).output.contains("K202"))
  }
}
