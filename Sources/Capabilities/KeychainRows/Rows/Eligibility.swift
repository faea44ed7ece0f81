// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Decides whether an item may be synchronized to other devices (Specification/sync.md, "Seams",
/// S10).
///
/// Add and Update in the strict profiles use this check (Specification/secitem.md, "Synchronizable
/// and access control"). Restores and the making of tombstones use it as well. An item with a
/// `ThisDeviceOnly` protection is not refused for that protection (Specification/secitem.md,
/// "Synchronizable and ThisDeviceOnly"). The item is stored, but is never synchronized.
package enum Eligibility {
  /// The property of an item because of which it may not be synchronized.
  package enum Obstacle: Hashable, Sendable {
    case thisDeviceOnly
    case constrained
    case token
    case sharingGroup
  }

  /// Returns the first reason why an item may not be synchronized, or nil if it may.
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
  /// True if this item may have been synchronized, so that other devices must learn of its
  /// deletion.
  ///
  /// False if the protection of the item binds the item to this device. In the profile `quirks`, an
  /// access control also binds an item to this device (Specification/sync.md, "Seams", S10).
  package var mayLeave: Bool {
    Eligibility.obstacle(
      protection: facts.protection, accessControl: metadata.accessControl,
      attributes: metadata.attributes) == nil
  }
}
