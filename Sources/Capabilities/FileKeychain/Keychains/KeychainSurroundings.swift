// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory
package import UserFiles

/// The dependencies of keychain files.
///
/// These are clocks, randomness, files, the calling program, and a way to ask the user.
package struct KeychainSurroundings: Sendable {
  package var places: KeychainPlaces
  package var clock: any KeychainClock
  package var randomness: any RandomnessSource
  package var calls: FileCalls
  /// The holder of the keys of unlocked keychains: the kernel's keyring, the key agent or this
  /// process.
  package var holder: any KeyHolder
  package var client: KeychainClient
  /// The object that asks the user; nil if no user can be asked.
  package var asker: (any KeychainAsker)?
  /// The assumptions of a rehearsal, in the surroundings of a keychain's copy; nil for real calls.
  package var rehearsal: FileRehearsal.Terms?
  /// The program's switch that permits or forbids questions; copies of these surroundings share it.
  package let interaction = UserInteraction()
  /// The watch that reports changes of the keychains.
  ///
  /// Copies of these surroundings share the watch. The surroundings of a rehearsal have a watch of
  /// their own, which reports nothing.
  package internal(set) var watch = KeychainWatch()
  /// True if the program permits questions to the user; false if it forbids them.
  ///
  /// `SecKeychainSetUserInteractionAllowed` changes the value.
  package var mayAsk: Bool {
    get { interaction.isAllowed }
    nonmutating set { interaction.isAllowed = newValue }
  }
  /// True if a question would reach a user: the program permits questions, and a user is there.
  package var canAsk: Bool { mayAsk && asker?.canAsk == true }

  /// Creates the dependencies of a process's keychain files.
  ///
  /// - Parameters:
  ///   - calls: the calls on files; nil for the system's own.
  ///   - sudoUser: the user who has called this process by sudo(8), to whom new folders in the
  ///     user's folders belong.
  package init(
    places: KeychainPlaces, clock: any KeychainClock, randomness: any RandomnessSource,
    calls: FileCalls? = nil, holder: any KeyHolder, client: KeychainClient,
    asker: (any KeychainAsker)? = nil, sudoUser: UInt32? = nil
  ) {
    let calls = calls ?? FileCalls(gate: nil, sudoUser: sudoUser)
    (self.places, self.clock, self.randomness) = (places, clock, randomness)
    (self.calls, self.holder, self.client, self.asker) = (calls, holder, client, asker)
  }
}

/// The switch by which a program permits or forbids questions to the user, at any time.
package final class UserInteraction: Sendable {
  private let state = Lock(true)

  package init() {}

  package var isAllowed: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// The outcome of a question for a keychain's password.
package enum AskedPassword: Sendable {
  case password(SecretBytes)
  case cancelled
  /// No user can be asked, or no answer came before the deadline.
  case nobody
}

/// The outcome of a question whether a program may use an item.
package enum AskedPermission: Sendable {
  /// The user permits the operation and gives the keychain's password.
  ///
  /// `always` is true if the program shall be trusted from now on, false if the permission is for
  /// this time only.
  case allowed(SecretBytes, always: Bool)
  case denied
  /// No user can be asked, or no answer came before the deadline.
  case nobody
}
