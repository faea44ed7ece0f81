// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import KeychainTypes
import SecureMemory
import Testing

/// Tests of adding passwords (Specification/security-cli.md, "add-generic-password /
/// add-internet-password").
@Suite("add-generic-password, add-internet-password") struct AddPasswordTests {
  private func secret(_ store: ScriptedStore) -> String? {
    store.items.last?.secret?.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }

  private func attributes(_ store: ScriptedStore) -> AttributeSet {
    store.items.last?.attributes ?? AttributeSet()
  }

  @Test("what the options mean for a generic password") func generic() {
    let store = ScriptedStore()
    let outcome = security(
      "add-gen -a me -s svc -l Label -D kind -j note -G gen -c aapl -C note -w pass", on: store)
    #expect(outcome == Outcome(status: 0, output: "", error: ""))
    let set = attributes(store)
    #expect(set[.account] == .text("me"))
    #expect(set[.service] == .text("svc"))
    #expect(set[.label] == .text("Label"))
    #expect(set[.itemDescription] == .text("kind"))
    #expect(set[.comment] == .text("note"))
    #expect(set[.generic] == .bytes(Array("gen".utf8)))
    #expect(set[.creator] == .number(0x6161_706C))
    #expect(set[.type] == .number(0x6E6F_7465))
    #expect(secret(store) == "pass")
  }

  @Test("what the options mean for an internet password") func internet() {
    let store = ScriptedStore()
    let outcome = security(
      "add-int -a me -s host -d realm -p /x -P 443 -r htps -t http -w pass", on: store)
    #expect(outcome.status == 0)
    let set = attributes(store)
    #expect(set[.server] == .text("host"))
    #expect(set[.securityDomain] == .text("realm"))
    #expect(set[.path] == .text("/x"))
    #expect(set[.port] == .number(443))
    #expect(set[.protocolCode] == .text("htps"))
    #expect(set[.authenticationType] == .text("http"))
    #expect(set[.label] == .text("host"))
  }

  @Test("defaults: label, authentication type, empty password") func defaults() {
    let store = ScriptedStore()
    #expect(security("add-internet-password -a me -s host", on: store).status == 0)
    #expect(attributes(store)[.authenticationType] == .text("dflt"))
    #expect(attributes(store)[.label] == .text("host"))
    #expect(secret(store) == "")
    #expect(security("add-generic-password -a me -s svc", on: store).status == 0)
    #expect(attributes(store)[.label] == .text("svc"))
    #expect(attributes(store)[.authenticationType] == nil)
  }

  @Test("bytes that are no UTF-8 stay as they are") func bytes() {
    let store = ScriptedStore()
    var command = SecurityCommand(device: ScriptedTerminal(), store: store.access)
    let words = ["add-generic-password", "-a"].map { Array($0.utf8) }
    let rest = ["-s", "svc"].map { Array($0.utf8) }
    #expect(command.run(words + [[0xE9, 0x21]] + rest) == 0)
    #expect(attributes(store)[.account] == .bytes([0xE9, 0x21]))
  }

  @Test("a protocol that is no text is refused, not changed or left out") func protocolBytes() {
    let store = ScriptedStore()
    let terminal = ScriptedTerminal()
    var command = SecurityCommand(device: terminal, store: store.access)
    let words = "add-internet-password -a me -s host -w x -r".split(separator: " ")
    #expect(command.run(words.map { Array($0.utf8) } + [[0xFF, 0xFE, 0xFD, 0xFC]]) == 2)
    #expect(terminal.errorText.hasPrefix("security: the attribute ptcl takes text in UTF-8\n"))
    #expect(store.items.isEmpty)
  }

  @Test(
    "account and service are required, one keychain at most",
    arguments: [
      ("add-gen -a me", "-s service is missing"), ("add-gen -s svc", "-a account is missing"),
      ("add-int -a me -p x", "-s server is missing"),
      ("add-gen -w x", "-a account and -s service are missing"),
      (
        "add-gen -a me -s svc k1 k2",
        "argument 6 is too many: add-generic-password takes one keychain"
      ),
    ])
  func required(_ words: String, _ mistake: String) {
    let outcome = security(words)
    #expect(outcome.status == 2)
    #expect(outcome.error.hasPrefix("security: \(mistake)\nUsage: add-"), "\(outcome)")
  }

