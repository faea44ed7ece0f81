// SPDX-License-Identifier: Apache-2.0

/// Cleans up at the first run of an app.
///
/// Items outlive the app that made them, its settings do not.
public struct FirstRun: Sendable {
  private let tokens: Tokens

  /// Makes the first run of an app that keeps tokens.
  public init(_ tokens: Tokens) {
    self.tokens = tokens
  }

  /// Removes the token of an earlier installation.
  ///
  /// - Parameter hasRunBefore: a flag from the app's settings, which were removed with the earlier
  ///   installation.
  public func cleanUp(hasRunBefore: Bool) {
    if !hasRunBefore { tokens.remove() }
  }
}
