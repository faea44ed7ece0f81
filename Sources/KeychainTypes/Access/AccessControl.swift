// SPDX-License-Identifier: Apache-2.0

/// A rule on an item: its protection and what each operation needs (spec/secitem.md 11).
///
/// Provisional: the table of operations follows in this folder.
package struct AccessControl: Hashable, Sendable {
  /// One of the seven names, or `f`.
  package let protectionName: String
  /// The `SecAccessControlCreateFlags` bits; nil for the bare object that a protection implies.
  package let flags: UInt64?

  package init(protectionName: String, flags: UInt64?) {
    self.protectionName = protectionName
    self.flags = flags
  }

  /// The object that a protection alone implies.
  package static func bare(_ protection: Protection) -> AccessControl {
    AccessControl(protectionName: protection.name, flags: nil)
  }

  /// Whether an operation needs evidence.
  package func isConstrained(_ operation: ConstrainedOperation) -> Bool {
    guard let flags else { return false }
    return flags & 0x3B != 0 && operation == .decrypt
  }

  /// The bytes kept in an item.
  package func encode() -> [UInt8] {
    Array(protectionName.utf8) + [0] + (flags.map { Canonical.littleEndian($0) } ?? [])
  }

  /// Reads what `encode` wrote; nil for anything else.
  package init?(decoding bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0) else { return nil }
    protectionName = String(decoding: bytes[..<end], as: UTF8.self)
    let rest = bytes[(end + 1)...]
    guard rest.isEmpty || rest.count == 8 else { return nil }
    flags = rest.isEmpty ? nil : rest.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }
}
