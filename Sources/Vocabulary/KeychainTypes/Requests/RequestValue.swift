// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// The value of a pair of a request, before the kind of its attribute has been applied to it.
package enum RequestValue: Sendable {
  case text(String)
  case bytes([UInt8])
  case number(Int64)
  /// May be anything a `Double` can hold, not-a-number included.
  case real(Double)
  case boolean(Bool)
  case date(Instant)
  case uuid(Identifier16)
  case null
  // In a place of their own, as these two: a value is copied more often than it is one of them.
  indirect case accessControl(AccessControl)
  /// The secret of an item.
  indirect case secret(SecretBytes)
  /// Several values, where a key takes them: names of issuers, references of one class.
  case list([RequestValue])
  /// An object that judges certificates: a policy, or trust.
  case judge(any CertificateJudge)
  /// An object that stays with the caller and is of the type that the key takes.
  case object
  /// Text or bytes of more than an attribute may have; they were not copied.
  case tooLarge(isText: Bool)
  /// An object that no request can have in this place, with what its call answers.
  case refused(KeychainError)
  /// Arrays, dictionaries, numbers and dates out of range.
  case other

  /// An attribute of more bytes is refused with -25302 (DESIGN section 6).
  package static let mostAttributeBytes = 1 << 20

  /// The value of a stored attribute.
  package init(_ value: AttributeValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .bytes(let bytes): self = .bytes(bytes)
    case .number(let number): self = .number(number)
    case .real(let real): self = .real(real)
    case .date(let instant): self = .date(instant)
    }
  }

  /// Whether it is text, of any length.
  package var isText: Bool {
    switch self {
    case .text: true
    case .tooLarge(let isText): isText
    default: false
    }
  }

  /// Whether it is data, of any length.
  package var isData: Bool {
    switch self {
    case .bytes, .secret: true
    case .tooLarge(let isText): !isText
    default: false
    }
  }

  /// The number if it is a whole one.
  package var wholeNumber: Int64? {
    switch self {
    case .number(let number): number
    case .real(let real): Int64(exactly: real)
    default: nil
    }
  }
}

/// The kind only: a value is not printed by mistake (DESIGN promise 7).
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
  /// A secret of more bytes is refused with -25302 (DESIGN section 6).
  package static let mostBytes = 64 << 20
}
