// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests of programs whose calls are refused before a store is opened, because of their
/// entitlements file or the environment.
///
/// Specification/diagnostics.md, "Identity and access group findings", "Store and surroundings".
@Suite("programs that no store is opened for") struct VoidIdentityTests {
  private let home: TemporaryFolder
  private let security: Program
  private var mailer: Program

  init() throws {
    home = try TemporaryFolder()
    security = Program(home: home.path + "/store")
    try security.putWorker(at: home.path + "/mailer")
    mailer = security
    mailer.executable = home.path + "/mailer"
    mailer.environment["LATCHKEY_EXPLAIN"] = "1"
    #expect(try mailer.run(["item", "add", "svce=a", "acct=b"]).output == "add 0\n")
  }

  private var file: String { home.path + "/mailer.entitlements" }

  private func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let emptyName = """
    <plist version="1.0"><dict><key>keychain-access-groups</key><array><string></string></array>
    </dict></plist>
    """

  @Test(
    "K405 with the file and the reason: a real call, one that is explained, and doctor",
    arguments: [
      (emptyName, "an entitlement holds an empty name (keychain-access-groups)"),
      ("<plist><dict>", "the entitlements file is not an XML or binary property list"),
    ])
  func voidFile(_ content: String, _ reason: String) throws {
    try Files.write(Array(content.utf8), to: file)
    // The report may shorten the path in its middle.
    let told = "mailer.entitlements \(reason)."
    let header = "as adhoc.mailer (entitlements file is void)"
    let call = flat(try mailer.run(["item", "add", "svce=a", "acct=c"]).error)
    #expect(call.contains("K405 error Entitlements are ignored: in /"), "\(call)")
    #expect(call.contains(told) && call.contains(header), "\(call)")
    for words in [["svce=a"], ["add", "svce=a"], ["add", "svce=a", "agrp=adhoc.mailer"]] {
      let found = try security.run(["explain", "--as", mailer.executable] + words)
      #expect(found.status == 30)
      let text = flat(found.output)
      #expect(text.contains(" K405 error "), "\(text)")
      #expect(text.contains(told) && text.contains(header), "\(text)")
      #expect(!text.contains("K401") && !text.contains("K404"), "\(text)")
    }
    let doctor = try security.run(["doctor", "--as", mailer.executable])
    #expect(doctor.status == 4 && flat(doctor.output).contains(told), "\(doctor)")
    for code in ["K404", "K908", "bad store"] {
      #expect(!flat(doctor.output).contains(code), "\(doctor)")
    }
    let sharing = try security.run(
      ["explain", "--as", Program.path, "--with", mailer.executable])
    #expect(flat(sharing.output).contains(told), "\(sharing)")
  }

