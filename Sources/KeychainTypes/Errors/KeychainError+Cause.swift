// SPDX-License-Identifier: Apache-2.0

extension KeychainError {
  /// Why a dictionary or a caller is refused, by the number of the finding that tells of it
  /// (spec/diagnostics.md 3.5, 3.8).
  package enum Cause: UInt16, Sendable, CaseIterable {
    case invalidIdentity = 405
    case restrictedAttribute = 412
    case attributeNotOfClass = 701
    case classMissingOrUnknown = 702
    case wrongValueKind = 703
    case unknownKey = 704
    case matchKeyInAdd = 705
    case matchKeyInChange = 706
    case returnKeyInUpdate = 707
    case notAnAttribute = 708
    case accessibleAndAccessControl = 709
    case synchronizableThisDeviceOnly = 710
    case synchronizableAccessControl = 711
    case referenceMisused = 712
    case limitOfWrongKind = 715
    case filterNotForClass = 716
    case skipOnlyForSearch = 718
    case dataMakesNoObject = 721
  }

  /// -50 for a value that its key does not take.
  package static func wrongKind(
    _ reason: StaticString, _ context: Context? = nil
  ) -> KeychainError {
    .parameter(reason, context, cause: .wrongValueKind)
  }

  /// -34018 for a group that is none.
  package static let groupIsNoText = KeychainError(
    .missingEntitlement, "the access group is no string", context: .attribute(.accessGroup),
    cause: .wrongValueKind)
}
