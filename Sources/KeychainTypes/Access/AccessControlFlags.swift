// SPDX-License-Identifier: Apache-2.0

extension AccessControl {
  /// The bits of `SecAccessControlCreateFlags` (spec/secitem.md 11.1); others mean nothing.
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let userPresence = Flags(rawValue: 1 << 0)
    package static let biometryAny = Flags(rawValue: 1 << 1)
    package static let biometryCurrentSet = Flags(rawValue: 1 << 3)
    package static let devicePasscode = Flags(rawValue: 1 << 4)
    package static let watch = Flags(rawValue: 1 << 5)
    package static let or = Flags(rawValue: 1 << 14)
    package static let and = Flags(rawValue: 1 << 15)
    package static let privateKeyUsage = Flags(rawValue: 1 << 30)
    package static let applicationPassword = Flags(rawValue: 1 << 31)

    /// The factors asked for, in the order of their numbers.
    package var factors: [AccessFactor] { AccessFactor.allCases.filter { contains($0.flag) } }
  }

  /// Makes the object that `SecAccessControlCreateWithFlags` answers.
  ///
  /// - Throws: `parameter` (-50) for a protection that is none, or for flags that exclude each
  ///   other (spec/secitem.md 11.2). Protection and flags are not checked against each other.
  package init(protectionName: String, flags: Flags) throws(KeychainError) {
    guard Protection.isKnownName(protectionName) else {
      throw .parameter("the protection of an access control is none of the known ones")
    }
    if let reason = flags.contradiction { throw .parameter(reason) }
    self.init(protectionName: protectionName, constraints: Constraints(flags))
  }
}

extension AccessControl.Flags {
  /// What user presence may be combined with; not even with bits that mean nothing.
  private static let besidePresence: Self = [
    .userPresence, .applicationPassword, .privateKeyUsage,
  ]

  /// Why the flags exclude each other; nil when they do not.
  fileprivate var contradiction: StaticString? {
    if isSuperset(of: [.or, .and]) {
      return "an access control cannot ask for all and for any of its constraints"
    }
    if isSuperset(of: [.biometryAny, .biometryCurrentSet]) {
      return "an access control cannot ask for any biometry and for the current set"
    }
    if contains(.userPresence), !isSubset(of: Self.besidePresence) {
      return "user presence cannot be combined with other constraints"
    }
    return nil
  }
}
