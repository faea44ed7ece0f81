// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// A scripted store with a real folder of keychain files beside it, in a temporary directory.
final class KeychainFolder {
  let directory: String
  let store: ScriptedStore
  let surroundings: KeychainSurroundings

  /// Makes the folder.
  ///
  /// - Parameters:
  ///   - isShared: True if other processes would find the keys of unlocked keychains.
  ///   - obstacle: The reason why they would not.
  ///   - isAdministrator: True if the commands may change the administrator's trust settings, which
  ///     are in the folder too.
  init(
    isShared: Bool = false,
    obstacle: KeySharingObstacle? = KeySharingObstacle(.refuses, .notInstalled),
    isAdministrator: Bool = false,
    _ setUp: (inout ScriptedStore.State) -> Void = { _ in }
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "latchkey-commands-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    // The temporary directory can be a link.
    directory = folder.resolvingSymlinksInPath().path
    let places = KeychainPlaces(
      folder: directory + "/keychains", preferences: directory + "/preferences",
      systemPreferences: directory + "/system", home: directory + "/home",
      store: ["/store", ScriptedStore.path])
    surroundings = KeychainSurroundings(
      places: places, clock: StillClock(), randomness: SystemRandomness(),
      holder: FolderHolder(isShared: isShared, obstacle),
      client: KeychainClient(path: "/usr/bin/security", legacyHash: nil))
    store = ScriptedStore(
      admin: isAdministrator ? (directory + "/etc", true) : nil,
      keychains: Keychains(surroundings), setUp)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }
}

private struct StillClock: KeychainClock {
  func now() -> Instant { ScriptedStore.moment }
  func sinceBoot() -> Int64 { 0 }
  func slept() -> Int64 { 0 }
}

/// A holder that keeps keys in memory.
private final class FolderHolder: KeyHolder {
  let canOutliveLocks = true
  private let isShared: Bool
  private let obstacle: KeySharingObstacle?
  private let entries = Lock<[String: SecretBytes]>([:])

  init(isShared: Bool, _ obstacle: KeySharingObstacle?) {
    (self.isShared, self.obstacle) = (isShared, obstacle)
  }

  func obstacle(
    toFurther count: Int, startingAgent startsAgent: Bool
  ) -> KeySharingObstacle? { obstacle }

  func isHeldForOthers(_ name: String) -> Bool { isShared && held(name) != nil }
  func held(_ name: String) -> SecretBytes? { entries.withLock { $0[name] } }
  func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {
    entries.withLock { $0[name] = bytes }
  }
  func drop(_ name: String) { entries.withLock { $0[name] = nil } }
  func end(of name: String) -> Int64? { nil }
  func names(beginningWith prefix: String) -> [String] {
    entries.withLock { $0.keys.filter { $0.hasPrefix(prefix) } }
  }
}
