// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of keys and certificates in groups, in a locked store, and under typed passphrases.
@Suite("keys and certificates, guarded") struct LockedObjectTests {
  private let bench: KeyBench

  init() throws {
    bench = try KeyBench()
    try bench.makeCertificate("alice", "/CN=Alice Example")
    try bench.openssl(
      "pkcs12", "-export", "-in", "{alice.pem}", "-inkey", "{alice.key}", "-out", "{alice.p12}",
      "-passout", "pass:secret")
  }

  @Test("an access group of their own") func groups() throws {
    let (option, group) = ("--access-group", "com.example.shared")
    #expect(
      try bench.security("import", "{alice.p12}", "-P", "secret", option, group).status == 0)
    #expect(try bench.security("create-keypair", "-a", "ec", option, group, "pair").status == 0)
    #expect(try bench.security("find-certificate").status == 0)
    for word in [group, "com.example.other"] {
      let isThere = word == group
      #expect(
        try bench.security("find-certificate", option, word).status == (isThere ? 0 : 44))
      #expect(
        try bench.security("find-key", option, word, "-l", "pair").status == (isThere ? 0 : 1))
      #expect(
        try bench.security("find-identity", option, word).output
          .contains("     \(isThere ? 1 : 0) identities found\n"))
      #expect(
        try bench.security("export", option, word, "-t", "certs").status == (isThere ? 0 : 1))
    }
    #expect(
      try bench.security("delete-certificate", option, "com.example.other", "-c", "Alice")
        .status == 1)
    #expect(try bench.security("add-certificates", "{alice.pem}").status == 0)
  }

  @Test("an identity is deleted with the key of its own group, else with the first")
  func deletedKeys() throws {
    let (option, group) = ("--access-group", "com.example.shared")
    try bench.security("import", "{alice.p12}", "-P", "secret")
    try bench.security("import", "{alice.key}", option, group)
    let silent = Program.Result(status: 0, output: "", error: "")
    #expect(try bench.security("delete-identity", "-c", "Alice") == silent)
    #expect(try bench.security("find-key", option, "com.apple.security").status == 1)
    #expect(try bench.security("find-key", option, group).status == 0)
    try bench.security("add-certificates", "{alice.pem}")
    #expect(try bench.security("delete-identity", "-c", "Alice") == silent)
    #expect(try bench.security("find-key").status == 1)
  }

  @Test("lost counts of wrong passcodes are no damage that a repair or a backup mends")
  func lostCounts() throws {
    let passcode: [Int32: [UInt8]] = [3: Array("correct horse\n".utf8)]
    try bench.security("import", "{alice.key}")
    defer { _ = try? bench.security("lock-store", "--all") }
    try bench.security("set-passcode", "--passcode-fd", "3", descriptors: passcode)
    try FileManager.default.removeItem(atPath: bench.path("store/attempts"))
    let check = try bench.security("check")
    #expect(check.status == 1)
    #expect(
      check.output.hasSuffix(
        """
            counts of wrong passcodes lost: the store counts nine wrong passcodes instead
        1 finding.
            security unlock-store   writes them anew; its first try begins a wait of an hour

        """))
    let repair = try bench.security("check", "--repair")
    #expect(repair.status == 1)
    #expect(repair.output.hasPrefix("Nothing was done: no item is damaged, only the counts"))
    let told = try bench.security("lock-status").output
    #expect(told.contains("wrong tries:  9, the next try begins a wait of 3600 s\n"))
    let refused = try bench.security("unlock-store", "--passcode-fd", "3", descriptors: passcode)
    #expect(refused.status != 0)
    #expect(try bench.security("check").status == 0)
  }

  @Test("a locked store gives no key and takes none; certificates stay readable") func locked()
    throws
  {
    try bench.security("import", "{alice.p12}", "-P", "secret")
    let passcode: [Int32: [UInt8]] = [3: Array("correct horse\n".utf8)]
    // Without this the store's keys would stay in the kernel's keyring for a working day.
    defer { _ = try? bench.security("lock-store", "--all") }
    #expect(
      try bench.security("set-passcode", "--passcode-fd", "3", descriptors: passcode).status == 0)
    #expect(try bench.security("lock-store").status == 0)
    func refused(_ call: String, _ status: Int32) -> Program.Result {
      Program.Result(
        status: status, output: "",
        error: "security: \(call): User interaction is not allowed.\n"
          + "security: the protection class is locked now\n"
          + "security: the store is locked; security unlock-store unlocks it\n")
    }
    #expect(try bench.security("find-key") == refused("SecItemCopyMatching", 1))
    #expect(
      try bench.security("export", "-f", "pkcs12", "-P", "x", "-o", "{out.p12}")
        == refused("SecKeychainItemExport", 1))
    #expect(Files.names(in: bench.path(""))?.contains("out.p12") == false)
    #expect(
      try bench.security("create-keypair") == refused("SecKeyCreatePair <NULL>", 1))
    #expect(
      try bench.security("import", "{alice.key}") == refused("SecKeychainItemImport", 1))
    // A locked store is not reported as a store without identities.
    #expect(try bench.security("find-identity") == refused("SecIdentitySearchCopyNext", 36))
    #expect(
      try bench.security("delete-identity", "-c", "Alice") == refused("SecKeychainItemDelete", 36))
    #expect(try bench.security("find-certificate", "-p").output == bench.text("alice.pem"))
    #expect(
      try bench.security("unlock-store", "--passcode-fd", "3", descriptors: passcode).status == 0)
    #expect(try bench.security("find-key").status == 0)
  }

  @Test("the passphrase of an export is typed twice") func typed() throws {
    try bench.security("import", "{alice.p12}", "-P", "secret")
    let terminal = try PseudoTerminal()
    var program = Program(home: bench.path(""))
    program.environment["LATCHKEY_HOME"] = bench.path("store")
    let process = try terminal.start(
      program, ["export", "-f", "pkcs12", "-o", bench.path("typed.p12")])
    for (first, second) in [("one", "two"), ("same", "same")] {
      try terminal.waitFor("password of the exported file: ")
      try terminal.type(first + "\n")
      try terminal.waitFor("retype password of the exported file: ")
      try terminal.type(second + "\n")
      if first != second { try terminal.waitFor("passwords don't match") }
    }
    try terminal.waitFor("bytes written to")
    #expect(try Program.wait(for: process) == 0)
    try bench.openssl("pkcs12", "-in", "{typed.p12}", "-passin", "pass:same", "-nodes")
  }

  @Test("dump-keychain lists keys and certificates in the layouts of the finders") func dumped()
    throws
  {
    try bench.security("import", "{alice.p12}", "-P", "secret")
    let dump = try bench.security("dump-keychain").output
    let parts = try [bench.security("find-key").output, bench.security("find-certificate").output]
    #expect(dump == parts.joined())
  }
}
