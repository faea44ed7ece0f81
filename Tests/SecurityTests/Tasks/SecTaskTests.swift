// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTypes
import Security
import Testing

@Suite("programs and their entitlements") struct SecTaskTests {
  @Test("a program without a file has its name and no entitlement")
  func adHoc() throws {
    let task = try #require(SecTaskCreateFromSelf(nil))
    var error: Unmanaged<CFError>?
    let name = try #require(unsafe SecTaskCopySigningIdentifier(task, &error))
    #expect(String(name).hasPrefix("adhoc."))
    #expect(unsafe SecTaskCopyValueForEntitlement(task, "keychain-access-groups", &error) == nil)
    #expect(unsafe SecTaskCopyValuesForEntitlements(task, ["a"] as CFArray, &error)?.count == 0)
    #expect(unsafe error == nil)
    #expect(SecTaskGetCodeSignStatus(task) == 0)
    #expect(CFGetTypeID(task) == SecTaskGetTypeID())
    #expect(CFEqual(task, SecTaskCreateFromSelf(nil)))
  }

  @Test("what the file says is given as it stands there, of any type")
  func file() throws {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>application-identifier</key><string>A1B2C3D4E5.org.example.app</string>
      <key>keychain-access-groups</key><array><string>A1B2C3D4E5.shared</string></array>
      <key>level</key><integer>7</integer><key>sandboxed</key><true/>
      </dict></plist>
      """
    let task = try task(of: list)
    let identifier = SecTaskCopySigningIdentifier(task, nil)
    #expect(identifier == "org.example.app")
    let groups = SecTaskCopyValueForEntitlement(task, "keychain-access-groups", nil)
    #expect(groups as? [String] == ["A1B2C3D4E5.shared"])
    #expect(SecTaskCopyValueForEntitlement(task, "level", nil) as? Int == 7)
    let wanted = ["sandboxed", "absent", "level"] as CFArray
    let some = SecTaskCopyValuesForEntitlements(task, wanted, nil)
    #expect(some?.count == 2)
    #expect(some?["sandboxed"] as? Bool == true)
  }

  @Test("a token names this program or none")
  func token() {
    var token = audit_token_t()
    #expect(SecTaskCreateWithAuditToken(nil, token) == nil)
    token.val.5 = UInt32(getpid())
    #expect(SecTaskCreateWithAuditToken(nil, token) == SecTaskCreateFromSelf(nil))
  }

  @Test("a password to share: four groups of three, never the same, no sign taken for another")
  func password() throws {
    var seen: Set<String> = []
    for _ in 0..<200 {
      let password = try #require(SecCreateSharedWebCredentialPassword().map { String($0) })
      let groups = password.split(separator: "-", omittingEmptySubsequences: false)
      #expect(groups.map(\.count) == [3, 3, 3, 3])
      #expect(password.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber) })
      #expect(!password.contains { "ijlzIO012".contains($0) })
      seen.insert(password)
    }
    #expect(seen.count == 200)
  }

  @Test("functions that do not exist yet say so")
  func later() throws {
    var identity: SecIdentity?
    let status = unsafe SecIdentityCopySystemIdentity(kSecIdentityDomainDefault, &identity, nil)
    #expect(status == errSecItemNotFound)
    #expect(SecIdentitySetSystemIdentity(kSecIdentityDomainDefault, nil) == errSecUnimplemented)
    var codes: [CFIndex] = []
    SecAddSharedWebCredential("example.org", "mira", nil) { codes.append(CFErrorGetCode($0)) }
    SecRequestSharedWebCredential(nil, nil) { codes.append(CFErrorGetCode($1)) }
    #expect(codes == [-4, -4])
  }

  private func task(of list: String) throws -> SecTask {
    let path = NSTemporaryDirectory() + "SecTaskTests-\(UUID().uuidString)"
    try Data(list.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let caller = Caller(
      identifier: "A1B2C3D4E5.org.example.app", groups: [], origin: .entitlementsFile(path: path))
    return try CurrentInstallation.$scoped.withValue(Installation(caller: caller)) {
      try #require(SecTaskCreateFromSelf(nil))
    }
  }
}
