// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import Keybag
package import KeychainStorage
package import KeychainTypes
package import SecureMemory
import UserFiles

/// The clocks, randomness, files and devices that the engine uses.
///
/// The environment is passed to the engine, which reads no global state (ARCHITECTURE.md, "Rules
/// that hold everywhere"). Only the memory for secrets is not part of it, and comes from the arena
/// of `SecureMemory`.
package struct Environment: Sendable {
  package var clock: any KeychainClock
  package var randomness: any RandomnessSource
  /// The file system for the device key and the keybag.
  package var files: any FileSystem
  /// The options of the database, such as the time limit for waiting while it is busy.
  package var store: StoreOptions
  /// The holder of the unlock keys: it keeps these keys for as long as a store with a passcode is
  /// unlocked.
  package var holder: any UnlockKeyHolder
  /// The user who has called this process by sudo(8); nil for every other process.
  ///
  /// No store is made in the home of this user, where it would belong to root.
  package var sudoUser: UInt32?
  /// True if a thread of this process notices locks by other processes while the store is unlocked.
  ///
  /// If it is false, each call checks the lock state itself.
  package var watchesLocks = true
  /// The cost of checking one guess, for passcodes that are set from now on.
  ///
  /// Nil to choose a cost of about half a second on this machine.
  package var passcodeCost: PasscodeCost?
  /// The secure element, whose private keys can be used but not read.
  package var element: any SecureElement = SoftwareElement()

  package init(
    clock: any KeychainClock = SystemClock(),
    randomness: any RandomnessSource = SystemRandomness(),
    files: any FileSystem = SystemFileSystem(), store: StoreOptions = StoreOptions(),
    holder: (any UnlockKeyHolder)? = nil, passcodeCost: PasscodeCost? = nil
  ) {
    self.clock = clock
    self.randomness = randomness
    self.files = files
    self.store = store
    self.holder = holder ?? SystemKeyHolder(clock: clock)
    self.passcodeCost = passcodeCost
  }

  /// Returns access to the keybag files in a store's directory.
  func keys(in directory: String) -> KeybagFiles {
    KeybagFiles(directory: directory, files: files, holder: holder)
  }

  /// Returns a copy of this environment that calls `gate` before every operation on a file of the
  /// store.
  ///
  /// For tests. The copy uses the real file system for the device key and the keybag, because
  /// another file system would not call `gate`.
  package func guarded(by gate: @escaping FileGate) -> Environment {
    var environment = self
    environment.files = SystemFileSystem(gate: gate)
    environment.store.gate = gate
    return environment
  }

  /// The functions for operations on files that are neither the database nor keybag files.
  var calls: FileCalls { FileCalls(gate: store.gate, sudoUser: sudoUser) }

  /// The environment of a real program: the system's clocks, getrandom and the system's file
  /// system.
  package static var system: Environment { Environment() }
}
