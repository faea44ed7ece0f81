// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// Tests a user who has the maximum number of keys in the kernel (keyrings(7), `maxkeys`).
///
/// The store cannot be unlocked for other programs then, and its status says so.
@Suite("A full keyring", .serialized, .enabled(if: geteuid() == 0, "only root is other users too"))
struct FullKeyringTests {
  /// A user id that is not used otherwise, so that no other keys count.
  private static let user: uid_t = 61_717
  private static let caller = Caller(identifier: "app", groups: ["group"])

  /// A process of the user that has filled its keyring except for some places.
  private struct Filler {
    private(set) var names: [String] = []

    init?(places: Int) {
      guard setgid(FullKeyringTests.user) == 0, setuid(FullKeyringTests.user) == 0 else {
        return nil
      }
      fill()
      // Until now the kernel may have counted keys of an earlier process.
      Patience.pause(.milliseconds(500))
      fill()
      makeRoom(places)
    }

    private mutating func fill() {
      while names.count < 100_000 {
        let name = "full-keyring-test:\(names.count)"
        guard (try? KernelKeyring.put(SecretBytes(copying: [0]), as: name, for: 60)) != nil else {
          break
        }
        names.append(name)
      }
    }

    /// Makes room in the keyring.
    ///
    /// The kernel counts removed keys until it gets round to them.
    mutating func makeRoom(_ places: Int) {
      for name in names.suffix(places) { try? KernelKeyring.drop(name) }
      names.removeLast(min(places, names.count))
      Patience.pause(.milliseconds(500))
    }

    mutating func empty() { makeRoom(names.count) }
  }

  private static func session(_ directory: String) throws -> Session {
    var environment = Environment(passcodeCost: .forTests)
    environment.watchesLocks = false
    return try Engine.open(StoreLocation(directory: directory), environment: environment)
      .session(as: caller)
  }

  /// Returns the number of the first check that fails, or 0.
  private static func finding(_ directory: String, places: Int) -> Int32 {
    guard var filler = Filler(places: places) else { return 1 }
    defer { filler.empty() }
    do {
      let session = try session(directory)
      try session.setPasscode(passcode("1234"), for: .standard)
      let held = try HeldKeys(directory: directory)
      defer { held.dropAll() }
      guard try session.lockStatus().state == .unlocked else { return 2 }
      guard try !session.lockStatus().isShared else { return 3 }
      try session.lockStore(all: false)
      guard try !session.lockStatus().isShared else { return 4 }
      try session.unlockStore(passcode("1234"), at: .prompt, for: .standard)
      guard try !session.lockStatus().isShared else { return 5 }
      try session.lockStore(all: true)
      filler.empty()
      let before = try held.all.count
      guard try session.lockStatus().isShared else { return 6 }
      guard try held.all.count == before else { return 7 }
      try session.unlockStore(passcode("1234"), at: .prompt, for: .standard)
      guard try session.lockStatus().isShared else { return 8 }
      return try held.kinds == ["first", "unlock"] ? 0 : 9
    } catch {
      return 10
    }
  }

  @Test("neither setting a passcode nor unlocking is for all", arguments: [0, 1])
  func full(places: Int) async throws {
    let store = try TestStore()
    let path = store.directory
    #expect(unsafe chown(path, Self.user, Self.user) == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      #expect(unsafe chown(path + "/" + name, Self.user, Self.user) == 0)
    }
    await #expect(processExitsWith: .success) { [path = path as String, places = places as Int] in
      exit(Self.finding(path, places: places))
    }
  }
}
