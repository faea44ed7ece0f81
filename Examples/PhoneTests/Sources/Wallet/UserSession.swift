// SPDX-License-Identifier: Apache-2.0
import Security

/// Whether the user is signed in, found out when the app starts.
public struct UserSession: Sendable {
  /// What the start leads to.
  public enum Start: Sendable {
    case signedIn
    /// There is no token: show the sign-in page.
    case signedOut
    /// The token may be there and cannot be read yet: show nothing, and try later.
    case tryLater
  }

  private let tokens: Tokens

  /// The session of a token.
  public init(_ tokens: Tokens) {
    self.tokens = tokens
  }

  /// Reads the token.
  ///
  /// Started in the background after a restart, the app gets errSecInteractionNotAllowed until the
  /// user has unlocked the phone once.
  public func restore() -> Start {
    switch tokens.loadStatus() {
    case errSecSuccess: .signedIn
    case errSecItemNotFound: .signedOut
    default: .tryLater
    }
  }
}
