// SPDX-License-Identifier: Apache-2.0
import LocalAuthentication

/// Asks the user before the safe is shown.
public struct Gate: Sendable {
  /// The gate of the safe.
  public init() {}

  /// Returns when the user has proved who they are.
  ///
  /// - Throws: `LAError`; a user who cancels is no failure, and the app says nothing then.
  public func open() async throws {
    let context = LAContext()
    _ = try await context.evaluatePolicy(
      .deviceOwnerAuthenticationWithBiometrics, localizedReason: "open the safe")
  }
}
