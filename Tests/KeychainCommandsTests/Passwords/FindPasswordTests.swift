// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import KeychainTypes
import SecureMemory
import Testing

/// Tests of finding and deleting passwords (Specification/security-cli.md, "Printing one item",
/// "Password output", "find-generic-password / find-internet-password", "delete-*-password").
@Suite("find- and delete-…-password") struct FindPasswordTests {
  private let store = ScriptedStore()

  private static let notFound =
    "security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.\n"

  private static let genericListing = """
    keychain: "/store/store.db"
    version: 512
    class: "genp"
    attributes:
        0x00000007 <blob>="svc"
        0x00000008 <blob>=<NULL>
        "acct"<blob>="me"
        "cdat"<timedate>=0x32303136303430383138353130365A00  "20160408185106Z\\000"
        "crtr"<uint32>="aapl"
        "cusi"<sint32>=<NULL>
        "desc"<blob>=<NULL>
        "gena"<blob>=<NULL>
        "icmt"<blob>=0xC3A92E  "\\303\\251."
        "invi"<sint32>=<NULL>
        "mdat"<timedate>=0x32303136303430383138353130365A00  "20160408185106Z\\000"
        "nega"<sint32>=<NULL>
        "prot"<blob>=<NULL>
        "scrp"<sint32>=<NULL>
        "svce"<blob>="svc"
        "type"<uint32>=<NULL>

    """

  private static let internetListing = """
    keychain: "/store/store.db"
    version: 512
    class: "inet"
    attributes:
        0x00000007 <blob>="host"
        0x00000008 <blob>=<NULL>
        "acct"<blob>="me"
        "atyp"<blob>="dflt"
        "cdat"<timedate>=0x32303136303430383138353130365A00  "20160408185106Z\\000"
        "crtr"<uint32>=<NULL>
        "cusi"<sint32>=<NULL>
        "desc"<blob>=<NULL>
        "icmt"<blob>=<NULL>
        "invi"<sint32>=<NULL>
        "mdat"<timedate>=0x32303136303430383138353130365A00  "20160408185106Z\\000"
        "nega"<sint32>=<NULL>
        "path"<blob>=<NULL>
        "port"<uint32>=0x000001BB \("")
        "prot"<blob>=<NULL>
        "ptcl"<uint32>="htps"
        "scrp"<sint32>=<NULL>
        "sdmn"<blob>=<NULL>
        "srvr"<blob>="host"
        "type"<uint32>=<NULL>

    """

  private func add(_ words: String) {
    #expect(security(words, on: store).status == 0)
  }

  @Test("the attributes of a generic password, byte for byte") func generic() {
    add("add-gen -a me -s svc -c aapl -j é. -w x")
    let outcome = security("find-generic-password -s svc", on: store)
    #expect(outcome == Outcome(status: 0, output: Self.genericListing, error: ""))
  }

  @Test("the attributes of an internet password, byte for byte") func internet() {
    add("add-int -a me -s host -P 443 -r htps -w x")
    let outcome = security("find-internet-password -s host", on: store)
    #expect(outcome == Outcome(status: 0, output: Self.internetListing, error: ""))
  }

