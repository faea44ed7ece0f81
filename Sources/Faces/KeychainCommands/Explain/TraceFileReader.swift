// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import KeychainTypes

/// Reads recorded calls from a trace file, which programs write if `LATCHKEY_TRACE` names it
/// (Specification/diagnostics.md, "Trace record").
///
/// The first line of each process is a start record, which names the store and says if values are
/// recorded. Unknown fields are ignored. A line that is not a record is counted and skipped, for
/// example the incomplete last line of a program that was killed.
struct TraceFileReader {
  /// A recorded call of a program.
  struct Call {
    let number: Int
    let process: Int
    let time: String
    let verb: CallFacts.Verb
    let function: String
    let status: Int32
    let statusName: String
    /// The codes of the findings that the call had, in the order of the record.
    ///
    /// Codes that this version does not know are left out.
    let codes: [FindingCode]
    /// The members of the explanation's JSON that describe the call, except its dictionaries.
    let members: [String: JSONText]
    /// Descriptions of the key, algorithm, policy (`LAPolicy`) and operation that the call used, of
    /// the required authentication, and of the keychains that the call asked.
    ///
    /// Empty if the record has no fact of these kinds.
    let use: [String]
    /// The pairs of key and value in the dictionary of the call.
    ///
    /// The second dictionary of an update is in `changes`.
    let pairs: [TracedPair]
    let changes: [TracedPair]
    /// True if the record of the call may contain values of attributes.
    ///
    /// The start record is the first line that a process writes. The record of the call may contain
    /// values if the last start record above it says that values are recorded. The record may also
    /// contain values if one of its pairs has a value.
    let holdsValues: Bool
    let lock: String
    let caller: String
    let change: Int64?
    let reason: String?
    /// The findings of the call with their recorded text; empty if the record has only the codes.
    let told: [TracedFinding]
    /// True if the record states that the text of its findings contains no values of attributes.
    let toldIsQuiet: Bool
    /// The store that the recorded program used; nil if the trace file does not name the store.
    let store: TracedStore?
    let thread: UInt64
    /// The pairs of the call's dictionary, with which the pairs of a later call can be compared.
    let shape: [CallFacts.Pair]
  }

  /// The largest number of bytes that are read from a trace file: 128 MiB.
  ///
  /// When a trace file reaches 64 MiB, programs rename the file and begin a new file
  /// (Specification/diagnostics.md, "Tracing a running program").
  private static let mostBytes = 128 << 20

  /// Reads a file from its current position, at most 128 MiB; empty if reading fails.
  static func content(of file: FileHandle) -> Data {
    (try? file.read(upToCount: mostBytes)) ?? Data()
  }

  private(set) var calls: [Call] = []
  private(set) var unreadable = 0
  /// True if programs record values of attributes, according to the last start record (first line
  /// of a process) that was read.
  private var holdsValues = false
  /// The store that each process uses, by process number.
  ///
  /// The stores are read from the start records (first lines of processes). Several programs may
  /// write into a single trace file. `lastStore` is the store in the last start record.
  private var stores: [Int64: TracedStore] = [:]
  private var lastStore: TracedStore?

  /// Reads lines of a trace file, and adds the calls in them to `calls`.
  ///
  /// Lines that are not records are counted in `unreadable`.
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
  /// Returns descriptions of the call's pairs of key and value, and of the changes of an update.
  ///
  /// - Parameter showsValues: True if values of attributes may be shown.
  func words(showsValues: Bool) -> [String] {
    let changed = changes.map { $0.words(showsValues: showsValues) }
    return use + pairs.map { $0.words(showsValues: showsValues) }
      + (changed.isEmpty ? [] : ["to " + changed.joined(separator: ", ")])
  }

  /// Returns the findings with their recorded text; empty if this text must not be shown.
  ///
  /// If `showsValues` is false and the text may contain values of attributes, the whole text is
  /// withheld.
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

  /// Returns the name of the status that a recorded call has returned.
  ///
  /// - Parameter name: The name in the record. If the number has two names, this name decides.
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

  /// Returns descriptions of the key, algorithm, policy, operation, required authentication and
  /// keychains in a record.
  ///
  /// Empty if the record has no fact of these kinds.
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
    let keychains = (record["keychains"] as? [Any] ?? []).prefix(mostKeychains)
      .compactMap(keychain)
    if !keychains.isEmpty { words.append("keychains " + keychains.joined(separator: ", ")) }
    return words
  }

  /// The largest number of keychains of a call that are shown.
  private static let mostKeychains = 16

  /// Returns the name of a keychain that a recorded call asked, with the status of its answer.
  ///
  /// The text also says if the keychain was locked, and which list refused the program. Nil if the
  /// record has no name of a keychain.
  private static func keychain(_ record: Any) -> String? {
    guard let record = record as? [String: Any], let name = record["name"] as? String else {
      return nil
    }
    guard record["asked"] as? Bool != false else { return "\(name) (not asked)" }
    var words = [RecordNumber.whole(record["status"]).map { "\($0)" } ?? "no answer"]
    if record["locked"] as? Bool == true { words.append("locked") }
    if let gate = record["gate"] as? [String: Any], let kind = gate["kind"] as? String {
      words.append(kind == "entry" ? "access list" : "partition list")
    }
    return "\(name) (\(words.joined(separator: ", ")))"
  }
}
