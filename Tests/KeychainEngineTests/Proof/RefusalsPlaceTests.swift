// SPDX-License-Identifier: Apache-2.0

import CodeIdentity
import Foundation
import Glibc
import Keybag
import KeychainEngine
import KeychainTypes
import Testing

@Suite("Where a store is, and rights on it")
struct RefusalsPlaceTests {
  private func surroundings(
    _ variables: [String: String], passwd: String? = nil, setID: Bool = false
  ) -> StoreLocation.Surroundings {
    StoreLocation.Surroundings(
      variable: { variables[$0] }, passwdHome: { passwd }, isSetID: setID)
  }

  @Test("order of places")
  func places() throws {
    func directory(
      _ variables: [String: String], passwd: String? = nil, setID: Bool = false
    ) throws -> String {
      try StoreLocation(surroundings(variables, passwd: passwd, setID: setID)).directory
    }
    let all = ["LATCHKEY_HOME": "/l", "XDG_DATA_HOME": "/x", "HOME": "/h"]
    #expect(try directory(all, passwd: "/p") == "/l")
    #expect(try directory(["XDG_DATA_HOME": "/x", "HOME": "/h"]) == "/x/latchkey")
    #expect(try directory(["XDG_DATA_HOME": "x", "HOME": "/h"]) == "/h/.local/share/latchkey")
    #expect(try directory(["HOME": "/h"], passwd: "/p") == "/h/.local/share/latchkey")
    #expect(try directory(["LATCHKEY_HOME": "", "HOME": "/h"]) == "/h/.local/share/latchkey")
    #expect(try directory([:], passwd: "/p") == "/p/.local/share/latchkey")
    #expect(try directory(["HOME": "/"]) == "/.local/share/latchkey")
    // A set-id program ignores its caller's environment.
    #expect(try directory(all, passwd: "/p", setID: true) == "/p/.local/share/latchkey")
  }

  @Test(
    "no place at all",
    arguments: [[:], ["HOME": ""], ["HOME": "relative"], ["LATCHKEY_HOME": "relative"]])
  func noPlace(_ variables: [String: String]) {
    do throws(KeychainError) {
      _ = try StoreLocation(surroundings(variables))
      Issue.record("a place was found")
    } catch {
      #expect(error.code == .notAvailable)
      #expect(!"\(error.advice)".isEmpty)
      let isRelative = variables["LATCHKEY_HOME"] != nil
      #expect("\(error.reason)".contains(isRelative ? "absolute" : "no home directory"))
    }
  }

  @Test("nothing is made above a home directory that is not there")
  func missingHome() throws {
    let parent = try TestStore()
    let none = parent.directory + "/none"
    let cases: [([String: String], made: Bool)] = [
      (["HOME": none], false), (["HOME": none + "/deeper"], false),
      (["HOME": parent.directory, "XDG_DATA_HOME": none + "/share"], true),
      (["HOME": "/", "XDG_DATA_HOME": parent.directory + "/data"], true),
      (["HOME": "/root-is-elsewhere", "XDG_DATA_HOME": parent.directory + "/none-2/data"], false),
      (["HOME": parent.directory], true),
      (["LATCHKEY_HOME": parent.directory + "/named/deep"], true),
    ]
    for (variables, made) in cases {
      let location = try StoreLocation(surroundings(variables))
      var environment = Environment.system
      environment.holder = NoHolder()
      let outcome = status { _ = try Engine.open(location, environment: environment) }
      #expect(outcome == (made ? 0 : -25291), "\(variables)")
      #expect(FileManager.default.fileExists(atPath: location.directory) == made, "\(variables)")
      if !made { #expect(!FileManager.default.fileExists(atPath: none)) }
      try? FileManager.default.removeItem(atPath: none)
    }
  }

  @Test("a place that is no UTF-8 is refused, not changed", arguments: ["LATCHKEY_HOME", "HOME"])
  func foreignText(_ variable: String) {
    let path = String(decoding: Array("/h".utf8) + [0xFF], as: UTF8.self)
    #expect(throws: KeychainError(.notAvailable, "no text")) {
      _ = try StoreLocation(surroundings([variable: path]))
    }
  }

