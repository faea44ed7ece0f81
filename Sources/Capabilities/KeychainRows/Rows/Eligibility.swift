// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Whether an item may leave this device: one predicate over plain facts (spec/sync.md S10).
///
/// Used by Add and Update in the strict profiles (spec/secitem.md 9.5), by restores, and by the
/// making of tombstones. A protection of this device only is no reason to refuse an item (9.4): it
/// is stored, and never travels.
package enum Eligibility {
  /// Why an item may not be synchronizable.
  package enum Obstacle: Hashable, Sendable {
    case thisDeviceOnly
    case constrained
    case token
    case sharingGroup
  }

  /// The first obstacle; nil: the item may leave.
  package static func obstacle(
    protection: Protection, accessControl: AccessControl?, attributes: AttributeSet
  ) -> Obstacle? {
    if protection.isThisDeviceOnly { return .thisDeviceOnly }
    return refusedObstacle(
      protection: protection, accessControl: accessControl, attributes: attributes)
  }

  /// The first obstacle for which an item is refused where it is added, changed or restored.
  package static func refusedObstacle(
    protection: Protection, accessControl: AccessControl?, attributes: AttributeSet
  ) -> Obstacle? {
    if let accessControl, accessControl != .bare(protection) { return .constrained }
    if isPresent(attributes[.tokenIdentifier]) { return .token }
    if isPresent(attributes[.sharingGroup]) { return .sharingGroup }
    return nil
  }

  /// Refuses a synchronizable item that may not leave, unless its protection alone keeps it here.
  package static func require(
    protection: Protection, accessControl: AccessControl?, attributes: AttributeSet
  ) throws(KeychainError) {
    switch refusedObstacle(
      protection: protection, accessControl: accessControl, attributes: attributes)
    {
    case nil, .thisDeviceOnly: return
    case .constrained:
      throw .parameter(
        "a synchronizable item cannot have an access control",
        cause: .synchronizableAccessControl)
    case .token:
      throw .parameter(
        "an object of a token cannot be synchronizable", .attribute(.tokenIdentifier),
        cause: .synchronizableThisDeviceOnly)
    case .sharingGroup:
      throw .parameter(
        "an item of a sharing group cannot be synchronizable", .attribute(.sharingGroup),
        cause: .synchronizableThisDeviceOnly)
    }
  }

  private static func isPresent(_ value: AttributeValue?) -> Bool {
    guard case .text(let text)? = value else { return false }
    return !text.isEmpty
  }
}

extension OpenedItem {
  /// Whether the item can have travelled, so that other devices have to hear of its end.
  ///
  /// False for an item that is marked synchronizable, but is bound to this device by its protection
  /// or, in the profile `quirks`, by an access control (spec/sync.md S10).
  package var mayLeave: Bool {
    Eligibility.obstacle(
      protection: facts.protection, accessControl: metadata.accessControl,
      attributes: metadata.attributes) == nil
  }
}
