// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainTypes
import SecureMemory

/// A scripted store with a real folder of keychain files beside it, in a temporary directory.
final class KeychainFolder {
  let directory: String
  let store: ScriptedStore

  init(_ setUp: (inout ScriptedStore.State) -> Void = { _ in }) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "latchkey-commands-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    // The temporary directory can be a link.
    directory = folder.resolvingSymlinksInPath().path
    let places = KeychainPlaces(
      folder: directory + "/keychains", preferences: directory + "/preferences",
      systemPreferences: directory + "/system", home: directory + "/home",
      store: ["/store", ScriptedStore.path])
    store = ScriptedStore(
      keychains: Keychains(
        KeychainSurroundings(
          places: places, clock: StillClock(), randomness: SystemRandomness(),
          holder: NoHolder(), client: KeychainClient(path: "/usr/bin/security", legacyHash: nil))),
      setUp)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }
}

private struct StillClock: KeychainClock {
  func now() -> Instant { ScriptedStore.moment }
  func sinceBoot() -> Int64 { 0 }
  func slept() -> Int64 { 0 }
}

/// A holder that forgets every key at once.
private struct NoHolder: KeyHolder {
  let canOutliveLocks = false

  func held(_ name: String) -> SecretBytes? { nil }
  func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {}
  func drop(_ name: String) {}
  func end(of name: String) -> Int64? { nil }
  func names(beginningWith prefix: String) -> [String] { [] }
}
