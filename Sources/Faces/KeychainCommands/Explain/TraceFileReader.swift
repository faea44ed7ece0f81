// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import KeychainTypes

/// The calls of a trace, as `LATCHKEY_TRACE` has it written (spec/diagnostics.md 7.3).
///
/// Fields that it does not know are left alone; a line that is no record, as the last one of a
/// program that was ended, is counted and passed over.
struct TraceFileReader {
  /// One call.
  struct Call {
    let number: Int
    let process: Int
    let time: String
    let verb: CallFacts.Verb
    let function: String
    let status: Int32
    let statusName: String
    /// The codes that are known, in the order of the record.
    let codes: [FindingCode]
    /// What an explanation says of it beside its dictionaries.
    let members: [String: JSONText]
    /// What was asked of a key or a context, in words.
    let use: [String]
    /// The conditions and options, and the changes of an update.
    let pairs: [TracedPair]
    let changes: [TracedPair]
    /// Whether it may tell values of attributes, by itself or by what the trace says of itself.
    let holdsValues: Bool
    let lock: String
    let caller: String
    let change: Int64?
    let reason: String?
    /// What was found, in words; empty where the trace has the codes alone.
    let told: [TracedFinding]
    /// Whether they are said to hold no values.
    let toldIsQuiet: Bool
    /// The store of the program; nil where nothing says so.
    let store: TracedStore?
    let thread: UInt64
    /// The dictionary as it was remembered.
    let shape: [CallFacts.Pair]
  }

  /// More of a file is not read: a trace is begun anew at 64 MiB (spec/diagnostics.md 1.4).
  private static let mostBytes = 128 << 20

  /// What a file or device holds from where it stands, as far as a trace can reach.
  static func content(of file: FileHandle) -> Data {
    (try? file.read(upToCount: mostBytes)) ?? Data()
  }

  private(set) var calls: [Call] = []
  private(set) var unreadable = 0
  /// Whether the trace says that it holds values.
  private var holdsValues = false
  /// The store that a program begins with, by its process, and the last of them: programs share
  /// files.
  private var stores: [Int64: TracedStore] = [:]
  private var lastStore: TracedStore?

  /// Takes in some lines.
  mutating func read(_ lines: some Sequence<Substring>) {
    for line in lines where !line.isEmpty {
      guard
        let object = try? JSONSerialization.jsonObject(
          with: Data(ShallowJSON.cut(line.utf8))),
        let record = object as? [String: Any], record["schema"] is NSNumber
      else {
        unreadable += 1
        continue
      }
      let named = TracedStore(record)
      let process = RecordNumber.whole(record["pid"])
      if record["begin"] != nil {
        holdsValues = record["values"] as? String == "attributes"
        lastStore = named ?? lastStore
        if let process { stores[process] = named }
        continue
      }
      let store = named ?? process.flatMap { stores[$0] } ?? lastStore
      if let call = Call(record, holdsValues: holdsValues, store: store) {
        calls.append(call)
      } else {
        unreadable += 1
      }
    }
  }
}

extension TraceFileReader.Call {
  /// The conditions and options, and what they are changed to, in words.
  func words(showsValues: Bool) -> [String] {
    let changed = changes.map { $0.words(showsValues: showsValues) }
    return use + pairs.map { $0.words(showsValues: showsValues) }
      + (changed.isEmpty ? [] : ["to " + changed.joined(separator: ", ")])
  }

  /// What was found, in words that may be told: where they may hold values, these cannot be told
  /// from the rest of them.
  func told(showsValues: Bool) -> [TracedFinding] {
    showsValues || !holdsValues || toldIsQuiet ? told : []
  }

  fileprivate init?(_ record: [String: Any], holdsValues: Bool, store: TracedStore?) {
    func text(_ name: String) -> String? { record[name] as? String }
    func pairs(_ name: String) -> [TracedPair] {
      (record[name] as? [Any] ?? []).compactMap { TracedPair($0) }
    }
    guard let sequence = RecordNumber.whole(record["seq"]), let verb = text("verb"),
      let known = CallFacts.Verb(rawValue: verb),
      let status = RecordNumber.whole(record["status"]).flatMap({ Int32(exactly: $0) })
    else { return nil }
    let all = (pairs("pairs"), pairs("changes"))
    self.init(
      number: Int(sequence), process: Int(RecordNumber.whole(record["pid"]) ?? 0),
      time: text("time") ?? "", verb: known, function: text("function") ?? known.function,
      status: status, statusName: Self.statusName(text("statusName"), of: status, known),
      codes: (record["findings"] as? [Any] ?? []).compactMap {
        ($0 as? String).flatMap(FindingCode.init)
      },
      members: Self.members(record), use: Self.use(record), pairs: all.0, changes: all.1,
      holdsValues: holdsValues || (all.0 + all.1).contains(where: \.isPersonal),
      lock: text("lock") ?? "", caller: text("caller") ?? "",
      change: RecordNumber.whole(record["change"]),
      reason: (record["decided"] as? [String: Any])?["reason"] as? String,
      told: (record["told"] as? [Any] ?? []).compactMap { TracedFinding($0) },
      toldIsQuiet: text("toldValues") == "names", store: store,
      thread: UInt64(bitPattern: RecordNumber.whole(record["thread"]) ?? 0),
      shape: (record["pairs"] as? [Any] ?? []).compactMap { CallFacts.Pair(traced: $0) })
  }

  /// The name of a status, which its number decides; where that is the number of two, the record
  /// says which.
  private static func statusName(
    _ name: String?, of status: Int32, _ verb: CallFacts.Verb
  ) -> String {
    let usual = ConstantNames.status(status)
    guard verb.tellsOutcome, let failure = AuthenticationFailure(rawValue: Int(status)) else {
      return usual
    }
    let outcome = failure == .noRule ? "" : "LAError.\(failure)"
    return name == usual ? usual : outcome
  }

  /// What was asked of a key or a context.
  private static func use(_ record: [String: Any]) -> [String] {
    var words: [String] = []
    if let key = record["key"] as? [String: Any] {
      let names = ["type", "bits", "class", "token", "accessControl", "digest"]
      let said = names.compactMap { name in key[name].map { "\($0)" } }
      words.append("key <\(said.joined(separator: " "))>")
    }
    for name in ["algorithm", "policy", "operation", "requires"] {
      if let value = record[name] as? String { words.append("\(name) \(value)") }
    }
    return words
  }
}
