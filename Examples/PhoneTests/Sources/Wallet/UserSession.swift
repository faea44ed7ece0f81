// SPDX-License-Identifier: Apache-2.0
import Security

/// Finds out at the start of the app whether the user is signed in.
public struct UserSession: Sendable {
  /// The result of a start.
  public enum Start: Sendable {
    case signedIn
    /// There is no token: show the sign-in page.
    case signedOut
    /// The token may exist but cannot be read yet: show nothing, and try again later.
    case tryLater
  }

  private let tokens: Tokens

  /// Makes a session with a token.
  public init(_ tokens: Tokens) {
    self.tokens = tokens
  }

  /// Reads the token.
  ///
  /// If the app is started in the background after a restart, it gets errSecInteractionNotAllowed
  /// until the user has unlocked the phone once.
  public func restore() -> Start {
    switch tokens.loadStatus() {
    case errSecSuccess: .signedIn
    case errSecItemNotFound: .signedOut
    default: .tryLater
    }
  }
}
