// SPDX-License-Identifier: Apache-2.0

/// The four calls, as far as the reading of a dictionary differs between them.
enum ItemVerb: Sendable {
  case add, copyMatching, update, delete

  /// Whether the profile `dataProtection` takes away what has no meaning in the call.
  var isStripped: Bool { self == .update || self == .delete }
}
