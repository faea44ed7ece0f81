// SPDX-License-Identifier: Apache-2.0

import CodeIdentity
import Foundation
import Glibc
import KeychainTypes
import Testing

/// A directory of one test, removed after the test.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "latchkey-identity-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ groups: Any, to name: String) throws {
    try write(
      bytes: EntitlementsFileTests.bytes(["keychain-access-groups": groups]), to: name)
  }

  func write(bytes: [UInt8], to name: String) throws {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}

@Suite("Embedded identity")
struct EmbeddedIdentityTests {
  @Test("this test runner is ad hoc, by its package")
  func runner() throws {
    let identity = EmbeddedIdentity.ofThisProcess(in: .dataProtection)
    #expect(identity.flaw == nil)
    #expect(identity.caller.origin == .adHoc)
    #expect(identity.caller.identifier == "adhoc.latchkeyPackageTests")
    #expect(identity.caller.groups == ["adhoc.latchkeyPackageTests"])
    #expect(!identity.caller.seesAllGroups)
  }

  @Test(
    "names",
    arguments: [
      ("tool", "adhoc.tool"),
      ("My_App-2.0", "adhoc.My_App-2.0"),
      ("demoPackageTests.xctest", "adhoc.demoPackageTests"),
      (".xctest", "adhoc..xctest"),
      // Computed with `printf 'my tool' | sha256sum` and so on.
      ("my tool", "adhoc.ba077b4202dcd661f33cc31748bce02df7c7155325f52ff1d007daaf208ba384"),
      ("caf\u{E9}", "adhoc.850f7dc43910ff890f8879c0ed26fe697c93a067ad93a7d50f466a7028a9bf4e"),
    ])
  func names(name: String, identifier: String) {
    #expect(AdHocIdentity.identifier(executableName: name) == identifier)
  }

  @Test("beside the executable")
  func beside() throws {
    let scratch = try Scratch()
    try scratch.write(["T.beside"], to: "demo.entitlements")
    let identity = EmbeddedIdentity(of: ExecutablePath(scratch.path + "/demo"), in: .ios)
    #expect(identity.flaw == nil)
    #expect(identity.caller.groups == ["T.beside"])
    #expect(identity.caller.identifier == "adhoc.demo")
    #expect(
      identity.caller.origin == .entitlementsFile(path: scratch.path + "/demo.entitlements"))
  }

  @Test("in the bundle, after the place beside the executable")
  func bundle() throws {
    let scratch = try Scratch()
    let executable = ExecutablePath(scratch.path + "/App/Contents/Linux/demo")
    try scratch.write(["T.bundle"], to: "App/Contents/demo.entitlements")
    #expect(EmbeddedIdentity(of: executable, in: .ios).caller.groups == ["T.bundle"])
    try scratch.write(["T.beside"], to: "App/Contents/Linux/demo.entitlements")
    #expect(EmbeddedIdentity(of: executable, in: .ios).caller.groups == ["T.beside"])
  }

  @Test("other folders are no bundle")
  func noBundle() throws {
    let scratch = try Scratch()
    try scratch.write(["T.a"], to: "App/Contents/demo.entitlements")
    try scratch.write(["T.a"], to: "Linux/demo.entitlements")
    for place in ["App/Contents/Other/demo", "App/Contents/Linux/deeper/demo", "Linux/Linux/demo"] {
      let executable = ExecutablePath(scratch.path + "/" + place)
      #expect(EmbeddedIdentity(of: executable, in: .ios).caller.groups == ["adhoc.demo"])
    }
  }

  @Test("a void file takes every group away and says why")
  func void() throws {
    let scratch = try Scratch()
    try scratch.write(["T.a", "*"], to: "demo.entitlements")
    let identity = EmbeddedIdentity(of: ExecutablePath(scratch.path + "/demo"), in: .ios)
    #expect(identity.caller.hasNoGroups)
    #expect(identity.caller.identifier == "adhoc.demo")
    #expect(identity.flaw?.path == scratch.path + "/demo.entitlements")
    #expect(identity.flaw?.error == .wildcard(key: "keychain-access-groups"))
  }

  @Test("what has the name of the file and is none never makes the program wait")
  func notAFile() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/folder.entitlements", withIntermediateDirectories: true)
    unsafe #expect(mkfifo(scratch.path + "/pipe.entitlements", 0o600) == 0)
    try scratch.write(
      bytes: [UInt8](repeating: 0x20, count: EntitlementsFile.sizeLimit + 1),
      to: "large.entitlements")
    for (name, error) in [
      ("folder", EntitlementsError.notAFile), ("pipe", .notAFile), ("large", .tooLarge),
    ] {
      let identity = EmbeddedIdentity(of: ExecutablePath(scratch.path + "/" + name), in: .ios)
      #expect(identity.flaw?.error == error)
      #expect(identity.caller.hasNoGroups)
    }
  }

  @Test("parts of a path")
  func paths() {
    #expect(ExecutablePath("/usr/bin/demo").name == "demo")
    #expect(ExecutablePath("/usr/bin/demo").directory == "/usr/bin")
    #expect(ExecutablePath("/demo").directory == "")
    #expect(ExecutablePath("demo").name == "demo")
    #expect(ExecutablePath("demo").directory == ".")
  }
}
