// SPDX-License-Identifier: Apache-2.0
import LocalAuthentication

/// Asks the user before the app shows its safe.
public struct Gate: Sendable {
  /// Makes the gate of the safe.
  public init() {}

  /// Returns when the user has authenticated.
  ///
  /// - Throws: `LAError`. A user who cancels has made no mistake, so the app shows no message then.
  public func open() async throws {
    let context = LAContext()
    _ = try await context.evaluatePolicy(
      .deviceOwnerAuthenticationWithBiometrics, localizedReason: "open the safe")
  }
}
