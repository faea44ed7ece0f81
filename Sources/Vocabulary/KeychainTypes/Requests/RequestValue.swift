// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The value of a pair in a caller's dictionary, not yet checked against the value kind of its
/// attribute.
package enum RequestValue: Sendable {
  case text(String)
  case bytes([UInt8])
  case number(Int64)
  /// Any `Double`, including not-a-number.
  case real(Double)
  case boolean(Bool)
  case date(Instant)
  case uuid(Identifier16)
  case null
  // Indirect, to keep values small: they are copied often, but rarely have one of these two cases.
  indirect case accessControl(AccessControl)
  /// The secret of an item.
  indirect case secret(SecretBytes)
  /// A list of values, for a dictionary key that accepts a list: names of issuers, or persistent
  /// references to items of one class.
  case list([RequestValue])
  /// An object that decides whether certificates satisfy a policy, or whether they are trusted.
  case judge(any CertificateJudge)
  /// A mark for an object that the dictionary key accepts; the object itself is not part of the
  /// request.
  case object
  /// Text or data that is larger than `mostAttributeBytes`; its bytes were not copied.
  case tooLarge(isText: Bool)
  /// An object that the dictionary key does not accept, with the error that the call throws for it.
  case refused(KeychainError)
  /// A value of any other type, or a number or date that is out of range.
  case other

  /// The maximum size of an attribute's value in bytes: 1 MiB.
  ///
  /// A larger value is refused with -25302 (Specification/design.md, "Profiles").
  package static let mostAttributeBytes = 1 << 20

  /// Makes the value of a pair from the value of a stored attribute.
  package init(_ value: AttributeValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .bytes(let bytes): self = .bytes(bytes)
    case .number(let number): self = .number(number)
    case .real(let real): self = .real(real)
    case .date(let instant): self = .date(instant)
    }
  }

  /// True if the value is text, of any length.
  package var isText: Bool {
    switch self {
    case .text: true
    case .tooLarge(let isText): isText
    default: false
    }
  }

  /// True if the value is data, of any length.
  package var isData: Bool {
    switch self {
    case .bytes, .secret: true
    case .tooLarge(let isText): !isText
    default: false
    }
  }

  /// The value as an integer, if it is a number that `Int64` can hold exactly (5 or 5.0); nil for
  /// any other value.
  package var wholeNumber: Int64? {
    switch self {
    case .number(let number): number
    case .real(let real): Int64(exactly: real)
    default: nil
    }
  }
}

/// Describes a value by its type only, so that a log or a debugger never shows the value by mistake
/// (Specification/design.md, "Promises", 7).
extension RequestValue: CustomStringConvertible, CustomReflectable {
  package var description: String {
    switch self {
    case .text, .bytes, .tooLarge: isText ? "text" : "bytes"
    case .number, .real: "number"
    case .boolean: "Boolean"
    case .date: "date"
    case .uuid: "UUID"
    case .null: "null"
    case .accessControl: "access control"
    case .secret: "secret"
    case .list(let values): "list(\(values.count))"
    case .judge, .object, .refused, .other: "object"
    }
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBytes {
  /// The maximum size of an item's secret in bytes: 64 MiB.
  ///
  /// A larger secret is refused with -25302 (Specification/design.md, "Profiles").
  package static let mostBytes = 64 << 20
}

/// The refusals of values that are larger than the limits.
extension KeychainError {
  package static let attributeTooLarge = KeychainError(
    .dataTooLarge, "an attribute is larger than the limit",
    context: .count(RequestValue.mostAttributeBytes))
  package static let secretTooLarge = KeychainError(
    .dataTooLarge, "the secret is larger than the limit", context: .count(SecretBytes.mostBytes))
}
