// SPDX-License-Identifier: Apache-2.0
import Testing

/// Recipes by which continuous integration makes a signing identity usable
/// (Specification/security-cli.md, "Canonical recipe").
@Suite("recipes for signing") struct SigningRecipeTests {
  private let bench: KeyBench
  private let silent = Program.Result(status: 0, output: "", error: "")

  init() throws {
    bench = try KeyBench()
    try bench.makeAuthority()
    try bench.issue(
      "cert", "/CN=Signer: Acme (ABC)", "extendedKeyUsage=codeSigning\nkeyUsage=digitalSignature\n")
  }

  /// Runs a line of a script, whose words are separated by blanks.
  private func line(_ text: String) throws -> Program.Result {
    try bench.run(text.split(separator: " ").map(String.init))
  }

  @Test("a keychain at a path of its own, as GitHub's guide has it") func github() throws {
    let keychain = "{app-signing.keychain-db}"
    for step in [
      "create-keychain -p pw \(keychain)", "set-keychain-settings -lut 21600 \(keychain)",
      "unlock-keychain -p pw \(keychain)",
      "import {cert.p12} -P x -A -t cert -f pkcs12 -k \(keychain)",
    ] {
      #expect(try line(step) == silent, "\(step)")
    }
    let list = try line("set-key-partition-list -S apple-tool:,apple: -k pw \(keychain)")
    #expect(list.status == 0)
    #expect(list.output.hasPrefix("keychain: \"\(bench.path("app-signing.keychain-db"))\"\n"))
    #expect(list.output.contains("\nversion: 256\nclass: 0x00000010 \n"))
    #expect(list.output.contains("\n    0x00000001 <blob>=\"Imported Private Key\"\n"))
    #expect(try line("list-keychain -d user -s \(keychain)") == silent)
    let found = try line("find-identity -v -p codesigning")
    let hash = try bench.fingerprint("cert", "sha1")
    #expect(
      found.output
        == "  1) \(hash) \"Signer: Acme (ABC)\"\n     1 valid identities found\n")
    #expect(found.status == 0)
    let info = try line("show-keychain-info \(keychain)")
    #expect(
      info.error
        == "Keychain \"\(bench.path("app-signing.keychain-db"))\" lock-on-sleep timeout=21600s\n")
    #expect(try line("delete-keychain \(keychain)") == silent)
    #expect(
      try line("find-identity -v -p codesigning").output == "     0 valid identities found\n")
  }

  @Test("a keychain in the user's folder, with trusted programs and partitions") func named()
    throws
  {
    let keychain = "build.keychain"
    for step in [
      "create-keychain -p pw \(keychain)", "unlock-keychain -p pw \(keychain)",
      "list-keychains -d user -s \(keychain)",
    ] {
      #expect(try line(step) == silent, "\(step)")
    }
    let imported = try line(
      "import {cert.p12} -k \(keychain) -P x -T /usr/bin/codesign -T /usr/bin/security")
    #expect(
      imported == Program.Result(status: 0, output: "1 identity imported.\n", error: ""))
    let before = try line("dump-keychain -a \(keychain)").output
    #expect(before.contains("        description: apple-tool:\n"))
    #expect(
      before.contains(
        """
            entry 1:
                authorizations (6): decrypt derive export_clear export_wrapped mac sign
                don't-require-password
                description: cert
                applications (2):
                    0: /usr/bin/codesign (
        """))
    #expect(before.contains("            1: /usr/bin/security (OK)\n"))
    let list = "apple-tool:,apple:,codesign:"
    let set = try line("set-key-partition-list -S \(list) -s -k pw \(keychain)")
    #expect(set.status == 0)
    #expect(set.error == "")
    #expect(set.output.contains("\nversion: 512\nclass: 0x00000010 \n"))
    #expect(
      try line("dump-keychain -a \(keychain)").output
        .contains("        description: apple-tool:, apple:, codesign:\n"))
    // An unlocked keychain shows a wrong password only at the last step.
    let wrong = try line("set-key-partition-list -S apple: -s -k no \(keychain)")
    #expect(wrong.status == 1)
    #expect(
      wrong.error.hasPrefix(
        "security: SecKeychainItemSetAccessWithPassword: "
          + "The user name or passphrase you entered is not correct.\n"))
    #expect(wrong.output == set.output)
    let none = try line("set-key-partition-list -S apple: -l Other -k pw \(keychain)")
    #expect(none.status == 1)
    #expect(
      none.error
        == "security: SecItemCopyMatching: The specified item could not be found in the"
        + " keychain.\n")
    // The certificate and the key are still found when the keychain is locked.
    #expect(try line("lock-keychain \(keychain)") == silent)
    #expect(
      try line("find-identity -v -p codesigning").output.hasSuffix("1 valid identities found\n"))
    let locked = try line("set-key-partition-list -S apple: -s -k no \(keychain)")
    #expect(locked.status == 1)
    #expect(
      locked.error.hasPrefix(
        "security: SecKeychainUnlock: The user name or passphrase you entered is not correct.\n"))
  }

  @Test("the store and keychain files in one search list, halves apart") func mixed() throws {
    // The key is in the store, and the certificate in a keychain file.
    #expect(try line("import {cert.key}").output == "1 key imported.\n")
    #expect(try line("create-keychain -p pw other.keychain") == silent)
    #expect(try line("add-certificates -k other.keychain {cert.pem}") == silent)
    #expect(
      try line("find-identity -v -p codesigning").output == "     0 valid identities found\n")
    #expect(try line("list-keychains -s login.keychain other.keychain") == silent)
    #expect(
      try line("find-identity -v -p codesigning").output.hasSuffix("1 valid identities found\n"))
    #expect(
      try line("find-identity -v -p codesigning other.keychain").output
        == "     0 valid identities found\n")
    let missing = try line("find-identity -v missing.keychain")
    #expect(
      missing
        == Program.Result(
          status: 0, output: "     0 valid identities found\n",
          error: "security: SecKeychainOpen missing.keychain: "
            + "The specified keychain could not be found.\nsecurity: "
            + bench.path("store/keychains/missing.keychain-db")
            + ": the keychain file does not exist\n"))
  }
}
