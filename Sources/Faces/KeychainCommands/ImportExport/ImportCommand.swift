// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// import (spec/security-cli.md 7.1).
struct ImportCommand {
  private static let call = "SecKeychainItemImport"
  private static let isNeeded: Int32 = -25260
  /// Of a container, and of an encrypted key.
  private static let isWrong: [Int32] = [-25264, -25293]

  private let invocation: Invocation
  private let options: OptionReader
  private let path: [UInt8]
  private var hints = ItemImport.Hints()
  private let passphrase: FilePassphrase
  /// Whether `-f pkcs12` was said: then keys that are there already are no failure, keys have
  /// Apple's name, and nothing is said of success.
  private let isModern: Bool

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    try ImportCommand(invocation).run()
  }

  private init(_ invocation: Invocation) throws(Stop) {
    self.invocation = invocation
    options = try invocation.options()
    let extended = options.options.count { $0.name == .letter("a") }
    path = options.operands.first ?? []
    // The second value of `-a` is an operand to the reader of options.
    guard options.operands.count >= 1 + extended else {
      throw .usage(message: "the file is missing, or the value behind -a name")
    }
    guard options.operands.count == 1 + extended else {
      let place = options.operandPlaces[1 + extended]
      throw .usage(message: "argument \(place) is too many: import takes one file")
    }
    let format = try ExternalNames.format(options, on: invocation.terminal)
    isModern = format == .pkcs12
    if let word = options.value(.letter("t")) {
      guard let type = ExternalNames.types[String(decoding: word, as: UTF8.self)] else {
        throw .usage(message: WordList.message("-t", ExternalNames.types.keys.sorted()))
      }
      // A container is one whatever is said to be in it: recipes say `-t cert -f pkcs12`.
      if !isModern { hints.type = type }
    }
    hints.format = format
    hints.name = String(decoding: path, as: UTF8.self)
    try KeychainOperands.check(
      options.value(.letter("k")).map { [$0] } ?? [], of: "-k", invocation)
    passphrase = try FilePassphrase(options, of: invocation)
    tellWhatHasNoEffect(extended > 0)
  }

  private func tellWhatHasNoEffect(_ isExtended: Bool) {
    let terminal = invocation.terminal
    if isExtended { terminal.complain("-a has no effect: items have no extended attributes") }
    guard options.contains(.letter("x")) else { return }
    terminal.complain(
      isModern
        ? "-x has no effect with -f pkcs12"
        : "-x marks the keys: export refuses them, programs of this user can still read them")
  }

  private func run() throws(Stop) -> Int32 {
    let content: SecretBytes
    do throws(KeychainError) { content = try InputFile.read(path) } catch {
      let reason = StatusText.message(error.code.rawValue)
      invocation.terminal.complain("Error reading infile \(hints.name): \(reason)")
      return 1
    }
    let (parts, refusal) = try parts(of: content)
    var storing = ItemStoring(options, in: invocation, isModern: isModern)
    do throws(KeychainError) {
      for part in parts { try storing.store(part) }
      if let refusal { throw refusal }
    } catch {
      _ = Refusal.report(error, of: Self.call, in: invocation)
      // It stays.
      invocation.terminal.error(storing.added.text)
      return 1
    }
    guard !storing.tally.isEmpty else {
      invocation.terminal.complain("No keychain items found")
      return 1
    }
    if !isModern { invocation.terminal.output(storing.tally.text) }
    return 0
  }

  /// What the file holds, up to what it is refused for; a passphrase is asked for when one is
  /// needed.
  private func parts(of content: SecretBytes) throws(Stop) -> ([ImportedPart], KeychainError?) {
    var hints = hints
    hints.password = passphrase.known
    var attempt = 0
    while true {
      var parts: [ImportedPart] = []
      do throws(KeychainError) {
        let known = try RecognizedContent(content, hints) { labels in
          guard attempt == 0 else { return }
          SkippedBlocks.tell(labels, in: hints.name, on: invocation.terminal)
        }
        if attempt == 0 {
          SkippedBlocks.tell(
            damaged: known.damagedBlock, in: hints.name, on: invocation.terminal)
        }
        try known.read { parts.append($0) }
        return (parts, nil)
      } catch {
        let isWrong = attempt > 0 && Self.isWrong.contains(error.code.rawValue)
        guard passphrase.isTyped, attempt < FilePassphrase.tries,
          isWrong || error.code.rawValue == Self.isNeeded
        else { return (parts, error) }
        if isWrong {
          let message = StatusText.message(error.code.rawValue)
          invocation.terminal.complain("\(Self.call): \(message)")
        }
      }
      attempt += 1
      hints.password = try passphrase.read(of: hints.name)
    }
  }
}

