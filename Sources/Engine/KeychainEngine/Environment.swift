// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import Keybag
package import KeychainStorage
package import KeychainTypes
package import SecureMemory

/// Everything that the engine takes from the world: clocks, randomness, files.
///
/// Given to it and never ambient (DESIGN section 4). Memory for secrets is `SecureMemory`'s arena.
package struct Environment: Sendable {
  package var clock: any KeychainClock
  package var randomness: any RandomnessSource
  /// The small files: device key and keybag.
  package var files: any FileSystem
  /// The database: busy limit, network file systems, faults to inject.
  package var store: StoreOptions
  /// Where unlock keys are while a store with a passcode is unlocked.
  package var holder: any UnlockKeyHolder
  /// Whether a thread waits for other processes to lock the store while keys are held.
  package var watchesLocks = true
  /// What a try of a new passcode costs; nil: as much as half a second of this machine.
  package var passcodeCost: PasscodeCost?
  /// What keeps keys that nobody reads.
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

  /// The small files of a store.
  func keys(in directory: String) -> KeybagFiles {
    KeybagFiles(directory: directory, files: files, holder: holder)
  }

  /// The same with a gate that is asked before every act on a file of the store.
  ///
  /// For tests: the small files are the system's.
  package func guarded(by gate: @escaping FileGate) -> Environment {
    var environment = self
    environment.files = SystemFileSystem(gate: gate)
    environment.store.gate = gate
    return environment
  }

  /// The calls on files that neither SQLite nor the keybag makes.
  var calls: FileCalls { FileCalls(gate: store.gate) }

  /// The system's clocks, getrandom, and the file system.
  package static var system: Environment { Environment() }
}
