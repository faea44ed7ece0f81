// SPDX-License-Identifier: Apache-2.0

/// The typed value of an attribute, as it is stored and returned (Specification/secitem.md,
/// "Attribute value coercion").
package enum AttributeValue: Hashable, Sendable {
  case text(String)
  case bytes([UInt8])
  case number(Int64)
  /// A finite number that has a fraction or that `Int64` cannot hold.
  case real(Double)
  case date(Instant)
}

/// Describes a value by its type and size only, so that an accidental print, dump or log does not
/// show it (Specification/design.md, "Promises", 7).
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

extension ValueKind {
  /// Converts a value from the caller's dictionary into the value that is stored
  /// (Specification/secitem.md, "Attribute value coercion").
  ///
  /// - Throws: `KeychainError.parameter` if an attribute of this kind does not accept the value.
  ///   `sync` and `tomb` accept only 0 and 1, also as a Boolean or a text
  ///   (Specification/secitem.md, "Default of the sync attribute").
  package func coerce(_ value: RequestValue) throws(KeychainError) -> AttributeValue {
    switch self {
    case .string: return try coerceToText(value)
    case .access:
      let text = try coerceToText(value)
      guard case .text(let name) = text, Protection.isKnownName(name) else { throw .wrongType }
      return text
    case .blob: return try coerceToBlob(value)
    case .data: return try coerceToBytes(value)
    case .number: return try coerceToNumber(value)
    case .sync, .tomb:
      guard case .number(let number) = try coerceToNumber(value), number == 0 || number == 1
      else { throw .wrongType }
      return .number(number)
    case .date:
      guard case .date(let instant) = value else { throw .wrongType }
      return .date(instant)
    case .uuid: return try coerceToIdentifier(value)
    case .sha1:
      guard case .bytes(let bytes) = value, bytes.count == 20 else { throw .wrongType }
      return .bytes(bytes)
    case .accessControl, .refused: throw .wrongType
    }
  }

  private func coerceToText(_ value: RequestValue) throws(KeychainError) -> AttributeValue {
    switch value {
    case .text: return .text(try text(of: value))
    case .bytes(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .wrongType }
      return .text(text)
    case .uuid(let identifier): return .text(identifier.uuidText)
    default: throw .wrongType
    }
  }

  private func coerceToBlob(_ value: RequestValue) throws(KeychainError) -> AttributeValue {
    switch value {
    case .text: return .text(try text(of: value))
    case .bytes(let bytes): return .bytes(bytes)
    case .number, .real: return try numeric(value)
    default: throw .wrongType
    }
  }

  private func coerceToBytes(_ value: RequestValue) throws(KeychainError) -> AttributeValue {
    switch value {
    case .text: return .bytes(Array(try text(of: value).utf8))
    case .bytes(let bytes): return .bytes(bytes)
    case .number(let number):
      guard let small = Int32(exactly: number) else { throw .wrongType }
      return .bytes(Canonical.littleEndian(small))
    default: throw .wrongType
    }
  }

  private func coerceToNumber(_ value: RequestValue) throws(KeychainError) -> AttributeValue {
    switch value {
    case .text:
      let text = try text(of: value)
      guard let number = Int32(text), String(number) == text else { return .text(text) }
      return .number(Int64(number))
    case .number, .real: return try numeric(value)
    case .boolean(let flag): return .number(flag ? 1 : 0)
    default: throw .wrongType
    }
  }

  private func coerceToIdentifier(_ value: RequestValue) throws(KeychainError) -> AttributeValue {
    switch value {
    case .bytes(let bytes) where bytes.isEmpty || bytes.count == 16: return .bytes(bytes)
    case .uuid(let identifier): return .bytes(identifier.bytes)
    case .null: return .bytes([])
    default: throw .wrongType
    }
  }

  /// Returns a number as an attribute value; a real number that `Int64` can hold exactly becomes an
  /// integer.
  ///
  /// The numbers 5 and 5.0 are therefore equal values. Throws for infinity, for NaN and for a value
  /// that is not a number.
  private func numeric(_ value: RequestValue) throws(KeychainError) -> AttributeValue {
    switch value {
    case .number(let number): return .number(number)
    case .real(let real):
      guard real.isFinite else { throw .wrongType }
      return Int64(exactly: real).map { .number($0) } ?? .real(real)
    default: throw .wrongType
    }
  }

  private func text(of value: RequestValue) throws(KeychainError) -> String {
    guard case .text(let text) = value else { throw .wrongType }
    return text
  }
}

extension KeychainError {
  fileprivate static var wrongType: KeychainError {
    .parameter("the attribute does not take a value of this type", cause: .wrongValueKind)
  }
}
