// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainEngine
import KeychainStorage
import KeychainTypes
import TestPatience
import Testing
import UserFiles

/// Tests that a store on a network file system is refused with the reason, unless the user insists.
@Suite("Network file systems") struct NetworkFileSystemTests {
  @Test("a new store and an old one are refused, and nothing is made")
  func refused() throws {
    let store = try TestStore()
    let directory = store.directory + "/store"
    for isOld in [false, true] {
      if isOld { _ = try Engine.open(StoreLocation(directory: directory)) }
      let before = try? FileManager.default.contentsOfDirectory(atPath: directory).sorted()
      var environment = Environment.system
      environment.store.fileSystemKind = { _ in FileSystemKind(type: 0x6969) }
      do throws(KeychainError) {
        _ = try Engine.open(StoreLocation(directory: directory), environment: environment)
        Issue.record("opened")
      } catch {
        #expect(error.code == .notAvailable)
        #expect("\(error.reason)".contains("network file system"))
        #expect("\(error.advice)".contains("LATCHKEY_ALLOW_NETWORK_FS=1"))
        #expect(error.context == .path(directory))
      }
      let after = try? FileManager.default.contentsOfDirectory(atPath: directory).sorted()
      #expect(after == before)
      environment.store.allowsNetworkFileSystem = true
      _ = try Engine.open(StoreLocation(directory: directory), environment: environment)
    }
  }

  @Test("the variable counts with the value 1, and never in a set-id program")
  func variable() {
    for (value, isSetID, allows) in [
      ("1", false, true), ("1", true, false), ("0", false, false), ("yes", false, false),
    ] {
      let surroundings = StoreLocation.Surroundings(
        variable: { $0 == "LATCHKEY_ALLOW_NETWORK_FS" ? value : nil }, passwdHome: { nil },
        isSetID: isSetID)
      #expect(Environment(surroundings).store.allowsNetworkFileSystem == allows)
    }
  }

  @Test("a real mount: security names path, reason and what to do", .enabled(if: FuseMount.isReady))
  func mounted() throws {
    let mount = try FuseMount(subtype: "sshfs")
    let place = mount.path + "/store"
    var worker = Worker(home: place, program: "security")
    let refused = try worker.run("add-generic-password", "-a", "a", "-s", "s", "-w", "x")
    #expect(refused.status == 53)
    #expect(refused.output.contains("\(place): the store is on a network file system"))
    #expect(refused.output.contains("LATCHKEY_ALLOW_NETWORK_FS=1"))
    #expect(!FileManager.default.fileExists(atPath: place))
    worker.variables["LATCHKEY_ALLOW_NETWORK_FS"] = "1"
    #expect(try worker.run("add-generic-password", "-a", "a", "-s", "s", "-w", "x").status == 0)
    #expect(try worker.run("find-generic-password", "-s", "s", "-w").output == "x\n")
    #expect(try worker.run("check").status == 0)
    // The driver counts as local unless its name is the name of a network file system.
    let local = try FuseMount(subtype: "bindfs")
    let tool = Worker(home: local.path + "/store", program: "security")
    #expect(try tool.run("add-generic-password", "-a", "a", "-s", "s", "-w", "x").status == 0)
  }
}

/// A directory that bindfs mounts over FUSE, as a file system of any name.
///
/// The end of the object unmounts the directory.
final class FuseMount {
  let path: String
  private let below: TestStore

  static let isReady =
    unsafe geteuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0
    && MountedDisk.run("which", "bindfs") && (try? FuseMount(subtype: "x")) != nil

  init(subtype: String) throws {
    below = try TestStore()
    path = below.directory + "/mount"
    let source = below.directory + "/source"
    for name in [path, source] {
      try FileManager.default.createDirectory(
        atPath: name, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
    // Runs the driver through a shell that closes all descriptors. The driver stays as a process of
    // its own, and Foundation waits for every process that has inherited from it.
    let closing =
      "for n in /proc/self/fd/*; do n=${n##*/}; [ $n -gt 2 ] && eval \"exec $n>&-\"; done"
    let command = "setsid -f bindfs -o subtype=\(subtype) '\(source)' '\(path)' < /dev/null"
    guard MountedDisk.run("bash", "-c", "\(closing); \(command)"), isThere() else {
      throw Missing()
    }
  }

  deinit { _ = MountedDisk.run("umount", "-l", path) }

  /// Waits until the directory is a mount, and returns false at the deadline.
  private func isThere() -> Bool {
    Patience.wait { FileSystemKind.of(path)?.mount != nil }
  }
}
