// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTesting
import TestPatience
import Testing

/// Tests that the directories of temporary keychains are removed when their process ends.
///
/// The keychains may still be in use then. Each test runs in a process of its own.
@Suite("Directories at the end of a process") struct LeftDirectoriesTests {
  /// A keychain and a device in static properties, as users have them.
  ///
  /// They are never released.
  private enum Shared {
    static let keychain = try? TemporaryKeychain()
    static let device = SimulatedDevice.phone()
  }

  /// A folder that has only the temporary directories of one process.
  private final class Place {
    let path: String

    init() throws {
      path = FileManager.default.temporaryDirectory.path + "/latchkey-left-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func names() throws -> [String] { try Self.names(path) }

    static func names(_ path: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { $0.hasPrefix("latchkey-keychain-") }
    }
  }

  /// Calls fork(2), which Swift does not offer.
  private static func fork() -> pid_t {
    guard let symbol = unsafe dlsym(nil, "fork") else { return -1 }
    return unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
  }

  @Test("static keychains, and one that a thread works with") func exits() async throws {
    let place = try Place()
    await #expect(processExitsWith: .success) { [path = place.path as String] in
      unsafe setenv("TMPDIR", path, 1)
      guard Shared.keychain != nil, Shared.device.prompts.isEmpty else { exit(1) }
      let held = try TemporaryKeychain()
      Thread.detachNewThread { while true { _ = try? held.items } }
      // By now the thread is in the middle of a call.
      Patience.pause(.milliseconds(20))
      // Checks that the three directories exist. Otherwise their absence later would prove nothing.
      exit(try Place.names(path).count == 3 ? 0 : 2)
    }
    #expect(try place.names() == [])
  }

  @Test("a forked child that exits removes its own and none of its parent's") func forked()
    async throws
  {
    let place = try Place()
    await #expect(processExitsWith: .success) { [path = place.path as String] in
      unsafe setenv("TMPDIR", path, 1)
      var own = try? TemporaryKeychain()
      guard Shared.keychain != nil, own != nil else { exit(1) }
      for makesOne in [false, true] {
        let child = Self.fork()
        guard child >= 0 else { exit(2) }
        if child == 0 {
          // The child's copy of the value ends, but the directory belongs to the parent.
          own = nil
          let new = makesOne ? try? TemporaryKeychain() : nil
          exit(makesOne == (new != nil) ? 0 : 3)
        }
        var status: Int32 = -1
        guard unsafe waitpid(child, &status, 0) == child, status == 0 else { exit(4) }
        guard try Place.names(path).count == 2 else { exit(5) }
      }
      exit((try? own?.items.count) == 0 ? 0 : 6)
    }
    #expect(try place.names() == [])
  }
}
