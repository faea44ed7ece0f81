// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import TestVectors
import Testing

/// Tests of the administrator's trust settings, in a directory that stands for /etc/latchkey.
@Suite("trust settings of the administrator") struct AdminTrustTests {
  private let folder: URL
  private let directory: String
  private let certificate: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "admin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    directory = folder.appending(path: "etc").path
    certificate = folder.appending(path: "root.der").path
    let root = try #require(
      Vector.all("trust/certificates-v1.txt").first { $0.testDescription == "R" })
    try Data(root.bytes("der")).write(to: URL(fileURLWithPath: certificate))
  }

  private static let notPermitted =
    "Writing is not permitted.\nsecurity: only root may change the administrator's trust settings\n"
    + "security: run the command as root, or without -d for this user's settings\n"

  @Test("refused to all users but root, and nothing is written")
  func refused() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = ScriptedStore(admin: (directory, false))
    // swift-format-ignore
    let rows = [
      ("add-trusted-cert -d \(certificate)",      "SecTrustSettingsSetTrustSettings"),
      ("remove-trusted-cert -d \(certificate)",   "SecTrustSettingsRemoveTrustSettings"),
      ("trust-settings-import -d \(certificate)", "SecTrustSettingsImportExternalRepresentation"),
      ("user-trust-settings-enable -d",           "SecTrustSettingsSetUserEnabled"),
      ("user-trust-settings-enable -e",           "SecTrustSettingsSetUserEnabled"),
    ]
    for (words, function) in rows {
      let outcome = security(words, on: store)
      #expect(
        outcome
          == Outcome(
            status: 1, output: "", error: "\(function): \(Self.notPermitted)"), "\(words)")
    }
    #expect(!FileManager.default.fileExists(atPath: directory))
    #expect(
      security("user-trust-settings-enable", on: store).output
        == "User-level Trust Settings are Enabled\n")
  }

  @Test("root sets, lists, exports, imports and removes them")
  func root() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = ScriptedStore(admin: (directory, true))
    let file = folder.appending(path: "exported.plist").path
    let words = "add-trusted-cert -d -r deny -p ssl -k System.keychain \(certificate)"
    #expect(security(words, on: store) == Outcome(status: 0, output: "", error: ""))
    let list = """
      Number of trusted certs = 1
      Cert 0: Root
         Number of trust settings : 1
         Trust Setting 0:
            Policy OID            : SSL
            Result Type           : kSecTrustSettingsResultDeny

      """
    #expect(security("dump-trust-settings -d", on: store).output == list)
    #expect(security("dump-trust-settings", on: store).status == 1)
    let denied = security("verify-cert -c \(certificate) -p ssl -N", on: store)
    #expect(denied.error.hasPrefix("SecTrustEvaluate result: kSecTrustResultDeny\n"))
    #expect(security("trust-settings-export -d \(file)", on: store).status == 0)
    #expect(security("remove-trusted-cert -d \(certificate)", on: store).status == 0)
    #expect(security("dump-trust-settings -d", on: store).status == 1)
    #expect(security("trust-settings-import -d \(file)", on: store).status == 0)
    #expect(
      security("verify-cert -c \(certificate) -p ssl -N", on: store).error.hasPrefix(
        "SecTrustEvaluate result: kSecTrustResultDeny\n"))
  }

  @Test("the settings of users can be disabled")
  func disabled() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = ScriptedStore(admin: (directory, true))
    for (words, state) in [
      ("", "Enabled"), ("-d", "Disabled"), ("", "Disabled"), ("-e", "Enabled"), ("", "Enabled"),
    ] {
      #expect(
        security("user-trust-settings-enable \(words)", on: store)
          == Outcome(status: 0, output: "User-level Trust Settings are \(state)\n", error: ""))
    }
  }
}
