// SPDX-License-Identifier: Apache-2.0

extension DeviceState {
  /// Oddities of some of Apple's systems that a test can switch on (2.6).
  public enum Quirk: String, CaseIterable, Hashable, Sendable {
    /// Preflight reports a missing passcode only after the biometric reasons (1.4).
    case headerErrorOrder
    /// Items under biometryAny are lost when the last identity is removed (2.4).
    case losesBiometryAnyOnReset
    /// Items vanish with the last app of their group (2.4).
    case deletesItemsWithApp
    /// The keys stay for ten seconds after the lock button (2.2).
    case lockGraceTenSeconds
    /// The fallback button appears only after a failed touch (1.6).
    case touchFallbackHiddenUntilFailure
  }
}
