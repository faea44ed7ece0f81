// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The rules that decide whether an item may be synchronizable, and whether it may be sent to other
/// devices (Specification/sync.md, "Seams", S10).
///
/// The rules differ for an item with a `ThisDeviceOnly` protection. `refusedObstacle` accepts the
/// item as synchronizable (Specification/secitem.md, "Synchronizable and ThisDeviceOnly").
/// `obstacle` does not accept the item, so the item is never sent.
///
/// Add, Update and restores use `refusedObstacle`. In the profile `quirks`, Add and Update do not
/// (Specification/secitem.md, "Synchronizable and access control").
package enum Eligibility {
  /// The property of an item because of which it may not be synchronizable or sent to other
  /// devices.
  package enum Obstacle: Hashable, Sendable {
    case thisDeviceOnly
    case constrained
    case token
    case sharingGroup
  }

  /// Returns the first reason why an item may not be sent to other devices, or nil if it may.
  package static func obstacle(
    protection: Protection, accessControl: AccessControl?, attributes: AttributeSet
  ) -> Obstacle? {
    if protection.isThisDeviceOnly { return .thisDeviceOnly }
    return refusedObstacle(
      protection: protection, accessControl: accessControl, attributes: attributes)
  }

  /// Returns the first reason to refuse a synchronizable item in an add, a change or a restore.
  ///
  /// Nil if the item is accepted. An item with a `ThisDeviceOnly` protection is not refused for
  /// that protection.
  package static func refusedObstacle(
    protection: Protection, accessControl: AccessControl?, attributes: AttributeSet
  ) -> Obstacle? {
    if let accessControl, accessControl != .bare(protection) { return .constrained }
    if isPresent(attributes[.tokenIdentifier]) { return .token }
    if isPresent(attributes[.sharingGroup]) { return .sharingGroup }
    return nil
  }

  /// Throws if a synchronizable item must be refused, for the reason that `refusedObstacle`
  /// returns.
  ///
  /// An item with a `ThisDeviceOnly` protection is not refused for that protection.
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
  /// True if this item may have been sent to other devices, which must then learn of its deletion.
  ///
  /// False if `Eligibility.obstacle` finds an obstacle, for example a protection that binds the
  /// item to this device (Specification/sync.md, "Seams", S10). The profile `quirks` stores items
  /// with other obstacles, for example an access control.
  package var mayLeave: Bool {
    Eligibility.obstacle(
      protection: facts.protection, accessControl: metadata.accessControl,
      attributes: metadata.attributes) == nil
  }
}
