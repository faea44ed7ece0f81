// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// Keeps wrapped keys of unlocked stores and keychains between calls, each under a name.
///
/// If the kernel or the key agent holds the keys, all processes of the user can find them. A
/// dropped key is never returned again. A key with a limit of 0 seconds is dropped at once.
package protocol KeyHolder: Sendable {
  /// True if keys can remain in this holder after a process has locked the store, because that
  /// process may be unable to drop them.
  ///
  /// If this property is true, a process that finds a key must check whether the store was locked
  /// after the holder received the key.
  var canOutliveLocks: Bool { get }

  /// Returns true if the user's other processes find the key that is held under a name.
  func isHeldForOthers(_ name: String) -> Bool

  /// Returns the reason why the user's other processes would not find further keys; nil if they
  /// would find them.
  ///
  /// The function finds this out by holding keys under names of its own, and forgetting them again.
  ///
  /// - Parameters:
  ///   - count: the number of further keys.
  ///   - startsAgent: true to start the key agent if it is needed and does not run. If false, the
  ///     agent counts as running if it is installed.
  func obstacle(toFurther count: Int, startingAgent startsAgent: Bool) -> KeySharingObstacle?

  /// Returns the wrapped key that is held under a name.
  ///
  /// Nil if no key is held under the name, or if it has expired.
  func held(_ name: String) -> SecretBytes?

  /// Holds a wrapped key under a name, and forgets an earlier key with that name.
  ///
  /// - Parameter seconds: the seconds after which the key expires. Nil for no limit.
  func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?)

  /// Forgets the key that is held under a name.
  func drop(_ name: String)

  /// Returns the names of held keys that begin with `prefix`.
  ///
  /// The result may include the name of a key that has expired.
  func names(beginningWith prefix: String) -> [String]

  /// Returns the moment when the key under a name expires, in microseconds since boot.
  ///
  /// Nil if no key is held under the name, or if it has no time limit.
  func end(of name: String) -> Int64?
}

extension KeyHolder {
  /// Returns false, which is right for a holder that keeps its keys in this process only.
  package func isHeldForOthers(_ name: String) -> Bool { false }

  /// Returns the obstacle of a machine without keyring and key agent.
  package func obstacle(
    toFurther count: Int, startingAgent startsAgent: Bool
  ) -> KeySharingObstacle? { KeySharingObstacle(.refuses, .notInstalled) }
}
