// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of the statuses and sentences of commands on keychain files that are damaged, missing or
/// locked (Specification/security-cli.md, "Keychain administration" to "Import and export").
@Suite("statuses of commands on keychain files") struct KeychainStatusTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.security("create-keychain", "-p", "pw", "build.keychain")
    try Files.write([1, 2, 3], to: bench.path("store/keychains/bad.keychain-db"))
  }

  /// A command that searches a keychain, its status and the first line of standard error.
  struct Search: Sendable, CustomTestStringConvertible {
    let words: [String]
    let status: Int32
    /// The text in front of the sentence of the status.
    let call: String
    /// The sentence; nil if it is about a damaged or a missing keychain.
    var sentence: String?
    /// The end of standard error.
    var end = ""
    var testDescription: String { words.joined(separator: " ") }

    init(
      _ line: String, _ status: Int32, _ call: String, _ sentence: String? = nil, end: String = ""
    ) {
      words = line.split(separator: " ").map(String.init)
      (self.status, self.call, self.sentence, self.end) = (status, call, sentence, end)
    }
  }

  private static let absent = "The specified item could not be found in the keychain."

  private static let searches = [
    Search("find-generic-password -s s", 44, "SecKeychainSearchCopyNext", absent),
    Search("find-generic-password -s s -w", 44, "SecKeychainSearchCopyNext", absent),
    Search("find-internet-password -s s", 44, "SecKeychainSearchCopyNext", absent),
    Search("delete-generic-password -s s", 44, "SecKeychainSearchCopyNext", absent),
    Search("delete-internet-password -s s", 44, "SecKeychainSearchCopyNext", absent),
    Search("find-certificate -a", 0, "SecKeychainSearchCopyNext"),
    Search("find-certificate -c x", 0, "SecKeychainSearchCopyNext"),
    Search("find-key", 1, "SecItemCopyMatching"),
    Search("export -k", 1, "SecKeychainItemExport"),
    Search("dump-keychain", 1, "SecKeychainSearchCopyNext"),
    Search("set-key-partition-list -S a: -k pw", 1, "SecKeychainUnlock"),
    Search("set-generic-password-partition-list -S a: -s s -k pw", 1, "SecKeychainUnlock"),
    Search(
      "delete-certificate -c x", 1, "SecKeychainSearchCopyNext",
      end: #"Unable to delete certificate matching "x""#),
    Search(
      "delete-identity -c x", 1, "SecKeychainSearchCopyNext",
      end: #"Unable to delete certificate matching "x""#),
    Search(
      "set-identity-preference -s u -c x", 1, "SecIdentitySetPreference",
      end: "security: No matching identity found for \"x\"\n"),
    Search("show-keychain-info", 0, "SecKeychainCopySettings KC"),
    Search("lock-keychain", 0, "SecKeychainLock KC"),
    Search("unlock-keychain -p pw", 0, "SecKeychainUnlock KC"),
  ]

  @Test("a damaged and a missing file: status, sentence and reason", arguments: searches)
  func searched(_ row: Search) throws {
    for (name, sentence, status, reason) in [
      (
        "bad.keychain", "The specified file is not a valid keychain.", Int32(49),
        "bad.keychain-db, head: the file does not begin as a keychain file begins\n"
      ),
      (
        "gone.keychain", "The specified keychain could not be found.", 50,
        "gone.keychain-db: the keychain file does not exist\n"
      ),
    ] {
      let result = try bench.run(row.words + [name])
      // 0 stands for the status of the error itself.
      #expect(result.status == (row.status == 0 ? status : row.status), "\(result)")
      let call = row.call.replacing("KC", with: name)
      let line = "security: \(call): \(row.sentence ?? sentence)\n"
      #expect(result.error.hasPrefix(line), "\(result)")
      #expect(result.error.hasSuffix(row.end) && result.output.isEmpty, "\(result)")
      // The calls of `Security` give a status without a path.
      #expect(row.call.hasPrefix("SecIdentity") || result.error.contains(reason), "\(result)")
    }
  }

  @Test("find-identity ends with 0 in any case, and says why it finds nothing")
  func identities() throws {
    for (name, call) in [
      ("bad.keychain", "SecIdentitySearchCopyNext: The specified file is not a valid keychain."),
      (
        "gone.keychain", "SecKeychainOpen gone.keychain: The specified keychain could not be found."
      ),
    ] {
      let result = try bench.security("find-identity", "-v", "-p", "codesigning", name)
      #expect(result.status == 0 && result.output == "     0 valid identities found\n")
      #expect(result.error.hasPrefix("security: \(call)\n"), "\(result)")
    }
  }

  @Test("an update whose access list nobody can confirm changes no secret either")
  func updateWithAccess() throws {
    let add = ["add-generic-password", "-U", "-a", "a", "-s", "any", "-A", "-w"]
    #expect(try bench.run(add + ["first", "build.keychain"]).status == 0)
    let refused = try bench.run(
      add + ["second", "build.keychain"], ["LATCHKEY_EXPLAIN": "1"])
    #expect(refused.status == 36)
    #expect(refused.error.contains("K609 error") && !refused.error.contains("K904"))
    #expect(refused.error.contains("SecKeychainItemSetAccess: User interaction is not allowed."))
    #expect(
      try bench.security("find-generic-password", "-s", "any", "-w", "build.keychain").output
        == "first\n")
  }

  @Test("an unlocked keychain asks for no password")
  func unlocked() throws {
    let done = Program.Result(status: 0, output: "", error: "")
    #expect(try bench.security("unlock-keychain", "build.keychain") == done)
    try bench.security("lock-keychain", "build.keychain")
    #expect(try bench.security("unlock-keychain", "build.keychain").status == 36)
    #expect(try bench.security("unlock-keychain", "-p", "pw", "build.keychain") == done)
    #expect(try bench.security("unlock-keychain", "-p", "other", "build.keychain") == done)
  }

  @Test("a damaged file of the search list does not hide an item of the next keychain")
  func passedOver() throws {
    try bench.security("add-generic-password", "-a", "a", "-s", "s", "-w", "x", "build.keychain")
    try bench.security("list-keychains", "-s", "bad.keychain", "gone.keychain", "build.keychain")
    #expect(try bench.security("find-generic-password", "-s", "s", "-w").output == "x\n")
    let absent = try bench.security("find-generic-password", "-s", "t")
    #expect(absent.status == 44 && absent.error.contains("bad.keychain-db, head: "))
    #expect(try bench.security("find-certificate", "-c", "no such name").status == 44)
    // The certificates of the machine were searched, so a certificate is absent.
    try bench.security("list-keychains", "-s", "bad.keychain")
    let missed = try bench.security("find-certificate", "-c", "no such name")
    #expect(missed.status == 44 && missed.error.contains("bad.keychain-db, head: "))
    try bench.makeAuthority()
    #expect(try bench.security("find-certificate", "-c", "Authority").status == 0)
    #expect(try bench.security("find-certificate", "-a").status == 0)
  }

  @Test("without a terminal, the sentence names the call that needs the password")
  func unasked() throws {
    try bench.security("lock-keychain", "build.keychain")
    let sentence = "User interaction is not allowed.\nsecurity: there is no terminal"
    let rows: [(words: [String], call: String)] = [
      (["unlock-keychain", "build.keychain"], "SecKeychainUnlock build.keychain"),
      (["create-keychain", "new.keychain"], "SecKeychainCreate new.keychain"),
      (
        ["set-keychain-password", "build.keychain"],
        "error changing password for \"build.keychain\""
      ),
      (["set-key-partition-list", "-S", "a:", "build.keychain"], "SecKeychainUnlock"),
      (["set-key-partition-list", "-S", "a:", "-k"], "SecKeychainUnlock"),
      (["create-db", "-g", "cspdl", "{x.db}"], "CSSM_DbCreate \(bench.path("x.db"))"),
      (
        ["create-filevaultmaster-keychain", "{f.keychain}"],
        "SecKeychainCreate \(bench.path("f.keychain"))"
      ),
    ]
    for row in rows {
      let result = try bench.run(row.words)
      #expect(result.status == 36, "\(row.words)")
      #expect(result.error.hasPrefix("security: \(row.call): \(sentence)"), "\(result.error)")
    }
  }

  @Test("show-keychain-info prints the name as typed, and <NULL> without one")
  func information() throws {
    try bench.security("default-keychain", "-s", "build.keychain")
    for (name, shown, end) in [
      ([], "<NULL>", " lock-on-sleep timeout=300s"),
      (["build.keychain-db"], "build.keychain-db", " lock-on-sleep timeout=300s"),
      (["login.keychain"], "login.keychain", " no-timeout"),
      (
        ["/Library/Keychains/System.keychain"], "/Library/Keychains/System.keychain",
        " no-timeout"
      ),
    ] {
      let result = try bench.run(["show-keychain-info"] + name)
      #expect(result.status == 0 && result.error == "Keychain \"\(shown)\"\(end)\n", "\(result)")
    }
    try bench.security("default-keychain", "-s", "login.keychain")
    #expect(try bench.security("show-keychain-info").error == "Keychain \"<NULL>\" no-timeout\n")
  }

  @Test("import -f pkcs12 of another kind of file is refused, and adds nothing")
  func foreignContainer() throws {
    try bench.makeCertificate("own", "/CN=Own")
    try bench.openssl(
      "pkcs8", "-topk8", "-in", "{own.key}", "-out", "{own.p8}", "-passout", "pass:x")
    try bench.openssl("x509", "-in", "{own.pem}", "-outform", "DER", "-out", "{own.cer}")
    try bench.openssl(
      "pkcs12", "-export", "-in", "{own.pem}", "-inkey", "{own.key}", "-out", "{own.p12}",
      "-passout", "pass:x")
    let unknown = "security: SecKeychainItemImport: Unknown format in import.\n"
    for keychain in ["build.keychain", "login.keychain"] {
      for name in ["own.pem", "own.key", "own.p8", "own.cer"] {
        let result = try bench.security(
          "import", "{\(name)}", "-f", "pkcs12", "-P", "x", "-k", keychain)
        #expect(result.status == 1 && result.output.isEmpty, "\(name): \(result)")
        #expect(result.error.hasPrefix(unknown), "\(name): \(result)")
        #expect(result.error.contains("\(name): the file is no PKCS#12 file"))
      }
      #expect(try bench.security("find-certificate", "-c", "Own", keychain).status == 44)
      try Files.write(Array("no container at all".utf8), to: bench.path("text.p12"))
      #expect(
        try bench.security("import", "{text.p12}", "-f", "pkcs12", "-P", "x", "-k", keychain).status
          == 1)
      // The advice: without `-f`, the certificate is recognized.
      #expect(try bench.security("import", "{own.cer}", "-k", keychain).status == 0)
      let container = try bench.security(
        "import", "{own.p12}", "-f", "pkcs12", "-P", "x", "-k", keychain)
      #expect(container.status == 0 && container.output.isEmpty)
    }
  }

  @Test("a limit of 0 seconds is undone without a terminal, as the command says")
  func limitOfNothing() throws {
    try bench.security("set-keychain-settings", "-t", "0", "build.keychain")
    let unlocked = try bench.security("unlock-keychain", "-p", "pw", "build.keychain")
    #expect(unlocked.status == 0)
    let locked = try bench.security("set-keychain-settings", "-t", "300", "build.keychain")
    #expect(locked.status == 36)
    for told in [unlocked, locked] {
      let advice = try #require(
        told.error.split(separator: "\n").first { $0.contains("--password-fd 3") }, "\(told)")
      var shell = Program(home: bench.path(""))
      shell.environment["LATCHKEY_HOME"] = bench.path("store")
      shell.executable = "/bin/sh"
      let command = advice.dropFirst("security: ".count).prefix { $0 != ";" }
        .replacing(" sets another limit", with: "").replacing("FILE", with: bench.path("password"))
      func follow(_ password: String) throws -> Program.Result {
        try bench.write(password, to: "password")
        return try shell.run(
          ["-c", "security() { \(Program.path) \"$@\"; }; \(command)"])
      }
      let wrong = try follow("other\n")
      #expect(wrong.status == 51, "\(wrong)")
      let followed = try follow("pw\n")
      #expect(followed.status == 0, "\(followed)")
      try bench.security("unlock-keychain", "-p", "pw", "build.keychain")
      let shown = try bench.security("show-keychain-info", "build.keychain")
      #expect(shown.error == "Keychain \"build.keychain\" timeout=300s\n", "\(shown)")
      try bench.security("set-keychain-settings", "-t", "0", "build.keychain")
    }
    #expect(
      try bench.security("set-keychain-settings", "--password-fd", "x", "build.keychain").status
        == 2)
  }
}