  @Test("a void entitlements file: every verb answers -34018 with the file and the reason")
  func voidEntitlements() throws {
    let store = try ProofStore()
    let path = store.directory + "/demo"
    try Data(
      "<plist><dict><key>application-identifier</key><integer>5</integer></dict></plist>".utf8
    )
    .write(to: URL(fileURLWithPath: path + ".entitlements"))
    let identity = EmbeddedIdentity(of: ExecutablePath(path), in: .dataProtection)
    let session = try unwrap(store.engine).session(as: identity.caller)
    var errors: [KeychainError] = []
    func note(_ body: () throws(KeychainError) -> Void) {
      do throws(KeychainError) { try body() } catch { errors.append(error) }
    }
    let bad = KeychainError.parameter("unreadable")
    note { () throws(KeychainError) in _ = try session.add(Reading(.failure(bad))) }
    note { () throws(KeychainError) in _ = try session.copyMatching(asking()) }
    note { () throws(KeychainError) in try session.update(asking(), setting: Changes()) }
    note { () throws(KeychainError) in try session.delete(asking()) }
    #expect(errors.map(\.code) == Array(repeating: .missingEntitlement, count: 4))
    for error in errors {
      #expect("\(error)".contains(path + ".entitlements"))
      #expect("\(error.reason)".contains("wrong type"))
    }
  }

  @Test("a store of another user is refused by name", .enabled(if: geteuid() == 0))
  func foreignOwner() throws {
    for file in ["", "/store.db", "/device.key", "/keybag"] {
      let store = try RefusalsTests.closedStore()
      #expect(unsafe chown(store.directory + file, 65_534, 65_534) == 0)
      let before = try RefusalsTests.snapshot(store.directory)
      let error = try unwrap(RefusalsTests.refusal(store.directory))
      #expect(error.code == .notAvailable, "\(file)")
      #expect("\(error.reason)".contains("another user"), "\(file): \(error)")
      #expect("\(error.advice)".contains("sudo"), "\(file)")
      #expect(try RefusalsTests.snapshot(store.directory) == before)
    }
  }

  /// Opens the store without privileges, and returns the error as an exit status.
  ///
  /// Root would not be stopped by access rights.
  private static func statusAsNobody(_ directory: String) -> Int32 {
    if geteuid() == 0 { guard setgid(65_534) == 0, setuid(65_534) == 0 else { return 99 } }
    guard let error = RefusalsTests.refusal(directory) else { return 0 }
    switch error.code {
    case .notAvailable: return 1
    case .readOnly: return 2
    case .diskFull: return 3
    case .ioFailed: return 4
    default: return 5
    }
  }

  /// Makes a store that belongs to the user of the child process.
  private static func storeOfNobody() throws -> ProofStore {
    let store = try RefusalsTests.closedStore()
    guard geteuid() == 0 else { return store }
    for name in [""] + (try FileManager.default.contentsOfDirectory(atPath: store.directory)) {
      _ = unsafe chown(store.directory + "/" + name, 65_534, 65_534)
    }
    return store
  }

  @Test("an unreadable file is refused", arguments: ["/store.db", "/keybag", "/device.key"])
  func unreadable(file: String) async throws {
    let store = try Self.storeOfNobody()
    let path = store.directory
    #expect(unsafe chmod(path + file, 0) == 0)
    await #expect(processExitsWith: .exitCode(1)) { [path = path as String] in
      exit(Self.statusAsNobody(path))
    }
    #expect(unsafe chmod(path + file, 0o600) == 0)
  }

  @Test("the same store, with its rights, is opened by that user")
  func readable() async throws {
    let store = try Self.storeOfNobody()
    let path = store.directory
    await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
      exit(Self.statusAsNobody(path))
    }
  }

  @Test("a directory that cannot be made")
  func noDirectory() async throws {
    let store = try Self.storeOfNobody()
    let path = store.directory
    #expect(unsafe chmod(path, 0o555) == 0)
    await #expect(processExitsWith: .exitCode(1)) { [path = path as String] in
      exit(Self.statusAsNobody(path + "/below"))
    }
    #expect(unsafe chmod(path, 0o700) == 0)
  }
}
