// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The reason why bytes are not DER of the expected structure.
package enum DERFailure: Error, Hashable, Sendable {
  /// The bytes end within an element.
  case cut
  /// The length of an element is indefinite, or is encoded in more bytes than necessary.
  ///
  /// Also thrown if the length is encoded in more than four bytes, and for a certificate that is
  /// too large or has too many extensions.
  case length
  /// The tag of an element is not the expected tag, or its number is above 30.
  case tag
  /// There are bytes after the last element.
  case leftOver
  /// The content of an element is not allowed for its type.
  case content
}
