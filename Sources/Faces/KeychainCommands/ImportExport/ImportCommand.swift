// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory

/// The command `import`, which adds the certificates and keys of a file to a keychain
/// (Specification/security-cli.md, "The import command").
struct ImportCommand {
  private static let call = "SecKeychainItemImport"
  private static let isNeeded: Int32 = -25260
  private static let isUnknown: Int32 = -25257
  /// The statuses for a wrong passphrase: -25264 for a PKCS#12 file, -25293 for an encrypted key.
  private static let isWrong: [Int32] = [-25264, -25293]

  private let invocation: Invocation
  private let options: OptionReader
  private let path: [UInt8]
  private var hints = ItemImport.Hints()
  private let passphrase: FilePassphrase
  private let target: NamedKeychain
  /// True if the option `-f pkcs12` is given, for which `import` follows the rules of Apple's newer
  /// importer.
  ///
  /// With this option, a key of the file that the keychain already has is no error. The names of
  /// keys in the file are ignored, as by Apple's importer. Success prints nothing.
  private let isModern: Bool

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    try ImportCommand(invocation).run()
  }

  private init(_ invocation: Invocation) throws(Stop) {
    self.invocation = invocation
    options = try invocation.options()
    let extended = options.options.count { $0.name == .letter("a") }
    path = options.operands.first ?? []
    // The reader of options takes the second value of `-a` for an operand.
    guard options.operands.count >= 1 + extended else {
      throw .usage(message: "the file is missing, or the value after -a NAME")
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
      // Recipes say `-t cert -f pkcs12`: a container may be imported whatever `-t` says.
      if !isModern { hints.type = type }
    }
    hints.format = format
    hints.name = String(decoding: path, as: UTF8.self)
    target = try invocation.target(options, for: Self.call)
    passphrase = try FilePassphrase(options, of: invocation)
    if target.isStore { tellWhatHasNoEffect(extended > 0) }
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
    var storing = ItemStoring(
      try destination(), options, in: invocation, isModern: isModern)
    do throws(KeychainError) {
      for part in parts { try storing.store(part) }
      if let refusal { throw refusal }
    } catch {
      _ = Refusal.report(error, of: Self.call, in: invocation)
      // Items that were added before the failure stay in the keychain.
      invocation.terminal.error(storing.added.text)
      return 1
    }
    guard parts.contains(where: { !$0.items.isEmpty }) else {
      invocation.terminal.complain("No keychain items found")
      return 1
    }
    guard !isModern else { return 0 }
    invocation.terminal.output(storing.tally.text)
    if storing.known > 0 {
      let noun = storing.known == 1 ? "certificate is" : "certificates are"
      invocation.terminal.complain(
        "\(hints.name): \(storing.known) \(noun) already in \(target.name ?? "default keychain")")
    }
    return 0
  }

  /// Returns the destination of the imported items: the store or a keychain file.
  private func destination() throws(Stop) -> ItemStoring.Destination {
    switch target.member {
    case .store: return .store(invocation.store)
    case .authorities(let path):
      _ = Refusal.report(.authorities(path), of: Self.call, in: invocation)
      throw .status(1)
    case .file(let keychain):
      let name = hints.name.split(separator: "/").last.map(String.init) ?? ""
      let base = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
      let description = base.isEmpty ? "<unlabeled key>" : base
      let access = try TrustOptions(options, invocation).access(Array(description.utf8))
      return .file(keychain, access, extended: extendedAttributes)
    }
  }

  /// The names and values of the options `-a NAME VALUE`.
  ///
  /// `OptionReader` takes NAME for the value of `-a`, and VALUE for an operand. The first operand
  /// is the file to import, so VALUE of the first `-a` is the second operand.
  private var extendedAttributes: [(name: [UInt8], value: [UInt8])] {
    let names = options.options.filter { $0.name == .letter("a") }.compactMap(\.value)
    return zip(names, options.operands.dropFirst()).map { ($0, $1) }
  }

  /// Reads a file, and returns its parts and the error that stopped the reading.
  ///
  /// A part contains the keys and certificates of one PEM block. A file without PEM is a single
  /// part. After an error, the parts before the error are returned. The error is nil if the whole
  /// file was read. If a part needs a passphrase and no option contains the passphrase, the user is
  /// asked.
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
        guard !isModern || known.format == .pkcs12 else {
          throw KeychainError(
            .init(rawValue: Self.isUnknown), "the file is no PKCS#12 file",
            context: .path(hints.name),
            advice: "without -f, import recognizes the format by itself")
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
