// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// Reads the change history: columns of any type, the sealed caller, the links, and the head.
enum FuzzHistory {
  private static let keybag = Result {
    try UnlockedKeybag.generate(
      deviceKey: .generate(from: FuzzRandomness()), randomness: FuzzRandomness())
  }
  /// A query that returns the values bound to it.
  ///
  /// Only one thread runs it.
  private static let reader = Lock(Reader())

  private final class Reader {
    let connection: Connection?
    let statement: Statement?

    init() {
      connection = try? Connection(":memory:")
      let places = (1...16).map { "?\($0)" }.joined(separator: ", ")
      statement = try? connection?.statement(StatementKey(0xF022)) { "SELECT " + places }
    }

    func entries(_ input: inout FuzzBytes) -> [(entry: HistoryEntry, chain: [UInt8])] {
      var entries: [(entry: HistoryEntry, chain: [UInt8])] = []
      guard let statement else { return [] }
      while !input.rest.isEmpty, entries.count < 8 {
        for place in Int32(1)...16 { Self.bind(&input, statement, place) }
        let entry = try? statement.first { (row) in HistoryColumns.read(row) }
        if let entry, let (value, chain) = entry { entries.append((value, chain)) }
      }
      return entries
    }

    private static func bind(_ input: inout FuzzBytes, _ statement: Statement, _ place: Int32) {
      switch input.byte() % 6 {
      case 0: statement.bind(nil as Int64?, at: place)
      case 1: statement.bind(Int64(bitPattern: input.number()), at: place)
      case 2: statement.bind(Int64(input.byte()), at: place)
      case 3: statement.bind(input.string(), at: place)
      case 4: statement.bind(Identifier16(high: input.number(), low: 1), at: place)
      default: statement.bind(String(decoding: input.string(), as: UTF8.self), at: place)
      }
    }
  }

  static func run(_ bytes: [UInt8]) {
    guard let keybag = try? keybag.get() else { return }
    var input = FuzzBytes(bytes)
    let mode = input.byte()
    // Reads the head with the bytes as given, or with a valid code over any content.
    if mode & 1 == 0 { _ = try? HistorySeal(input.string(), keybag) }
    let entries = reader.withLock { $0.entries(&input) }
    for (entry, chain) in entries {
      _ = entry.encoded
      _ = try? keybag.sealer.openCaller(entry.caller)
      _ = try? keybag.history.head(after: chain, entry: entry.encoded.span)
    }
    if let seal = try? HistorySeal.empty(keybag) { _ = try? seal.ends(entries, keybag) }
    if mode & 2 == 2, let name = entries.first?.entry.caller {
      let text = String(decoding: name, as: UTF8.self)
      let sealed = try? keybag.sealer.sealCaller(text)
      let opened = sealed.flatMap { try? keybag.sealer.openCaller($0) }
      precondition(opened == text, "a caller that was sealed opens")
    }
  }
}
