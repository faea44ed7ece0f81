// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import KeychainTypes
package import SecureMemory

/// A message of the Cryptographic Message Syntax (RFC 5652), read and decrypted to its innermost
/// content.
///
/// BER is read too, with indefinite lengths and strings in pieces. The work is bounded: elements,
/// signers, certificates, recipients and levels have limits.
package struct ReceivedMessage: Sendable {
  /// One level of a message: the content is signed, enveloped or encrypted.
  package enum Level: Sendable {
    case signed(SignedMessage)
    case enveloped(EnvelopedMessage)
    case encrypted(EncryptedMessage)
  }

  /// The greatest number of levels of a message: signed, enveloped or encrypted contents inside
  /// each other.
  ///
  /// A message with more levels is refused.
  private static let mostLevels = 8

  /// The levels of the message, from the outermost to the innermost.
  package private(set) var levels: [Level] = []
  /// The object identifier of the innermost content's type, for example `data`.
  package private(set) var contentType = MessageOID.data
  /// The innermost content, or nil if it is detached: sent beside the message.
  package private(set) var content: SecretBytes?
  /// The content key of the innermost envelope, or nil if the message has no envelope.
  package private(set) var contentKey: SecretBytes?

  /// The keys with which the levels of a message are decrypted.
  package struct Keys {
    let find: (CertificateReference) throws(KeychainError) -> MessageIdentity?
    let contentKey: SecretBytes?

    /// Creates the set of keys.
    ///
    /// - Parameters:
    ///   - contentKey: the content key for a message that does not contain its content key, or nil
    ///     if the caller has no such key.
    ///   - find: returns a recipient's certificate with its private key, or nil if the keychain
    ///     does not have them.
    package init(
      contentKey: SecretBytes? = nil,
      find: @escaping (CertificateReference) throws(KeychainError) -> MessageIdentity?
    ) {
      self.find = find
      self.contentKey = contentKey
    }
  }

  /// Reads a message.
  ///
  /// The bytes must be exactly one message, with nothing after it.
  ///
  /// - Throws:
  ///   - -25257 if the bytes are not a whole message, or if a content cannot be decrypted
  ///   - -25300 if `keys` has no private key of a recipient, or no content key although the message
  ///     needs one
  ///   - the errors of the private keys
  package init(_ bytes: SecretBytes, _ keys: Keys) throws(KeychainError) {
    let file = try Self.distinguished(bytes)
    let (type, body) = try KeychainError.readingMessage { () throws(DERFailure) in
      try Self.parts(of: file)
    }
    guard let body else { throw .noMessage }
    try read(type, body, keys)
  }

  private static func distinguished(_ bytes: SecretBytes) throws(KeychainError) -> SecretBytes {
    try KeychainError.ofMessage { () throws(FormatFailure) in try BERNode.distinguished(bytes) }
  }

  /// Returns the content type of a ContentInfo, and the element in the ContentInfo.
  ///
  /// The element is nil if the ContentInfo has only a content type.
  private static func parts(
    of file: SecretBytes
  ) throws(DERFailure) -> (OID, SecretBytes?) {
    try file.withBytes { (bytes) throws(DERFailure) in
      var walk = try DERWalk.inSequence(bytes)
      let type = try walk.next(bytes).objectIdentifier(bytes)
      guard !walk.isAtEnd else { return (type, nil) }
      var outer = DERWalk(try walk.next(.context(0, isConstructed: true), bytes))
      try walk.finish()
      let body = try outer.next(bytes)
      try outer.finish()
      return (type, file.slice(body.whole))
    }
  }

  /// Reads the levels of a message from the outside inwards.
  ///
  /// - Parameters:
  ///   - type: the content type of the outer ContentInfo.
  ///   - body: the element in the outer ContentInfo.
  private mutating func read(
    _ type: OID, _ body: SecretBytes, _ keys: Keys
  ) throws(KeychainError) {
    var (type, body) = (type, body)
    while true {
      guard levels.count < Self.mostLevels else { throw .noMessage }
      let level = try KeychainError.readingMessage { () throws(DERFailure) in
        try Self.level(type, body)
      }
      guard let level else { throw .unsupportedMessage }
      levels.append(level)
      let inner: SecretBytes?
      switch level {
      case .signed(let message): (type, inner) = (message.contentType, message.content)
      case .enveloped(let message):
        let opened = try message.opened(by: keys.find)
        contentKey = opened.key
        (type, inner) = (message.contentType, opened.content)
      case .encrypted(let message):
        guard let key = keys.contentKey else {
          throw KeychainError(
            .itemNotFound, "the message has no key of its content, and no envelope was given")
        }
        (type, inner) = (message.contentType, try message.content(by: key))
      }
      guard let inner, Self.isKnown(type), let next = try? Self.element(in: inner) else {
        (contentType, content) = (type, inner)
        return
      }
      body = next
    }
  }

  private static func isKnown(_ type: OID) -> Bool {
    [MessageOID.signedData, MessageOID.envelopedData, MessageOID.encryptedData].contains(type)
  }

  private static func level(_ type: OID, _ body: SecretBytes) throws(DERFailure) -> Level? {
    try body.withBytes { (bytes) throws(DERFailure) -> Level? in
      var walk = DERWalk(bytes)
      let element = try walk.next(bytes)
      try walk.finish()
      return switch type {
      case MessageOID.signedData:
        .signed(try SignedMessage(element, of: body, bytes))
      case MessageOID.envelopedData:
        .enveloped(try EnvelopedMessage(element, of: body, bytes))
      case MessageOID.encryptedData:
        .encrypted(try EncryptedMessage(element, of: body, bytes))
      default: nil
      }
    }
  }

  /// Returns the message within a content, as one DER element without its ContentInfo.
  ///
  /// Some writers put a whole ContentInfo as the inner message, and others only the element in it.
  private static func element(in content: SecretBytes) throws(KeychainError) -> SecretBytes {
    let inner = try distinguished(content)
    if let (type, body) = try? parts(of: inner), isKnown(type), let body { return body }
    return inner
  }
}

extension ReceivedMessage {
  /// The innermost signed level, or nil if the message is not signed.
  package var signed: SignedMessage? {
    for case .signed(let message) in levels.reversed() { return message }
    return nil
  }

  /// True if a level of the message is encrypted.
  package var isEncrypted: Bool {
    levels.contains { level in
      switch level {
      case .signed: false
      case .enveloped, .encrypted: true
      }
    }
  }
}
