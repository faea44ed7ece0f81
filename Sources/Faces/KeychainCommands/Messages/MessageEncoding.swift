// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Glibc
import KeychainTypes
import SecureMemory

/// The modes `-S`, `-E`, `-C` and `-O` of the command `cms`, which make messages.
struct MessageEncoding {
  /// The words that the option `-H` accepts.
  static let hashes = MessageHash.allCases.map(\.rawValue)
  /// The words that Apple's option `-H` accepts and this command refuses, because the hash
  /// functions are broken.
  private static let weakHashes = ["MD2", "MD4", "MD5"]

  private let command: MessageCommand
  private let keyring: MessageKeyring
  private var terminal: Terminal { command.invocation.terminal }

  init(_ command: MessageCommand) {
    self.command = command
    keyring = command.keyring
  }

  func run() throws(Stop) -> Int32 {
    EveryHit.tellUnread(in: command.keychains, command.invocation)
    switch command.mode {
    case .sign: return try sign()
    case .envelope: return try envelope()
    case .encrypt: return try encrypt()
    case .certificatesOnly, .decode: return try certificatesOnly()
    }
  }

  // MARK: Signing

  private func sign() throws(Stop) -> Int32 {
    let options = command.options
    guard !options.contains(.letter("t")) else {
      terminal.complain(
        "-t needs a time-stamp server, and security makes no network connection; sign without -t")
      return 1
    }
    var draft = SignedMessageDraft()
    draft.hash = try hash()
    draft.isDetached = options.contains(.letter("T"))
    if options.contains(.letter("G")) { draft.attributes.insert(.signingTime) }
    if options.contains(.letter("P")) { draft.attributes.insert(.capabilities) }
    draft.signingTime = command.invocation.store.trust.now
    let signer = try signer()
    draft.signers = [signer]
    draft.preferredCertificate = try preferredCertificate()
    if command.text("Y") != "NONE" { draft.attributes.insert(.encryptionKeyPreference) }
    let content = try command.input()
    do throws(KeychainError) {
      draft.certificates = try keyring.chain(of: signer.certificate)
      try command.deliver(try draft.message(of: content))
      return 0
    } catch {
      return command.refused(error, "problem signing")
    }
  }

  private func hash() throws(Stop) -> MessageHash {
    guard let word = command.text("H") else { return .sha1 }
    if let hash = MessageHash(rawValue: word.uppercased()) { return hash }
    guard Self.weakHashes.contains(word.uppercased()) else {
      throw .usage(message: WordList.message("-H", Self.hashes))
    }
    terminal.complain("\(word) is broken and signs nothing here; sign with -H SHA256")
    throw .status(1)
  }

  private func signer() throws(Stop) -> MessageIdentity {
    if let name = command.text("N") {
      let found = try found { () throws(KeychainError) in
        try keyring.identity(named: name, for: .sign)
      }
      if let found { return found }
      terminal.complain("could not find signing identity for name: \"\(name)\"")
      throw .status(1)
    }
    guard let word = command.text("Z") else {
      throw .usage(message: "option -S needs -N nick or -Z hash")
    }
    guard let identifier = HexText.bytes(Array(word.utf8)), word.utf8.count.isMultiple(of: 2) else {
      throw .usage(message: "-Z takes a subject key identifier in hexadecimal")
    }
    let found = try found { () throws(KeychainError) in
      try keyring.identity(withKeyIdentifier: identifier)
    }
    if let found { return found }
    terminal.complain("could not find signing identity for subject key ID: \"\(word)\"")
    throw .status(1)
  }

  private func preferredCertificate() throws(Stop) -> Certificate? {
    guard let name = command.text("Y"), name != "NONE" else { return nil }
    let certificate = try found { () throws(KeychainError) in try keyring.certificate(named: name) }
    if let certificate { return certificate }
    terminal.complain("could not find certificate for encryption key preference: \"\(name)\"")
    throw .status(1)
  }

  // MARK: Encrypting

  private func envelope() throws(Stop) -> Int32 {
    let recipients = try recipients()
    let content = try command.input()
    do throws(KeychainError) {
      try command.deliver(EnvelopedMessageDraft(for: recipients).message(of: content).message)
      return 0
    } catch {
      return command.refused(error, "problem enveloping")
    }
  }

  /// Encrypts the content with the content key of an envelope.
  ///
  /// If the file of the envelope is missing, a new envelope is made.
  private func encrypt() throws(Stop) -> Int32 {
    guard let path = command.options.value(.letter("e")) else {
      throw .usage(message: "option -C needs -e envelope")
    }
    let key = try envelopeKey(path)
    let content = try command.input()
    do throws(KeychainError) {
      try command.deliver(EncryptedMessage.message(of: content, key: key))
      return 0
    } catch {
      return command.refused(error, "problem encrypting")
    }
  }

  private func envelopeKey(_ path: [UInt8]) throws(Stop) -> SecretBytes {
    let isMissing: Bool
    do throws(KeychainError) {
      _ = try InputFile.read(path)
      isMissing = false
    } catch { isMissing = error.code.rawValue == StatusText.errnoBase + ENOENT }
    guard isMissing else {
      guard let key = try MessageEnvelope(command, keyring).contentKeyIfNamed() else {
        throw .status(1)
      }
      return key
    }
    let recipients = try recipients()
    do throws(KeychainError) {
      let draft = EnvelopedMessageDraft(for: recipients)
      let (message, key) = try draft.message(of: SecretBytes(copying: []))
      try OutputFile.write(
        message, to: path, besides: command.invocation.store.directory)
      return key
    } catch {
      throw .status(command.refused(error, "problem enveloping"))
    }
  }

  private func certificatesOnly() throws(Stop) -> Int32 {
    var draft = SignedMessageDraft()
    draft.certificates = try recipients()
    do throws(KeychainError) {
      try command.deliver(try draft.message(of: nil))
      return 0
    } catch {
      return command.refused(error, "problem making the message")
    }
  }

  /// Returns the certificates whose names the option `-r` lists.
  private func recipients() throws(Stop) -> [Certificate] {
    var names: [String] = []
    for option in command.options.options where option.name == .letter("r") {
      let text = String(decoding: option.value ?? [], as: UTF8.self)
      names += text.split(separator: ",").map { String($0) }
    }
    guard !names.isEmpty else {
      throw .usage(message: "option -\(command.mode.rawValue) needs -r id")
    }
    var certificates: [Certificate] = []
    for name in names {
      let found = try found { () throws(KeychainError) in try keyring.certificate(named: name) }
      guard let found else {
        terminal.complain("cannot find certificate for \"\(name)\"")
        throw .status(1)
      }
      certificates.append(found)
    }
    return certificates
  }

  /// Runs a search in the keychains, and ends the command with status 1 if the search fails.
  private func found<Value>(
    _ body: () throws(KeychainError) -> Value
  ) throws(Stop) -> Value {
    do throws(KeychainError) { return try body() } catch {
      throw .status(command.refused(error, "problem searching the keychains"))
    }
  }
}
