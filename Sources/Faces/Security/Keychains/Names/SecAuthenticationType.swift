// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The authentication type of an internet password, as a four-character code whose bytes in memory
/// are the characters.
public enum SecAuthenticationType: FourCharCode, Sendable {
  /// Authentication by NTLM.
  case NTLM = 1835824238
  /// Authentication by MSN.
  case MSN = 1634628461
  /// Distributed password authentication.
  case DPA = 1633775716
  /// Remote password authentication.
  case RPA = 1633775730
  /// HTTP basic authentication.
  case httpBasic = 1886680168
  /// HTTP digest authentication.
  case httpDigest = 1685353576
  /// Authentication by a form on a page.
  case htmlForm = 1836216166
  /// The default type of authentication.
  case `default` = 1953261156
  /// Any type in a search; no type in an item.
  case any = 0
}
