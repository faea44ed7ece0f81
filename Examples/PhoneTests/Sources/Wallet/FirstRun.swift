// SPDX-License-Identifier: Apache-2.0

/// What an app does at its first run: items outlive the app that made them, its settings do not.
public struct FirstRun: Sendable {
  private let tokens: Tokens

  /// The first run of an app that keeps tokens.
  public init(_ tokens: Tokens) {
    self.tokens = tokens
  }

  /// Forgets what an earlier installation has left.
  ///
  /// - Parameter hasRunBefore: from the app's settings, which went with the earlier installation.
  public func cleanUp(hasRunBefore: Bool) {
    if !hasRunBefore { tokens.remove() }
  }
}