  @Test("the empty text is no group, and is not to be listed")
  func emptyGroup() throws {
    let words = ["explain", "--as", mailer.executable, "add", "svce=a", "agrp="]
    for _ in 0..<2 {
      let found = try security.run(words)
      let text = flat(found.output)
      #expect(found.status == 30 && !text.contains("<string>"), "\(text)")
      #expect(text.contains("K401 error The call names the empty text as its group"), "\(text)")
      #expect(
        text.contains("do Name a group that you hold, or leave kSecAttrAccessGroup out"), "\(text)")
      let list = """
        <plist version="1.0"><dict><key>keychain-access-groups</key><array><string>T1.A</string>
        </array></dict></plist>
        """
      try Files.write(Array(list.utf8), to: file)
    }
  }

  @Test("a partner without a file gets one that keeps its items, the other partner nothing")
  func partner() throws {
    let list = """
      <plist version="1.0"><dict>
        <key>keychain-access-groups</key>
        <array>
          <string>T1.A</string>
        </array>
      </dict></plist>
      """
    let other = home.path + "/grp"
    try Files.write([], to: other)
    try Files.write(Array(list.utf8), to: other + ".entitlements")
    let pairs = [(other, mailer.executable), (mailer.executable, other)]
    for (first, second) in pairs {
      for more in [[], ["agrp=T1.A"]] {
        let found = try security.run(["explain", "--as", first, "--with", second] + more)
        let text = flat(found.output)
        #expect(found.status == 30 && text.contains("adhoc.mailer lacks T1.A"), "\(text)")
        #expect(text.contains("write mailer.entitlements beside the program"), "\(text)")
        #expect(text.contains("<string>adhoc.mailer</string> <string>T1.A</string>"), "\(text)")
        #expect(!text.contains("grp.entitlements") && !text.contains("both"), "\(text)")
      }
    }
    // In the other direction the existing file gets a line, and the other program needs no file.
    let back = try security.run([
      "explain", "--as", other, "--with", mailer.executable, "agrp=adhoc.mailer",
    ])
    let text = flat(back.output)
    #expect(text.contains("of grp.entitlements: <string>adhoc.mailer</string>"), "\(text)")
    #expect(!text.contains("mailer.entitlements"), "\(text)")
    let report = try security.run(["explain", "--as", other, "--with", mailer.executable]).output
    let start = try #require(report.firstRange(of: "<plist")?.lowerBound)
    let end = try #require(report.firstRange(of: "</plist>")?.upperBound)
    try Files.write(Array(report[start..<end].utf8), to: file)
    #expect(try mailer.run(["item", "read", "svce=a", "acct=b"]).output == "read 0\n")
    let now = try security.run(["explain", "--as", other, "--with", mailer.executable])
    #expect(now.status == 0 && now.output.contains("They share T1.A."), "\(now)")
    let empty = try security.run([
      "explain", "--as", other, "--with", mailer.executable, "agrp=",
    ])
    #expect(empty.status == 2 && empty.error.contains("not a group"), "\(empty)")
  }

  @Test("a profile that is not there: the variable is named, what nobody knows is left out")
  func noProfile() throws {
    var program = mailer
    program.environment["LATCHKEY_PROFILE"] = "bogus"
    let text = try program.run(["item", "add", "svce=a", "acct=b"]).error
    #expect(text.contains("K904 error"), "\(text)")
    let step = "do Set LATCHKEY_PROFILE to dataProtection, ios, quirks or macos, or"
    #expect(flat(text).contains(step))
    for words in ["unlocked", "profile dataProtection", "\ncall:"] {
      #expect(!text.contains(words), "\(text)")
    }
    program.environment["LATCHKEY_PROFILE"] = nil
    program.environment["LATCHKEY_HOME"] = "rel"
    let relative = try program.run(["item", "add", "svce=a", "acct=b"]).error
    #expect(relative.contains("profile dataProtection") && !relative.contains("unlocked"))
    #expect(relative.contains("call: "), "\(relative)")
  }

  @Test(
    "doctor knows nothing of a store that does not open",
    arguments: ["LATCHKEY_HOME=rel", "LATCHKEY_HOME=file", "LATCHKEY_PROFILE=bogus", "mode"])
  func unknown(_ fault: String) throws {
    var program = security
    let parts = fault.split(separator: "=").map(String.init)
    if parts.count == 2 { program.environment[parts[0]] = parts[1] }
    if parts.last == "file" {
      program.environment["LATCHKEY_HOME"] = home.path + "/file"
      try Files.write([1], to: home.path + "/file")
    }
    if fault == "mode" {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: home.path + "/store/device.key")
    }
    let text = try program.run(["doctor"]).output
    for name in ["items", "history"] {
      let line = "\nnote  \(TextColumn.padded(name)) not known: the store does not open\n"
      #expect(text.contains(line), "\(text)")
    }
    #expect(!text.contains("ok    store"), "\(text)")
  }

  private enum TextColumn {
    static func padded(_ name: String) -> String {
      name + String(repeating: " ", count: 11 - name.count)
    }
  }

  @Test("variables whose values mean nothing")
  func variables() throws {
    var program = security
    program.environment["LATCHKEY_REGISTRY"] = "maybe"
    let ignored = flat(try program.run(["doctor"]).output)
    #expect(ignored.contains("LATCHKEY_REGISTRY=maybe has no effect: the value is not on or off."))
    program.environment["LATCHKEY_REGISTRY"] = "off"
    #expect(try !program.run(["doctor"]).output.contains("no effect"))
    program.environment["LATCHKEY_EXPLAIN_AS"] = AbsentPath.path
    let missing = try program.run(["doctor"])
    #expect(missing.status == 2)
    #expect(
      missing.error.contains(
        "LATCHKEY_EXPLAIN_AS=\(AbsentPath.path): there is no program at this path"))
    #expect(!missing.error.contains("--as \(AbsentPath.path)"))
  }
}
