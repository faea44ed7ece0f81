// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import KeychainCrypto
package import KeychainEngine
package import KeychainTypes
import SecureMemory

/// The file of `KnownStores`: `stores` in the user's directory of states.
///
/// Nothing that happens here changes what a call answers: where the file cannot be read or written
/// there is nothing to tell.
package enum StoreList {
  /// A list of 64 stores with 512 programs each is not longer.
  private static let mostBytes = 2 << 20
  /// How often, each time for 5 ms, another writer is waited for.
  private static let tries = 10

  /// Notes that the program of a session was seen in its store today.
  package static func note(_ session: Session) {
    guard CurrentInstallation.installed == nil, Settings.ofThisProcess.remembersPrograms,
      let directory = StateFile.makeDirectory()
    else { return }
    let day = LocalDate.day(LocalDate.now)
    guard let file = StateFile(directory + "/stores", tries: tries) else { return }
    let text = file.content(upTo: mostBytes)
    // A file that is something else is somebody else's.
    guard var known = text.isEmpty ? KnownStores() : KnownStores(text) else { return }
    let isNew = known.note(
      session.caller.identifier, in: session.storeIdentifier, at: session.engine.files.directory,
      on: day)
    if isNew { file.replace(with: known.text) }
  }

  /// The store in which a program was last seen, other than the one that is asked about.
  ///
  /// - Parameter store: nil where none is there yet.
  package static func other(
    than store: Identifier16?, at path: String, of identifier: String
  ) -> OtherStore? {
    guard let directory = UserDirectory.state.path,
      let text = StateFile.content(of: directory + "/stores", upTo: mostBytes),
      let last = KnownStores(text)?.last(identifier, besides: store, at: path)
    else { return nil }
    let chosenBy = ["LATCHKEY_HOME", "XDG_DATA_HOME"].first {
      ProcessVariable.value(of: $0).map { !$0.isEmpty && path.hasPrefix($0) } ?? false
    }
    return OtherStore(path: last.path, day: last.day, current: path, chosenBy: chosenBy)
  }

  /// The same for the store of a session; nil for one of tests.
  package static func other(than service: any Explaining) -> OtherStore? {
    guard CurrentInstallation.installed == nil, let session = service as? Session,
      !session.caller.seesAllGroups
    else { return nil }
    return other(
      than: session.storeIdentifier, at: session.engine.files.directory,
      of: session.caller.identifier)
  }
}

/// The stores that programs of this user were seen with, as a file outside of all of them tells it:
/// what is to survive a change of the store (spec/diagnostics.md 9, list of stores).
///
/// Identifiers and stores are named by digests under a key of the file: a glance at it tells no
/// names.
private struct KnownStores {
  /// A store, by its place and its own name.
  struct Entry {
    let path: String
    let store: String
    /// The day on which each program was last seen, by the digest of its identifier.
    var programs: [String: String] = [:]

    var lastDay: String { programs.values.max() ?? "" }
  }

  /// How many stores are kept, and programs of each: the last seen.
  static let mostStores = 64
  static let mostPrograms = 512
  private static let heading = "latchkey stores 1 "

  private let key: [UInt8]
  private(set) var entries: [Entry]

  /// An empty list with a new key.
  init() {
    var source = SystemRandomNumberGenerator()
    key = (0..<16).map { _ in UInt8.random(in: 0...255, using: &source) }
    entries = []
  }

  /// The list of a file; nil for a text that is none.
  ///
  /// Lines that are none are left out.
  init?(_ text: some StringProtocol) {
    let lines = text.split(separator: "\n")
    guard let first = lines.first, first.hasPrefix(Self.heading),
      let key = HexText.wholeBytes(first.dropFirst(Self.heading.count)), key.count == 16
    else { return nil }
    self.key = key
    entries = lines.dropFirst().compactMap { Self.entry($0) }
  }

  private static func entry(_ line: some StringProtocol) -> Entry? {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3 else { return nil }
    var entry = Entry(path: unquoted(parts[2]), store: String(parts[0]))
    for part in parts[1].split(separator: ",") {
      let pair = part.split(separator: ":")
      guard pair.count == 2, pair[1].utf8.count == 10 else { continue }
      entry.programs[String(pair[0])] = String(pair[1])
    }
    return entry
  }

  var text: String {
    let lines = entries.map { entry in
      let programs = entry.programs.sorted { $0.value > $1.value }.prefix(Self.mostPrograms)
        .map { "\($0.key):\($0.value)" }.joined(separator: ",")
      return "\(entry.store) \(programs) \(Self.quoted(entry.path))"
    }
    return ([Self.heading + HexText.lowerCase(key)] + lines).joined(separator: "\n") + "\n"
  }

  /// Takes notice of a program in a store.
  ///
  /// - Returns: whether that is new today.
  mutating func note(
    _ identifier: String, in store: Identifier16, at path: String, on day: String
  ) -> Bool {
    let (program, name) = (digest(Array(identifier.utf8)), digest(store.bytes))
    let place = entries.firstIndex { $0.path == path && $0.store == name }
    if let place, entries[place].programs[program] == day { return false }
    var entry = place.map { entries.remove(at: $0) } ?? Entry(path: path, store: name)
    entry.programs[program] = day
    entries.append(entry)
    entries = Array(entries.sorted { $0.lastDay < $1.lastDay }.suffix(Self.mostStores))
    return true
  }

  /// Where a program was last seen, other than in a store; nil: nowhere.
  ///
  /// - Parameter store: nil for one that is not there yet.
  func last(
    _ identifier: String, besides store: Identifier16?, at path: String
  ) -> (path: String, day: String)? {
    let (program, name) = (digest(Array(identifier.utf8)), store.map { digest($0.bytes) })
    let others = entries.filter { $0.path != path || $0.store != name }
      .compactMap { entry in entry.programs[program].map { (entry.path, $0) } }
    return others.max { $0.1 < $1.1 }
  }

  /// 16 digits of the keyed digest of some bytes.
  private func digest(_ bytes: [UInt8]) -> String {
    guard let code = try? HMACSHA256(key: SecretBytes(copying: key)).code(bytes.span) else {
      return ""
    }
    return HexText.lowerCase(Array(code.bytes.prefix(8)))
  }

  /// A path in one line.
  private static func quoted(_ path: String) -> String {
    path.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  private static func unquoted(_ text: some StringProtocol) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
