// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainEngine
import KeychainTypes
import SecureMemory
import Security

/// A satisfied access control through `SecItemCopyMatching`, as a client calls it.
///
/// A query with a context whose evidence satisfies the item's access control is compared with a
/// query for an item without one. The part runs in a process of its own, whose store has a passcode
/// meanwhile.
enum AccessCallRows {
  private static let count = 64

  static func measure(_ fixture: Fixture, _ run: Run) throws {
    let output = try Spawned.run(
      [run.program, "part", "access", fixture.directory, "\(run.samples)"],
      ["LATCHKEY_HOME": fixture.directory + "/store"])
    let sides = output.split(separator: "\n").map { line in
      Samples(line.split(separator: " ").compactMap { Int64($0) })
    }
    guard sides.count == 2 else { throw BenchError(what: "no samples from the part access") }
    run.table.add(
      Line(
        "access/secitem", "the same through SecItemCopyMatching", fixture.items,
        ("satisfied", sides[0]), ("no context", sides[1])))
  }

  /// Runs in the other process and prints the samples of both sides.
  static func part(samples: Int) throws {
    let session = try EmbeddedEngine.session(in: .dataProtection)
    let passcode = try Passcode(SecretBytes(copying: Array("correct horse".utf8)))
    try session.setPasscode(passcode, for: UnlockLimit(seconds: 600))
    defer { try? session.removePasscode(passcode) }
    let context = SatisfiedContext()
    let kept = kSecAttrAccessibleWhenUnlocked
    guard let control = SecAccessControlCreateWithFlags(nil, kept, .userPresence, nil) else {
      throw BenchError(what: "no access control")
    }
    for index in 0..<count {
      try add("constrained \(index)", [kSecAttrAccessControl as String: control])
      try add("plain \(index)", [:])
    }
    let (satisfied, plain) = try alternate(
      samples, Side { try copy("constrained \($0 % count)", in: context) },
      Side { try copy("plain \($0 % count)") })
    print(satisfied.text)
    print(plain.text)
  }

  private static func add(_ account: String, _ further: [String: Any]) throws {
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "bench access",
      kSecAttrAccount as String: account, kSecValueData as String: Data("0123456789abcdef".utf8),
    ]
    let status = SecItemAdd(item.merging(further) { $1 } as CFDictionary, nil)
    guard status == errSecSuccess else { throw BenchError(what: "SecItemAdd answers \(status)") }
  }

  private static func copy(_ account: String) throws {
    try copy([
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "bench access",
      kSecAttrAccount as String: account, kSecReturnData as String: true,
    ])
  }

  private static func copy(_ account: String, in context: SatisfiedContext) throws {
    try copy([
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "bench access",
      kSecAttrAccount as String: account, kSecReturnData as String: true,
      kSecUseAuthenticationContext as String: context,
    ])
  }

  private static func copy(_ query: [String: Any]) throws {
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    guard status == errSecSuccess, let data = result as? Data, !data.isEmpty else {
      throw BenchError(what: "SecItemCopyMatching answers \(status)")
    }
  }

  /// A context with the evidence of this machine's authenticator, like an evaluated `LAContext`.
  private final class SatisfiedContext: NSObject, CarriesAuthenticationContext {
    let authenticationContext = AuthenticationContext()
    let installation: Installation? = nil

    override init() {
      super.init()
      let facts = AuthenticatorChoice.current().facts
      authenticationContext.set { $0.evidence.add([Proof(.passcode, at: facts)]) }
    }
  }
}
