// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTypes
import Security
import TestPatience
import Testing

/// Tests which service and which profile a process chooses from its environment.
///
/// Each test runs in a process of its own, because a process chooses once.
@Suite("Choice of service")
struct ServiceChoiceTests {
  /// Sets variables, makes calls on an empty store, and exits with 0 if they answer as expected.
  ///
  /// The store's directory is removed afterwards.
  private static func check(
    _ variables: [String: String], _ calls: () -> [OSStatus], _ expected: [OSStatus]
  ) -> Never {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    unsafe setenv("LATCHKEY_HOME", home.path, 1)
    for (name, value) in variables { unsafe setenv(name, value, 1) }
    let found = calls()
    try? FileManager.default.removeItem(at: home)
    exit(found == expected ? 0 : 1)
  }

  @Test("a profile that is not there: every call says so, one line says why")
  func missingProfile() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      Self.check(
        ["LATCHKEY_PROFILE": "mac"],
        { [Calls.find(["class": "genp"]), Calls.add([:]), Calls.delete(["class": "genp"])] },
        [errSecNotAvailable, errSecNotAvailable, errSecNotAvailable])
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.components(separatedBy: "LATCHKEY_PROFILE=mac:").count == 2)
  }

  @Test("the profile of the Mac, without keychain files: the store answers")
  func macOS() async {
    await #expect(processExitsWith: .success) {
      Self.check(
        ["LATCHKEY_PROFILE": "macos"],
        {
          let item: [String: Any] = ["class": "genp", "v_Data": Data([1]), "m_Limit": 1]
          return [
            SecItemAdd(item as NSDictionary, nil), Calls.find(["class": "genp"]),
            Calls.find(["class": "genp", "nleg": false]), Calls.delete(["class": "genp"]),
            Calls.find(["class": "genp"]),
          ]
        },
        [0, 0, 0, 0, errSecItemNotFound])
    }
  }

  @Test("the profile of iOS")
  func profile() async {
    await #expect(processExitsWith: .success) {
      Self.check(
        ["LATCHKEY_PROFILE": "ios"],
        { [Calls.delete(["class": "genp", "m_Limit": 1]), Calls.delete(["class": "genp"])] },
        [errSecParam, errSecItemNotFound])
    }
  }

  @Test("the default profile, on a new store")
  func standard() async {
    await #expect(processExitsWith: .success) {
      Self.check(
        [:],
        {
          [
            Calls.delete(["class": "genp", "m_Limit": 1]),
            Calls.add(["class": "genp", "v_Data": Data([1])]), Calls.find(["class": "genp"]),
            Calls.add(["class": "genp"]),
          ]
        }, [errSecItemNotFound, errSecSuccess, errSecSuccess, errSecDuplicateItem])
    }
  }

  @Test("a socket without a daemon: never a second store")
  func socket() async {
    await #expect(processExitsWith: .success) {
      Self.check(
        ["LATCHKEY_SOCKET": AbsentPath.path], { [Calls.find(["class": "genp"])] },
        [errSecNotAvailable])
    }
  }

  @Test("a store directory that is no path")
  func home() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("LATCHKEY_HOME", "here", 1)
      exit(Calls.find(["class": "genp"]) == errSecNotAvailable ? 0 : 1)
    }
  }

  @Test("a forked child opens an engine of its own")
  func forked() async {
    await #expect(processExitsWith: .success) {
      Self.check(
        [:],
        {
          let added = Calls.add(["class": "genp", "acct": "parent"])
          let child = ForkedChild.status {
            Calls.find(["class": "genp", "acct": "parent"]) == errSecSuccess
              && Calls.add(["class": "genp", "acct": "child"]) == errSecSuccess
          }
          return [added, child, Calls.find(["class": "genp", "acct": "child"])]
        }, [errSecSuccess, 0, errSecSuccess])
    }
  }

  @Test("isolation: a call without a service in reach is refused and counted")
  func isolation() async {
    await #expect(processExitsWith: .success) {
      CurrentInstallation.beginIsolation()
      let status = Calls.find(["class": "genp"])
      exit(status == errSecNotAvailable && CurrentInstallation.refusedCalls == 1 ? 0 : 1)
    }
  }
}

/// Runs a body in a child made by fork(2), which Swift does not offer because few calls are safe
/// there.
enum ForkedChild {
  /// Returns the exit status of the child: 0 if the body returned true.
  static func status(_ body: () -> Bool) -> Int32 {
    guard let symbol = unsafe dlsym(nil, "fork") else { return -1 }
    let fork = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
    let child = fork()
    if child == 0 { _exit(body() ? 0 : 1) }
    var status: Int32 = -1
    _ = unsafe waitpid(child, &status, 0)
    return status
  }
}