  @Test(
    "-w and -g",
    arguments: [
      ("plain", "plain", "\"plain\""), ("a\\b", "a\\b", "0x615C62  \"a\\134b\""),
      ("grün", "6772c3bc6e", "0x6772C3BC6E  \"gr\\303\\274n\""), ("a\"b", "a\"b", "\"a\"b\""),
      ("", "", ""), ("a\u{7}", "6107", "0x6107  \"a\\007\""),
    ])
  func secrets(_ secret: String, _ bare: String, _ shown: String) {
    #expect(security(["add-gen", "-a", "me", "-s", "svc", "-w", secret], on: store).status == 0)
    let terminal = ScriptedTerminal()
    #expect(
      security("find-gen -s svc -w", on: store, at: terminal)
        == Outcome(
          status: 0, output: bare + "\n", error: ""))
    // In several pieces, programs that write to one pipe would mix their lines.
    #expect(terminal.outputPieces == 1)
    let long = security("find-gen -s svc -g", on: store)
    #expect(long.error == "password: \(shown)\n")
    #expect(long.output.hasPrefix("keychain: "))
    #expect(security("find-gen -s svc -gw", on: store).output == bare + "\n")
  }

  @Test("an item without a secret") func noSecret() {
    let store = ScriptedStore { state in
      var match = Match(.genericPassword, .zero)
      match.attributes = AttributeSet()
      state.items = [match]
    }
    #expect(security("find-gen -w", on: store).output == "\n")
    #expect(security("find-gen -g", on: store).error == "password: \n")
  }

  @Test(
    "nothing found: status 44 and Apple's words",
    arguments: ["find-gen", "find-int", "delete-gen", "delete-int"])
  func notFound(_ verb: String) {
    #expect(
      security("\(verb) -s nothing", on: store)
        == Outcome(
          status: 44, output: "", error: Self.notFound))
  }

  @Test("without options the first of its class is found") func noFilter() {
    add("add-gen -a one -s svc -w 1")
    add("add-gen -a two -s svc -w 2")
    #expect(security("find-gen -w", on: store).output == "1\n")
    #expect(security("find-int -w", on: store).status == 44)
  }

  @Test("with account and service the other options count for nothing") func ignoredFilters() {
    add("add-gen -a me -s svc -l Label -w x")
    #expect(security("find-gen -a me -s svc -l Other -w", on: store).status == 0)
    #expect(security("find-gen -a me -l Other -w", on: store).status == 44)
    add("add-int -a me -s host -d d -r http -t form -P 80 -p /x -l Label -w y")
    let all = "find-int -a me -s host -d d -r http -t form -P 80 -p /x"
    #expect(security("\(all) -l Other -w", on: store).output == "y\n")
    #expect(security("find-int -s host -l Other -w", on: store).status == 44)
  }

  @Test("port 0 and empty codes say nothing") func wildcards() {
    add("add-int -a me -s host -P 443 -r htps -w x")
    #expect(security(["find-int", "-s", "host", "-P", "0", "-r", "", "-w"], on: store).status == 0)
    #expect(security(["delete-int", "-P", "0"], on: store).status == 2)
    #expect(security("find-int -P 80", on: store).status == 44)
  }

  @Test(
    "what may not be opened is told by the status alone",
    arguments: [(-25308, 36), (-25293, 51), (-128, 128), (-25330, 36)] as [(Int32, UInt8)])
  func refusedSecret(_ code: Int32, _ status: UInt8) {
    add("add-gen -a me -s svc -w x")
    store.state.withLock { state in
      state.secretRefusal = KeychainError(.init(rawValue: code), "no")
    }
    let silent = Outcome(status: status, output: "", error: "")
    #expect(security("find-gen -s svc -g", on: store) == silent)
    #expect(security("find-gen -s svc -w", on: store) == silent)
    #expect(security("find-gen -s svc", on: store).status == 0)
  }

  @Test("delete shows the first match, removes it alone and says so") func delete() {
    add("add-gen -a one -s svc -w 1")
    add("add-gen -a two -s svc -w 2")
    let outcome = security("delete-generic-password -s svc", on: store)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\"acct\"<blob>=\"one\"\n"))
    #expect(outcome.error == "password has been deleted.\n")
    #expect(store.items.count == 1)
  }

  @Test("delete wants at least one option") func deleteAll() {
    add("add-gen -a one -s svc -w 1")
    #expect(security("delete-gen", on: store).status == 2)
    #expect(store.items.count == 1)
  }

  @Test("what was not deleted is not said to be") func deleteFails() {
    add("add-gen -a one -s svc -w 1")
    store.state.withLock { state in
      state.deleteRefusal = KeychainError(.readOnly, "the store is read-only")
    }
    let outcome = security("delete-gen -s svc", on: store)
    #expect(outcome.status == 52)
    #expect(!outcome.error.contains("has been deleted"))
    #expect(outcome.error.contains("the store is read-only"))
  }

  @Test("a search in one group") func group() {
    _ = security("find-gen --access-group com.example -s x", on: store)
    #expect(store.groups == [.named("com.example")])
  }
}
