// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import KeychainCrypto
package import KeychainEngine
package import KeychainTypes
import SecureMemory

/// The file `stores` in the user's directory for state files, which lists the stores that programs
/// used.
///
/// The file never changes the result of a keychain call. If the file cannot be read or written, no
/// error is reported.
package enum StoreList {
  /// The greatest size of the file in bytes.
  ///
  /// A list of 64 stores with 512 programs each fits into this size.
  private static let mostBytes = 2 << 20
  /// The number of attempts to lock the file, 5 ms apart.
  private static let tries = 10

  /// Records that the program of a session was seen today in the store of the session.
  package static func note(_ session: Session) {
    guard CurrentInstallation.installed == nil, Settings.ofThisProcess.remembersPrograms,
      let directory = StateFile.makeDirectory()
    else { return }
    let day = LocalDate.day(LocalDate.now)
    guard let file = StateFile(directory + "/stores", tries: tries) else { return }
    let text = file.content(upTo: mostBytes)
    // A file with other contents belongs to another program.
    guard var known = text.isEmpty ? KnownStores() : KnownStores(text) else { return }
    let isNew = known.note(
      session.caller.identifier, in: session.storeIdentifier, at: session.engine.files.directory,
      on: day)
    if isNew { file.replace(with: known.text) }
  }

  /// Returns the store, other than the present store, in which a program was last seen.
  ///
  /// Nil if the program was seen in no other store.
  ///
  /// - Parameters:
  ///   - store: the identifier of the present store, or nil if the present store does not exist
  ///     yet.
  ///   - path: the directory of the present store.
  ///   - identifier: the identifier of the program.
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

  /// Returns the store, other than the store of a session, in which the session's caller was last
  /// seen.
  ///
  /// Nil if there is no other store, if the caller sees all groups, or if a test installation (a
  /// test's service and caller) is active.
  ///
  /// - Parameter service: the session. Nil is returned for any other service.
  package static func other(than service: any Explaining) -> OtherStore? {
    guard CurrentInstallation.installed == nil, let session = service as? Session,
      !session.caller.seesAllGroups
    else { return nil }
    return other(
      than: session.storeIdentifier, at: session.engine.files.directory,
      of: session.caller.identifier)
  }
}

/// The list of stores in which programs of this user were seen.
///
/// The list is a file outside of all stores, so that it survives a change of the store
/// (Specification/diagnostics.md, "Application history", list of stores). The file has the path of
/// each store, and digests in place of the identifiers of stores and programs. The digests hide the
/// identifiers only from a casual reader, because the key of the digests is in the file too.
private struct KnownStores {
  /// A store in the list: its path, the digest of its identifier, and the programs that were seen
  /// in it.
  struct Entry {
    let path: String
    let store: String
    /// The day on which each program was last seen in the store.
    ///
    /// The key is the digest of the program's identifier.
    var programs: [String: String] = [:]

    var lastDay: String { programs.values.max() ?? "" }
  }

  /// The greatest number of stores in the list.
  ///
  /// If there are more stores, the stores in which a program was seen last are kept. `mostPrograms`
  /// is the greatest number of programs for each store.
  static let mostStores = 64
  static let mostPrograms = 512
  private static let heading = "latchkey stores 1 "

  private let key: [UInt8]
  private(set) var entries: [Entry]

  /// Creates an empty list with a new random key.
  init() {
    var source = SystemRandomNumberGenerator()
    key = (0..<16).map { _ in UInt8.random(in: 0...255, using: &source) }
    entries = []
  }

  /// Reads the list from the text of a file.
  ///
  /// Nil if the text is not a list of stores. Invalid lines are left out.
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

  /// Records in the list that a program was seen in a store on a day.
  ///
  /// - Returns: true if the list has changed, false if the program was already recorded for that
  ///   day.
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

  /// Returns the path of the store, other than a given store, in which a program was last seen,
  /// with the day.
  ///
  /// Nil if the program was seen in no other store.
  ///
  /// - Parameters:
  ///   - store: the identifier of the store to leave out, or nil if that store does not exist yet.
  ///   - path: the directory of the store to leave out.
  func last(
    _ identifier: String, besides store: Identifier16?, at path: String
  ) -> (path: String, day: String)? {
    let (program, name) = (digest(Array(identifier.utf8)), store.map { digest($0.bytes) })
    let others = entries.filter { $0.path != path || $0.store != name }
      .compactMap { entry in entry.programs[program].map { (entry.path, $0) } }
    return others.max { $0.1 < $1.1 }
  }

  /// Returns 16 hex digits of the keyed digest of the given bytes.
  private func digest(_ bytes: [UInt8]) -> String {
    guard let code = try? HMACSHA256(key: SecretBytes(copying: key)).code(bytes.span) else {
      return ""
    }
    return HexText.lowerCase(Array(code.bytes.prefix(8)))
  }

  /// Returns a path with its line breaks escaped, so that it fits on one line of the file.
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
