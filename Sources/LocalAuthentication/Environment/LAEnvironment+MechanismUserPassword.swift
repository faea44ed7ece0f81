// SPDX-License-Identifier: Apache-2.0

extension LAEnvironment {
  /// The passcode of the device, or the password of the user.
  public final class MechanismUserPassword: Mechanism, @unchecked Sendable {
    /// Whether there is one.
    public let isSet: Bool

    init(isSet: Bool) {
      self.isSet = isSet
      super.init(
        isUsable: isSet, localizedName: "User Password", iconSystemName: "lock.shield")
    }

    override var content: [AnyHashable] { super.content + [isSet] }
  }
}
