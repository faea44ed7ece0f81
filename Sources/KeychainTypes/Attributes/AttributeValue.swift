// SPDX-License-Identifier: Apache-2.0

/// The typed content of an attribute, as it is stored and given back (spec/secitem.md 3.4).
package enum AttributeValue: Hashable, Sendable {
  case text(String)
  case bytes([UInt8])
  case number(Int64)
  /// A number that is no integer; finite.
  case real(Double)
  case date(Instant)
}

/// The type and the size only: what is printed, dumped or logged by mistake tells no value
/// (DESIGN promise 7).
extension AttributeValue: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  package var description: String {
    switch self {
    case .text(let text): "text(\(text.utf8.count) bytes)"
    case .bytes(let bytes): "bytes(\(bytes.count))"
    case .number: "number"
    case .real: "real"
    case .date: "date"
    }
  }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
