// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainTypes
import SecureMemory
import Testing

/// Tests of `dump-keychain` (Specification/security-cli.md, "Printing one item", "Keychain
/// administration") and `dump-items` (Specification/diagnostics.md, "security dump-items", "Text of
/// explanations").
@Suite("dump-keychain, dump-items") struct DumpTests {
  private static func match(_ itemClass: ItemClass, _ entries: [(Attribute, AttributeValue)])
    -> Match
  {
    var match = Match(itemClass, Identifier16(high: 1, low: UInt64(itemClass.number)))
    match.attributes = AttributeSet(entries.map { AttributeSet.Entry($0.0, $0.1) })
    match.secret = SecretBytes(copying: Array("geheim".utf8))
    return match
  }

  private let store = ScriptedStore { state in
    state.items = [
      match(
        .certificate,
        [(.label, .text("CA")), (.issuer, .bytes([0x30, 0x00])), (.certificateType, .number(3))]),
      match(.genericPassword, [(.account, .text("me"))]),
      match(
        .key,
        [
          (.keyClass, .number(1)), (.applicationLabel, .bytes([1, 2])), (.type, .number(42)),
          (.creator, .number(0)), (.startDate, .date(.reference)), (.canSign, .number(1)),
        ]),
    ]
  }

  @Test("record types in their order, certificates and keys in their layouts") func order() {
    let output = security("dump-keychain", on: store).output
    let classes = output.split(separator: "\n").filter { $0.hasPrefix("class:") }
    #expect(classes == ["class: 0x00000010 ", "class: \"genp\"", "class: 0x80001000 "])
    #expect(output.contains("\n    0x00000000 <uint32>=0x00000010 \n"))
    #expect(output.contains("\n    0x00000006 <blob>=0x0102 \n"))
    #expect(
      output.contains("\n    0x00000008 <blob>=<NULL>\n    0x00000009 <uint32>=0x0000002A \"*\"\n")
        || output.contains("\n    0x00000009 <uint32>=0x0000002A  \"\\000\\000\\000*\"\n"))
    #expect(output.contains("\n    0x0000000C <blob>=0x0000000000000000 \n"))
    #expect(output.contains("\n    0x00000015 <uint32>=0x00000001 \n"))
    #expect(output.contains("\n    \"ctyp\"<uint32>=0x00000003 \n"))
    #expect(output.contains("\n    \"issu\"<blob>=0x3000  \"0\\000\"\n"))
    #expect(output.contains("\n    \"labl\"<blob>=\"CA\"\n"))
    #expect(!output.contains("geheim"))
  }

  @Test("-d adds the data, -a that there are no access lists, -r says why it does nothing")
  func options() {
    let data = security("dump-keychain -d", on: store)
    #expect(data.output.components("data:\n\"geheim\"\n") == 3)
    #expect(
      security("dump -a", on: store).output.components("no access control for this item\n") == 3)
    #expect(security("dump -r", on: store).error.hasPrefix("security: -r has no effect"))
  }

  @Test("an item whose secret is refused does not hide the others") func refused() {
    store.state.withLock { $0.secretRefusal = KeychainError(.interactionNotAllowed, "constrained") }
    let outcome = security("dump -d", on: store)
    #expect(outcome.status == 1)
    #expect(outcome.output.components("keychain: ") == 3)
    #expect(!outcome.output.contains("data:"))
  }

  @Test("dump-items sorts by attributes only") func sorting() {
    let outcome = security("dump-items --sort bogus", on: store)
    #expect(outcome.status == 2)
    #expect(
      outcome.error.hasPrefix(
        "security: --sort takes an attribute: attribute names have four letters, as acct and svce"
          + "\nsee: security help dump-items\n"))
    let named = "the word before = is not an attribute: attribute names have four letters"
    for (words, told) in [
      ("domain=x", "\(named): sdmn for domain\n"),
      ("Access-Group=x", "\(named): agrp for accessgroup\n"),
      ("colour=x", "\(named), as acct and svce\n"), ("=x", "\(named), as acct and svce\n"),
      ("account", "an operand is neither genp, inet, cert, keys nor attribute=value\n"),
    ] {
      let refused = security("dump-items \(words)")
      #expect(refused.status == 2)
      #expect(refused.error.hasPrefix("security: \(told)"), "\(refused.error)")
    }
  }

  @Test("an empty store has an empty dump") func empty() {
    #expect(security("dump-keychain") == Outcome(status: 0, output: "", error: ""))
  }

  private static func summary(
    _ number: UInt64, _ account: String, group: String = "com.example.ays",
    state: ItemSummary.State = .readable, sync: Bool = false
  ) -> ItemSummary {
    ItemSummary(
      itemClass: .genericPassword, identifier: Identifier16(high: number << 48, low: 0),
      protection: .whenUnlocked, isSynchronizable: sync, isConstrained: false, state: state,
      attributes: state == .locked
        ? AttributeSet()
        : AttributeSet([
          .init(.account, .text(account)), .init(.service, .text("AYS")),
          .init(.accessGroup, .text(group)),
        ]))
  }

  private let table = ScriptedStore { state in
    state.summaries = [
      summary(0x91C0, "mrgumby"), summary(0x22E7, "", group: "com.example.share", sync: true),
    ]
  }

  @Test("the table, with values on request") func items() {
    #expect(
      security("dump-items genp --values", on: table)
        == Outcome(
          status: 0,
          output: """
            Items of class genp, 2 found
             #    svce  acct     group  prot  S  changed  state
             91c0 AYS   mrgumby  ays    ak    l  -        readable
             22e7 AYS   (empty)  share  ak    s  -        readable

            Groups: com.example.ays, com.example.share

            """, error: ""))
  }

  @Test("values are hidden from pipes and with --names, shown at a terminal") func values() {
    let piped = security("dump-items", on: table)
    #expect(!piped.output.contains("mrgumby"))
    #expect(piped.output.contains("set"))
    #expect(piped.output.hasSuffix("Values of attributes are hidden; --values shows them.\n"))
    let terminal = ScriptedTerminal()
    terminal.outputIsTerminal = true
    #expect(security("dump-items", on: table, at: terminal).output.contains("mrgumby"))
    let hidden = ScriptedTerminal()
    hidden.outputIsTerminal = true
    #expect(!security("dump-items --names", on: table, at: hidden).output.contains("mrgumby"))
  }

  @Test("conditions, classes, sorting") func selection() {
    #expect(security("dump-items acct=mrgumby", on: table).output.contains("1 found"))
    #expect(security("dump-items sync=1", on: table).output.contains("22e7"))
    #expect(security("dump-items acct= --values", on: table).output.contains("(empty)"))
    #expect(security("dump-items inet", on: table).status == 44)
    #expect(security("dump-items bogus", on: table).status == 2)
    let sorted = security("dump-items --sort acct", on: table).output
    let lines = sorted.split(separator: "\n")
    #expect(lines[2].hasPrefix(" 22e7"))
  }

  @Test("locked rows are listed without values, status 36") func locked() {
    let store = ScriptedStore { $0.summaries = [Self.summary(7, "", state: .locked)] }
    let outcome = security("dump-items --values", on: store)
    #expect(outcome.status == 36)
    #expect(outcome.output.contains(" ak!"))
    #expect(outcome.output.contains(" locked\n"))
  }

  @Test("the owner sees all, where the store has no passcode to be asked for")
  func owner() {
    let outcome = security("dump-items --owner", on: table)
    #expect((outcome.status, outcome.output) == (0, security("dump-items", on: table).output))
  }

  @Test("short identifiers and groups grow until they differ") func short() {
    let one = Identifier16(high: 0x1234_5000_0000_0000, low: 0)
    let two = Identifier16(high: 0x1234_6000_0000_0000, low: 0)
    #expect(ItemTable.shortIdentifiers([one, two]) == [one: "12345", two: "12346"])
    #expect(ItemTable.shortGroups(["a.x", "b.x"]) == ["a.x": "a.x", "b.x": "b.x"])
    #expect(ItemTable.shortGroups(["t.a.x", "t.b.x"]) == ["t.a.x": "a.x", "t.b.x": "b.x"])
    #expect(ItemTable.shortGroups(["only.one"]) == ["only.one": "one"])
  }

  @Test("control characters and marks of direction are spelled out") func hostile() {
    let store = ScriptedStore { $0.summaries = [Self.summary(7, "a\u{1B}[31m\u{202E}b")] }
    let output = security("dump-items --values --wide", on: store).output
    #expect(output.contains("a\\033[31m\\u{202E}b"))
  }

  @Test("80 columns, unless --wide") func width() {
    let long = String(repeating: "x", count: 200)
    let store = ScriptedStore { $0.summaries = [Self.summary(7, long)] }
    let cut = security("dump-items --values", on: store).output
    #expect(cut.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(security("dump-items --values --wide", on: store).output.contains(long))
  }
}

extension String {
  /// Counts the occurrences of a text.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
