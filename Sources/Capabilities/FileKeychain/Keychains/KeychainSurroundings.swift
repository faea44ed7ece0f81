// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory
package import UserFiles

/// Everything that keychain files need from outside.
///
/// These are clocks, randomness, files, the calling program, and a way to ask the user.
package struct KeychainSurroundings: Sendable {
  package var places: KeychainPlaces
  package var clock: any KeychainClock
  package var randomness: any RandomnessSource
  package var calls: FileCalls
  /// The holder of the keys of unlocked keychains.
  package var holder: any KeyHolder
  package var client: KeychainClient
  /// The object that asks the user; nil if no user can be asked.
  package var asker: (any KeychainAsker)?
  /// The terms under which calls on a copy of a keychain are rehearsed; nil for real calls.
  package var rehearsal: FileRehearsal.Terms?
  /// Whether the program permits questions; copies of these surroundings share this object.
  package let interaction = UserInteraction()
  /// The watch that reports changes of the keychains.
  ///
  /// Copies of these surroundings share the watch. The copies for a rehearsal have their own.
  package internal(set) var watch = KeychainWatch()
  /// False if the program forbids questions (`SecKeychainSetUserInteractionAllowed`).
  package var mayAsk: Bool {
    get { interaction.isAllowed }
    nonmutating set { interaction.isAllowed = newValue }
  }
  /// True if a question would reach a user: the program permits questions, and a user is there.
  package var canAsk: Bool { mayAsk && asker?.canAsk == true }

  package init(
    places: KeychainPlaces, clock: any KeychainClock, randomness: any RandomnessSource,
    calls: FileCalls = FileCalls(gate: nil), holder: any KeyHolder, client: KeychainClient,
    asker: (any KeychainAsker)? = nil
  ) {
    (self.places, self.clock, self.randomness) = (places, clock, randomness)
    (self.calls, self.holder, self.client, self.asker) = (calls, holder, client, asker)
  }
}

/// Whether a program permits questions to the user; a program can change it at any time.
package final class UserInteraction: Sendable {
  private let state = Lock(true)

  package init() {}

  package var isAllowed: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// Asks the user about a keychain (Specification/file-keychain.md, "Prompt rules").
///
/// The questions come from the program's own process. Each question has a deadline.
package protocol KeychainAsker: Sendable {
  /// True if a user can be asked now; reading this asks no question.
  var canAsk: Bool { get }

  /// Asks for the password of a keychain.
  ///
  /// - Parameter attempt: the number of wrong passwords so far.
  func password(toUnlock keychain: String, _ client: KeychainClient, attempt: Int) -> AskedPassword

  /// Asks whether a program may use an item.
  ///
  /// - Parameters:
  ///   - canTrust: true if the answer "Always Allow" is offered.
  ///   - earlier: nil for a first question. If a wrong password came with the last answer, true if
  ///     the user chose "Always Allow" in it.
  func permission(
    for operation: Authorization, on item: String, in keychain: String, _ client: KeychainClient,
    canTrust: Bool, afterWrong earlier: Bool?
  ) -> AskedPermission
}

extension KeychainAsker {
  package var canAsk: Bool { true }
}

/// The answer to a question for a password.
package enum AskedPassword: Sendable {
  case password(SecretBytes)
  case cancelled
  /// No user can be asked, or no answer came before the deadline.
  case nobody
}

/// The answer to a question for a permission.
package enum AskedPermission: Sendable {
  /// The user allows the operation this time, or always, and gives the keychain's password.
  case allowed(SecretBytes, always: Bool)
  case denied
  /// No user can be asked, or no answer came before the deadline.
  case nobody
}
