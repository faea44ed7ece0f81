// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainTypes
import Testing

/// Tests that every table of items fits 80 columns, whatever its content, and names the columns
/// that it leaves out (Specification/diagnostics.md, "Text of explanations").
@Suite("width of tables") struct TableWidthTests {
  /// Values that are put into all columns of a key, one after the other.
  static let values: [AttributeValue] = [
    .text(String(repeating: "x", count: 200)),
    .text(String(repeating: "鍵", count: 90)),
    .text("a\u{1B}[31m" + String(repeating: "\u{202E}", count: 40)),
    .bytes([UInt8](repeating: 0xFE, count: 60)),
    .number(.max), .number(1), .real(-1.0e-300), .date(.reference), .text(""),
  ]

  /// Returns items of a class whose identifiers differ in their last digit.
  ///
  /// Their groups differ in their first part.
  private static func items(_ itemClass: ItemClass, _ value: AttributeValue) -> [ItemSummary] {
    let states: [ItemSummary.State] = [.readable, .prompt, .locked, .damaged]
    return states.enumerated().map { place, state in
      var attributes = AttributeSet()
      for row in Schema.of(itemClass).primaryKey { attributes[row.attribute] = value }
      let group = "T\(place).com.example." + String(repeating: "g", count: 60)
      attributes[.accessGroup] = .text(group)
      attributes[.modificationDate] = .date(ScriptedStore.moment)
      return ItemSummary(
        itemClass: itemClass, identifier: Identifier16(high: 0, low: UInt64(place)),
        protection: .whenPasscodeSetThisDeviceOnly, isSynchronizable: false, isConstrained: true,
        state: state, attributes: attributes)
    }
  }

  private static func isNarrow(_ line: Substring) -> Bool { ColumnWidth.of(String(line)) <= 80 }

  @Test("all classes, with long values", arguments: ItemClass.stored, values)
  func fits(_ itemClass: ItemClass, _ value: AttributeValue) {
    let store = ScriptedStore { $0.summaries = Self.items(itemClass, value) }
    for options in ["--values", "--names", "--values --sort acct", "--owner --values"] {
      for isTerminal in [false, true] {
        let terminal = ScriptedTerminal()
        terminal.outputIsTerminal = isTerminal
        let words = "dump-items \(itemClass.rawValue) \(options)"
        let output = security(words, on: store, at: terminal).output
        let lines = output.split(separator: "\n")
        #expect(lines.count > 5, "\(words): \(output)")
        #expect(lines.filter { !Self.isNarrow($0) } == [], "\(words)")
        let leftOut = Self.leftOut(lines)
        let whole = security(words + " --wide", on: store).output.split(separator: "\n")
        #expect(Self.titles(lines).count + leftOut.count == Self.titles(whole).count, "\(output)")
        #expect(leftOut.isSubset(of: Self.titles(whole)), "\(output)")
      }
    }
    let wide = security("dump-items \(itemClass.rawValue) --values --wide", on: store).output
    #expect(!wide.contains("Columns left out") && !wide.contains("…"), "\(wide)")
    if case .text(let text) = value, !text.isEmpty, text.allSatisfy({ $0 == "x" }) {
      #expect(wide.contains(text))
    }
  }

  /// The columns that a table says it leaves out.
  ///
  /// The sentence may take several lines.
  private static func leftOut(_ lines: [Substring]) -> Set<String> {
    let flat = lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    guard let start = flat.firstRange(of: "Columns left out: "),
      let end = flat[start.upperBound...].firstRange(of: "; --wide shows them.")
    else { return [] }
    let names = flat[start.upperBound..<end.lowerBound].split { ", ".contains($0) }
    return Set(names.map(String.init))
  }

  private static func titles(_ lines: [Substring]) -> [String] {
    lines[1].split(separator: " ").map(String.init)
  }

  @Test("columns are left out in their order, as many as have to")
  func order() {
    var table = TextTable(
      titles: ["#", "aaaa", "bbbb", "cccc", "state"], rigid: ["#", "state"],
      leavingOut: ["cccc", "bbbb"])
    table.append(["91c0", "abcdefgh", "abcdefgh", "abcdefgh", "readable"])
    // 29 of the 30 columns are used: 1 + 4, three times 1 + 4, and 1 + 8.
    #expect(table.lines(width: 30)[1] == " 91c0 ab…h ab…h ab…gh readable")
    #expect(table.lines(width: 30).count == 2)
    let one = table.lines(width: 28)
    #expect(one[0] == " #    aaaa   bbbb   state")
    #expect(one[1] == " 91c0 abc…gh abc…gh readable")
    #expect(one[2] == "Columns left out: cccc; --wide shows them.")
    let two = table.lines(width: 20)
    #expect(two[1] == " 91c0 ab…gh readable")
    #expect(two[2] == "Columns left out: bbbb, cccc; --wide shows them.")
    #expect(table.lines(width: nil).count == 2)
  }

  @Test("keys, whose own part has nine attributes, lose those that tell nothing apart first")
  func keys() {
    let store = ScriptedStore { state in
      // Identifiers that differ in an early digit leave room for some columns.
      state.summaries = Array(Self.items(.key, .text("long enough")).prefix(1))
      guard let first = state.summaries.first else { return }
      var attributes = first.attributes
      attributes[.endDate] = .text("another")
      state.summaries.append(
        ItemSummary(
          itemClass: .key, identifier: Identifier16(high: 1, low: 0), protection: .whenUnlocked,
          isSynchronizable: false, isConstrained: false, state: .readable, attributes: attributes))
    }
    let lines = security("dump-items keys --values", on: store).output.split(separator: "\n")
    #expect(Self.titles(lines).contains("edat"), "\(lines)")
    #expect(Self.leftOut(lines).contains("sdat"), "\(lines)")
  }

  @Test("two tables that cannot be read one under the other are as narrow as one")
  func aligned() {
    var upper = TextTable(titles: ["#", "name", "S", "state"], rigid: ["#", "S", "state"], gap: 2)
    upper.append(["91c0", "me", "l", "readable"])
    let names = (0..<9).map { "att\($0)" }
    var lower = TextTable(
      titles: ["#", "name"] + names + ["sync", "verdict"], rigid: ["#"],
      leavingOut: names.reversed(), gap: 2)
    lower.append(["91c0"] + [String](repeating: "differs", count: 11) + ["9 of 11 differ"])
    TextTable.align(&upper, &lower, at: ("S", "sync"))
    for line in upper.lines(width: 80) + lower.lines(width: 80) {
      #expect(ColumnWidth.of(line) <= 80, "\(line)")
    }
  }
}
