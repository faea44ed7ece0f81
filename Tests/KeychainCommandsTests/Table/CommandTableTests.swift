// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import Testing

/// Tests that the meaning of an abbreviation never changes (Specification/security-cli.md, "Global
/// behaviour of security", "Commands of our own").
@Suite("command table") struct CommandTableTests {
  /// Apple's shipped commands in the order of their table.
  private static let apples = """
    help, list-keychains, list-smartcards, default-keychain, login-keychain, create-keychain,
    delete-keychain, lock-keychain, unlock-keychain, set-keychain-settings, set-keychain-password,
    show-keychain-info, dump-keychain, create-keypair, add-generic-password,
    add-internet-password, add-certificates, find-generic-password, delete-generic-password,
    set-generic-password-partition-list, find-internet-password, delete-internet-password,
    set-internet-password-partition-list, find-key, set-key-partition-list, find-certificate,
    find-identity, delete-certificate, delete-identity, set-identity-preference,
    get-identity-preference, create-db, export, import, export-smartcard, cms, install-mds,
    add-trusted-cert, remove-trusted-cert, dump-trust-settings, user-trust-settings-enable,
    trust-settings-export, trust-settings-import, verify-cert, authorize, authorizationdb,
    execute-with-privileges, leaks, error, create-filevaultmaster-keychain, smartcards,
    translocate-policy-check, translocate-status-check, translocate-original-path,
    requirement-evaluate, filevault, platformsso
    """
    .split(whereSeparator: { ", \n".contains($0) }).map(String.init)

  @Test("Apple's names come first, in Apple's order") func order() {
    #expect(Array(CommandTable.names.prefix(Self.apples.count)) == Self.apples)
    #expect(Set(CommandTable.names).count == CommandTable.names.count)
  }

  @Test("none of ours is the beginning of one of Apple's") func ours() {
    for name in CommandTable.names.dropFirst(Self.apples.count) {
      #expect(!Self.apples.contains { $0.hasPrefix(name) }, "\(name)")
    }
  }

  @Test("every abbreviation of Apple's means what it means there") func abbreviations() {
    for name in Self.apples {
      for length in 1...name.count {
        let abbreviation = String(name.prefix(length))
        let meaning = Self.apples.first { $0.hasPrefix(abbreviation) }
        #expect(CommandTable.name(for: abbreviation) == meaning, "\(abbreviation)")
      }
    }
  }

  @Test(
    "abbreviations that scripts use, and our own names",
    arguments: [
      ("list-keychain", "list-keychains"), ("find-id", "find-identity"),
      ("unlock", "unlock-keychain"), ("lock", "lock-keychain"), ("set", "set-keychain-settings"),
      ("dump", "dump-keychain"), ("trust", "trust-settings-export"),
      ("tra", "translocate-policy-check"), ("ex", "export"), ("d", "default-keychain"),
      ("dump-i", "dump-items"), ("check", "check"), ("version", "version"), ("item", "item"),
    ])
  func known(_ abbreviation: String, _ name: String) {
    #expect(CommandTable.name(for: abbreviation) == name)
  }

  @Test("unknown names") func unknown() {
    #expect(CommandTable.name(for: "bogus") == nil)
    #expect(CommandTable.name(for: "helpme") == nil)
  }
}
