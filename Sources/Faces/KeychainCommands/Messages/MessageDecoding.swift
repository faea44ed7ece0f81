// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// The mode `-D` of the command `cms`: reads a message and writes its content.
///
/// The content is written even if its signer is not trusted, or if the signature cannot be
/// verified. If a signature is wrong, nothing is written and the status is 1.
struct MessageDecoding {
  private let command: MessageCommand
  private let keyring: MessageKeyring
  /// The number from the option `-h`, which the command repeats in a line for each level.
  ///
  /// The levels are the message itself and the messages inside it, such as a signed message in an
  /// enveloped message. Nil if the option is not given. No lines about levels are then printed.
  private let headerLevel: Int?

  init(_ command: MessageCommand) throws(Stop) {
    self.command = command
    keyring = command.keyring
    guard let text = command.text("h") else {
      headerLevel = nil
      return
    }
    guard let level = Int(text), level >= 0 else {
      throw .usage(message: "option -h cannot have a negative value")
    }
    headerLevel = level
  }

  func run() throws(Stop) -> Int32 {
    let contentKey = try MessageEnvelope(command, keyring).contentKeyIfNamed()
    let detached: SecretBytes?
    if let path = command.options.value(.letter("c")) {
      detached = try command.file(path)
    } else {
      detached = nil
    }
    let input = try command.input()
    do throws(KeychainError) {
      let keys = ReceivedMessage.Keys(contentKey: contentKey) {
        (reference) throws(KeychainError) in try keyring.identity(named: reference)
      }
      let message = try ReceivedMessage(input, keys)
      if let detached { try require(detached, toBelongTo: message) }
      guard try show(message, detached) else { return 1 }
      if !command.options.contains(.letter("n")), let content = message.content {
        try command.deliver(content)
      }
      return 0
    } catch {
      EveryHit.tellUnread(in: command.keychains, command.invocation)
      return command.refused(error, "problem decoding")
    }
  }

  /// Throws if no signer of the message can have signed the file of the option `-c`.
  ///
  /// The message then has no signer, or it contains a content that differs from the file. Without
  /// the error, the status would be 0, and a script would believe that the file was verified.
  private func require(
    _ detached: SecretBytes, toBelongTo message: ReceivedMessage
  ) throws(KeychainError) {
    var isSigned = false
    for case .signed(let signed) in message.levels where !signed.signers.isEmpty { isSigned = true }
    guard isSigned else {
      throw .parameter("the message has no signer, so it says nothing about the file of -c")
    }
    guard let content = message.content, content != detached else { return }
    throw .parameter("the message has a content of its own, which differs from the file of -c")
  }

  /// Verifies the signatures of each level (the message itself and each message inside it), and
  /// prints a line about the level with the option `-h`.
  ///
  /// - Parameter detached: The content that was sent in a separate file, from the option `-c`. Nil
  ///   if the option is not given.
  /// - Returns: false if a signature is wrong.
  private func show(
    _ message: ReceivedMessage, _ detached: SecretBytes?
  ) throws(KeychainError) -> Bool {
    var isRight = true
    for (place, level) in message.levels.enumerated() {
      tell("SMIME: level=\(headerLevel ?? 0).\(message.levels.count - place); ")
      switch level {
      case .enveloped: tell("type=envelopedData; ")
      case .encrypted: tell("type=encryptedData; ")
      case .signed(let signed):
        tell("type=signedData; nsigners=\(signed.signers.count); ")
        if !(try verify(signed, detached)) { isRight = false }
      }
      tell("\n")
    }
    return isRight
  }

  private func verify(
    _ message: SignedMessage, _ detached: SecretBytes?
  ) throws(KeychainError) -> Bool {
    var checks = SignatureChecks(message, detached: detached)
    guard message.signers.isEmpty || checks.hasContent else {
      throw .parameter("the content was sent beside the message: name it with -c")
    }
    var isRight = true
    for index in message.signers.indices {
      let signer = message.signers[index]
      let known = message.certificate(of: signer)
      let others = known == nil ? keyring.certificates(named: signer.reference) : []
      let verdict = try checks.verdict(ofSignerAt: index, among: others)
      let certificate = known ?? others.first
      let name = certificate?.commonName ?? ""
      tell("\n\t\tsigner\(index).id=\"\(VisibleText.of(name))\"; ")
      tell("signer\(index).status=\(try word(verdict, certificate, message)); ")
      if !report(verdict, index) { isRight = false }
    }
    return isRight
  }

  /// Prints a message about a signature that is wrong or was not verified.
  ///
  /// - Returns: false if the signature is wrong.
  private func report(_ verdict: SignatureVerdict, _ index: Int) -> Bool {
    let terminal = command.invocation.terminal
    switch verdict {
    case .valid: return true
    case .invalid:
      terminal.complain(
        "problem decoding: the signature of signer \(index) does not match the content")
      return false
    case .withoutCertificate:
      terminal.complain(
        "the signature of signer \(index) was not verified: its certificate is missing")
      return true
    case .unsupported, .needsContent:
      terminal.complain(
        "the signature of signer \(index) was not verified: its algorithm is unknown or too weak")
      return true
    }
  }

  /// Returns the word for the result of verifying a signature, such as `GoodSignature`.
  ///
  /// The lines of the option `-h` contain the word.
  private func word(
    _ verdict: SignatureVerdict, _ certificate: Certificate?, _ message: SignedMessage
  ) throws(KeychainError) -> String {
    switch verdict {
    case .invalid: return "BadSignature"
    case .needsContent: return "Unverified"
    case .withoutCertificate: return "SigningCertNotFound"
    case .unsupported: return "SignatureAlgorithmUnsupported"
    case .valid:
      guard headerLevel != nil, let certificate else { return "GoodSignature" }
      let isTrusted = try keyring.trusts(
        certificate, among: message.certificates, for: command.usage)
      return isTrusted ? "GoodSignature" : "SigningCertNotTrusted"
    }
  }

  /// Prints `text` if the option `-h` is given; otherwise does nothing.
  ///
  /// The option demands a line for the message itself and a line for each message inside it. `text`
  /// is a part of one of these lines.
  private func tell(_ text: String) {
    guard headerLevel != nil else { return }
    command.invocation.terminal.output(text)
  }
}