/// How many of each kind were imported, as `import` says it (spec/security-cli.md 7.1).
private struct ImportTally {
  var identities = 0
  var keys = 0
  var certificates = 0

  var isEmpty: Bool { identities + keys + certificates == 0 }

  /// A line for each kind of which there was one.
  var text: String {
    Self.line(identities, "identity", "identities") + Self.line(keys, "key", "keys")
      + Self.line(certificates, "certificate", "certificates")
  }

  private static func line(_ count: Int, _ one: String, _ many: String) -> String {
    count == 0 ? "" : "\(count) \(count == 1 ? one : many) imported.\n"
  }
}

/// Puts what a file holds into the store.
private struct ItemStoring {
  private let store: StoreAccess
  private let group: RequestedGroup
  private let isModern: Bool
  private let terms: ImportedKeyTerms
  private(set) var tally = ImportTally()
  /// What was not there before; an identity counts as its two parts.
  private(set) var added = ImportTally()

  /// - Parameter isModern: see `ImportCommand`.
  init(_ options: OptionReader, in invocation: Invocation, isModern: Bool) {
    store = invocation.store
    group = PasswordSearch.group(options)
    self.isModern = isModern
    var terms = ImportedKeyTerms()
    terms.isExtractable = isModern || !options.contains(.letter("x"))
    self.terms = terms
  }

  /// Stores a piece of a file: certificates first, which a key that is there already keeps out
  /// otherwise; what was stored before a refusal stays.
  mutating func store(_ part: ImportedPart) throws(KeychainError) {
    for item in part.items where item.acceptsDuplicate { try add(item) }
    for item in part.items where !item.acceptsDuplicate { try add(item) }
    for element in try part.elements() {
      guard case .item(let entry) = element else {
        tally.identities += 1
        continue
      }
      switch entry.item {
      case .certificate: tally.certificates += 1
      case .key, .symmetricKey: tally.keys += 1
      }
    }
  }

  private mutating func add(_ item: ImportedItem) throws(KeychainError) {
    // The newer importer does not take names over (Documentation/Decisions/import-export.md).
    let entry = isModern ? ImportedItem(item.item) : item
    do throws(KeychainError) {
      _ = try store.add(entry.newItem(terms), group: group, to: store.service())
    } catch {
      guard error.code == .duplicateItem, isModern || item.acceptsDuplicate else { throw error }
      return
    }
    switch item.item {
    case .certificate: added.certificates += 1
    case .key, .symmetricKey: added.keys += 1
    }
  }
}

/// The blocks of a text that hold nothing that a keychain does (spec/certificates.md 5.3).
enum SkippedBlocks {
  /// How many are named in one line.
  private static let most = 16

  /// Says that a file was not read to its end.
  static func tell(damaged block: Int?, in name: String, on terminal: Terminal) {
    guard let block else { return }
    terminal.complain(
      "\(VisibleText.of(name)): block \(block) is damaged, and what follows it was not read")
  }

  /// Says with `-v` which blocks were passed over.
  static func tell(_ labels: [String], in name: String, on terminal: Terminal) {
    guard terminal.isVerbose, !labels.isEmpty else { return }
    let names = labels.prefix(most).map { $0.isEmpty ? "a block without a label" : $0 }
    let shown = names.map { VisibleText.of($0) }.joined(separator: ", ")
    let more = labels.count > most ? " and \(labels.count - most) more" : ""
    terminal.complain("\(VisibleText.of(name)): passed over \(shown)\(more)")
  }
}
