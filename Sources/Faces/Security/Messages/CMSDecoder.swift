// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
public import Foundation
import KeychainTypes
import SecureMemory

/// A decoder, which reads one message of the Cryptographic Message Syntax
/// (Specification/certificates.md, "CMS messages").
///
/// `CMSDecoderUpdateMessage` takes the message and `CMSDecoderFinalizeMessage` reads it. Then the
/// other functions return its content, signers and certificates. A decoder may be used by many
/// threads.
public final class CMSDecoder {
  let state = Lock(MessageState())

  init() {}
}

extension CMSDecoder: Hashable {
  /// True if `left` and `right` are the same object.
  public static func == (left: CMSDecoder, right: CMSDecoder) -> Bool { left === right }

  /// Hashes the identity of the object, which equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The state of a decoder: the parts of a message, and the message once it is read.
struct MessageState: Sendable {
  var parts: [SecretBytes] = []
  /// True if `CMSDecoderFinalizeMessage` was called: no further parts of the message are accepted.
  var isFinal = false
  var message: ReceivedMessage?
  var detached: SecretBytes?
  var identities = MessageIdentities(keychains: nil)
  /// The results of the signatures that were verified, by the index of the signer.
  var verdicts: [Int: SignatureVerdict] = [:]
}

/// Returns the type identifier of `CMSDecoder`.
@discardableResult
public func CMSDecoderGetTypeID() -> CFTypeID { TypeIdentifier.messageDecoder.rawValue }

/// Makes a decoder for one message.
///
/// - Returns: always errSecSuccess (0).
@discardableResult
public func CMSDecoderCreate(_ cmsDecoderOut: UnsafeMutablePointer<CMSDecoder?>) -> OSStatus {
  unsafe cmsDecoderOut.pointee = CMSDecoder()
  return errSecSuccess
}

/// Adds a part of the message; may be called many times.
///
/// - Parameter msgBytes: bytes of the message in DER or BER, not in PEM.
/// - Returns: errSecParam after `CMSDecoderFinalizeMessage`, and if the length is negative.
@discardableResult
public func CMSDecoderUpdateMessage(
  _ cmsDecoder: CMSDecoder, _ msgBytes: UnsafeRawPointer, _ msgBytesLen: Int
) -> OSStatus {
  guard let part = unsafe MessageObjects.bytes(msgBytes, msgBytesLen) else { return errSecParam }
  return cmsDecoder.state.withLock { state in
    guard !state.isFinal else { return errSecParam }
    state.parts.append(part)
    return errSecSuccess
  }
}

/// Reads the message, and decrypts it with a private key of the keychain if it is encrypted.
///
/// The user may be asked to permit the use of the key. Signatures are verified later, by
/// `CMSDecoderCopySignerStatus`.
///
/// - Returns:
///   - errSecParam if no part of the message was given, or if this function was called before, even
///     without success.
///   - errSecUnknownFormat if the data is not a message, or if its content cannot be decrypted.
///   - errSecItemNotFound if the keychain has no private key of a recipient.
///   - the statuses of `SecItemCopyMatching`, for example while the keychain is locked.
@discardableResult
public func CMSDecoderFinalizeMessage(_ cmsDecoder: CMSDecoder) -> OSStatus {
  importing { () throws(KeychainError) in
    let state = cmsDecoder.state.withLock { state in
      defer { state.isFinal = true }
      return state
    }
    guard !state.isFinal, !state.parts.isEmpty else {
      throw .parameter("the decoder has no message, or has read it already")
    }
    let identities = state.identities
    let keys = ReceivedMessage.Keys { (reference) throws(KeychainError) in
      try identities.identity(named: reference)
    }
    let message = try ReceivedMessage(SecretBytes(joining: state.parts), keys)
    cmsDecoder.state.withLock { state in
      state.message = message
      state.parts = []
    }
    return errSecSuccess
  }
}

/// Sets the content of a message whose content was sent beside the message.
///
/// The function may be called before or after the message is read.
///
/// - Returns: always errSecSuccess (0).
@discardableResult
public func CMSDecoderSetDetachedContent(_ cmsDecoder: CMSDecoder, _ detachedContent: CFData)
  -> OSStatus
{
  let content = unsafe MessageObjects.bytes(detachedContent.bytes, detachedContent.length)
  cmsDecoder.state.withLock { state in
    state.detached = content
    state.verdicts = [:]
  }
  return errSecSuccess
}

/// Stores in a variable the content that was sent beside the message.
///
/// - Parameter detachedContentOut: receives the data; nil if it was not set.
/// - Returns: always errSecSuccess (0).
@discardableResult
public func CMSDecoderCopyDetachedContent(
  _ cmsDecoder: CMSDecoder, _ detachedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  let content = cmsDecoder.state.withLock { $0.detached }
  unsafe detachedContentOut.pointee = content.map { ResultBytes($0) }
  return errSecSuccess
}

/// Sets the keychains in which private keys and signers' certificates are searched for.
///
/// - Parameter keychainOrArray: a keychain or an array of keychains.
/// - Returns: errSecParam for other objects, and after `CMSDecoderFinalizeMessage`.
@discardableResult
public func CMSDecoderSetSearchKeychain(_ cmsDecoder: CMSDecoder, _ keychainOrArray: CFTypeRef)
  -> OSStatus
{
  let keychains: [SecKeychain]? = MessageObjects.all(in: keychainOrArray)
  guard keychains != nil else { return errSecParam }
  let identities = MessageIdentities(keychains: keychainOrArray)
  return cmsDecoder.state.withLock { state in
    guard !state.isFinal else { return errSecParam }
    state.identities = identities
    return errSecSuccess
  }
}

extension CMSDecoder {
  /// Stores in the caller's variable a value that `body` reads from the message.
  ///
  /// - Returns: errSecParam if the message was not read.
  func read<Value>(
    _ place: UnsafeMutablePointer<Value>, _ body: (ReceivedMessage) -> Value
  ) -> OSStatus {
    guard let message = state.withLock({ $0.message }) else { return errSecParam }
    unsafe place.pointee = body(message)
    return errSecSuccess
  }
}

/// Stores in a variable whether the content of the message is encrypted.
///
/// - Returns: errSecParam if the message was not read.
@discardableResult
public func CMSDecoderIsContentEncrypted(
  _ cmsDecoder: CMSDecoder, _ isEncryptedOut: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  unsafe cmsDecoder.read(isEncryptedOut) { DarwinBoolean($0.isEncrypted) }
}

/// Stores the type of the signed content in a variable.
///
/// - Parameter eContentTypeOut: receives the object identifier of the type, as the content bytes
///   of its DER element. Nil if the message is not signed.
/// - Returns: errSecParam if the message was not read.
@discardableResult
public func CMSDecoderCopyEncapsulatedContentType(
  _ cmsDecoder: CMSDecoder, _ eContentTypeOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  unsafe cmsDecoder.read(eContentTypeOut) { message in
    message.signed.map { ResultBytes($0.contentType.content) }
  }
}

/// Stores the certificates of the message in a variable.
///
/// - Parameter certsOut: receives an array of certificates; nil for a message without certificates.
/// - Returns: errSecParam if the message was not read.
@discardableResult
public func CMSDecoderCopyAllCerts(
  _ cmsDecoder: CMSDecoder, _ certsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  unsafe cmsDecoder.read(certsOut) { message in
    let certificates = message.signed?.certificates.map { SecCertificate($0) } ?? []
    return certificates.isEmpty ? nil : certificates as NSArray
  }
}

/// Stores the content of the message in a variable.
///
/// The content of a signed message is returned even if a signature is wrong:
/// `CMSDecoderCopySignerStatus` verifies signatures.
///
/// - Parameter contentOut: receives the data; nil if the content was sent beside the message.
/// - Returns: errSecParam if the message was not read.
@discardableResult
public func CMSDecoderCopyContent(
  _ cmsDecoder: CMSDecoder, _ contentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  unsafe cmsDecoder.read(contentOut) { message in message.content.map { ResultBytes($0) } }
}
