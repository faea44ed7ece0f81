// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import Foundation
import KeychainTypes
import SecureMemory

/// The content and the options of a message that is being made.
struct MessageDraft: @unchecked Sendable {
  // Identities are not `Sendable`, but never change, and any thread may use them.
  var signers: [SecIdentity] = []
  var recipients: [SecCertificate] = []
  var certificates: [SecCertificate] = []
  var isDetached = false
  /// The type of the content that the caller set; nil for plain data.
  var contentType: OID?
  var hash = MessageHash.sha256
  var attributes: CMSSignedAttributes = []
  var chainMode = CMSCertificateChainMode.chain
  var content: [SecretBytes] = []
  /// True after the caller has passed the first part of the content, or has received the finished
  /// message; the options can then not be changed any more.
  var isBegun = false
  /// The finished message; nil if `CMSEncoderCopyEncodedContent` has not made it yet.
  var message: SecretBytes?
}