  @Test("a duplicate has status 45 and Apple's words") func duplicate() {
    let store = ScriptedStore()
    _ = security("add-generic-password -a me -s svc", on: store)
    #expect(
      security("add-generic-password -a me -s svc", on: store)
        == Outcome(
          status: 45, output: "",
          error:
            "security: SecKeychainItemCreateFromContent (<default>): The specified item already"
            + " exists in the keychain.\n"))
    _ = security("add-internet-password -a me -s host", on: store)
    #expect(
      security("add-internet-password -a me -s host /store", on: store).error
        == "security: SecKeychainAddInternetPassword /store: The specified item already exists in"
        + " the keychain.\n")
  }

  @Test("four-character codes") func codes() {
    #expect(
      security("add-gen -a me -s svc -c appl -C abcde")
        == Outcome(
          status: 1, output: "",
          error: "Error: four-character types must be exactly 4 characters long.\n"))
    #expect(security("add-int -a me -s host -r ftp").error.contains("(Try \"ftp \" instead"))
    for (name, code) in [
      ("https", "htps"), ("HTTPS", "htps"), ("telnet", "teln"), ("socks", "sox "),
    ] {
      for command in ["add-int -a me -s host", "find-int", "delete-int"] {
        let refused = security("\(command) -r \(name)")
        #expect(refused.status == 1)
        #expect(refused.error.contains("(Try \"\(code)\" instead of \"\(name)\".)"), "\(refused)")
      }
    }
    #expect(!security("find-int -t https").error.contains("Try"), "a kind of authentication")
    #expect(!security("find-int -r gopher").error.contains("Try"))
    #expect(security("add-int -a me -s host -P http").status == 2)
  }

  @Test("-U changes what is there and leaves alone what is not named") func update() {
    let store = ScriptedStore()
    _ = security("add-gen -a me -s svc -l Mine -j old -w first", on: store)
    #expect(security("add-gen -U -a me -s svc -j new", on: store).status == 0)
    #expect(store.items.count == 1)
    #expect(attributes(store)[.comment] == .text("new"))
    #expect(attributes(store)[.label] == .text("Mine"))
    #expect(secret(store) == "first")
    #expect(security("add-gen -U -a me -s svc -w second", on: store).status == 0)
    #expect(secret(store) == "second")
  }

  @Test("-U adds what is not there") func updateAdds() {
    let store = ScriptedStore()
    #expect(security("add-int -U -a me -s host -w x", on: store).status == 0)
    #expect(store.items.count == 1)
  }

  @Test("-U adds or changes also where others add and delete meanwhile") func updateRaces() {
    let store = ScriptedStore()
    _ = security("add-gen -a me -s svc -w first", on: store)
    // The first search misses an item that was added right after it.
    store.state.withLock { $0.missedSearches = 1 }
    #expect(
      security("add-gen -U -a me -s svc -w second", on: store)
        == Outcome(status: 0, output: "", error: ""))
    #expect(store.items.count == 1)
    #expect(secret(store) == "second")
    // The item that was found is gone before it can be changed.
    store.state.withLock { $0.vanishesBeforeUpdate = true }
    #expect(
      security("add-gen -U -a me -s svc -w third", on: store)
        == Outcome(status: 0, output: "", error: ""))
    #expect(store.items.count == 1)
    #expect(secret(store) == "third")
  }

  @Test("a full disk is told with the directory of the store") func fullDisk() {
    let store = ScriptedStore {
      $0.addRefusal = KeychainError(.diskFull, "the disk is full", advice: "make room")
    }
    let outcome = security("add-gen -a me -s svc -w x", on: store)
    #expect(outcome.error.hasSuffix("\nsecurity: /store: the disk is full\nsecurity: make room\n"))
  }

  @Test("-A and -T are taken without a word", arguments: ["add-gen", "add-int"])
  func accessLists(_ verb: String) {
    for options in ["-A", "-T /usr/bin/x", "-T group://g", "-A -T a -T b"] {
      let store = ScriptedStore()
      let outcome = security("\(verb) \(options) -a me -s svc -w x", on: store)
      #expect(outcome == Outcome(status: 0, output: "", error: ""))
      #expect(store.items.count == 1)
    }
  }

  @Test("the group of --access-group") func group() {
    let store = ScriptedStore()
    _ = security("add-gen --access-group com.example -a me -s svc", on: store)
    _ = security("add-gen -a me -s other", on: store)
    #expect(store.groups == [.named("com.example"), .absent])
  }
}
