// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests disks that are really full, read-only or failing, without faults of the gate.
///
/// They are small file systems in memory. One is on a block device whose backing file runs out of
/// space. Mounting needs root.
@Suite("Real disks", .enabled(if: RealDisk.canMount, "mounting needs root"), .serialized)
struct RealDiskTests {
  @Test("a full disk, and room again: the same engine goes on")
  func full() throws {
    let disk = try RealDisk(["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs"])
    let session = try disk.session()
    var added = try Self.fill(session, expecting: [.diskFull])
    #expect(added > 10)
    #expect(try StoreSnapshot(session).secrets.count == added)
    #expect(RealDisk.run(["mount", "-o", "remount,size=4m", disk.path]))
    _ = try session.add(password("fill", "after", "room"))
    added += 1
    #expect(try StoreSnapshot(session).secrets.count == added)
    #expect(try session.check().isClean)
  }

  @Test("a read-only disk: changes are -25292, and the next opening goes on")
  func readOnly() throws {
    let disk = try RealDisk(["mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs"])
    do { _ = try disk.session().add(password("one", "one", "1")) }
    #expect(RealDisk.run(["mount", "-o", "remount,ro", disk.path]))
    do {
      let session = try disk.session()
      #expect(try StoreSnapshot(session).secrets.count == 1)
      let added = code { () throws(KeychainError) in _ = try session.add(password("no", "no")) }
      #expect(added == .readOnly)
    }
    #expect(RealDisk.run(["mount", "-o", "remount,rw", disk.path]))
    let session = try disk.session()
    _ = try session.add(password("two", "two", "2"))
    #expect(try StoreSnapshot(session).secrets.count == 2)
    #expect(try session.check().isClean)
  }

  /// Uses a file system on a block device, whose backing file is sparse and lies on a full disk.
  ///
  /// Written data stay in the system's memory, and the sync is refused. Unmounting then discards
  /// the data that no disk has.
  @Test("a sync that really fails: what is acknowledged afterwards is on the disk")
  func failingSync() throws {
    let ground = try RealDisk(["mount", "-t", "tmpfs", "-o", "size=3m,mode=700", "tmpfs"])
    let image = ground.path + "/image"
    guard RealDisk.run(["truncate", "-s", "16M", image]),
      RealDisk.run(["mkfs.ext4", "-q", "-F", "-O", "^has_journal", image]),
      let disk = try? RealDisk(["mount", "-o", "loop", image])
    else { return print("no block device on a file here: not tested") }
    var count = 0
    do {
      let session = try disk.session()
      _ = try session.add(password("fill", "before", "whole disk"))
      let filler = ground.path + "/filler"
      #expect(RealDisk.run(["sh", "-c", "cat /dev/zero > '\(filler)' 2>/dev/null; true"]))
      count = try Self.fill(session, expecting: [.diskFull, .ioFailed]) + 1
      unsafe unlink(filler)
      // The refused change is whole or absent. Changes that are acknowledged from here on are
      // there.
      let seen = try StoreSnapshot(session).secrets.count
      #expect(seen == count || seen == count + 1)
      _ = try session.add(password("fill", "after", "ground again"))
      count = try StoreSnapshot(session).secrets.count
    }
    #expect(disk.unmount())
    #expect(RealDisk.run(["mount", "-o", "loop", image, disk.path]))
    let session = try disk.session()
    #expect(try StoreSnapshot(session).secrets.count == count)
    #expect(try session.check().isClean)
  }

  @Test("a limit on the size of files (RLIMIT_FSIZE): -34, and on when it is gone")
  func fileLimit() throws {
    let directory = NSTemporaryDirectory() + "latchkey-limit-" + UUID().uuidString
    defer { removeFolder(directory) }
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let worker = URL(fileURLWithPath: executable).deletingLastPathComponent().path
    #expect(RealDisk.run([worker + "/StoreWorker", "file-limit", directory, "60000"]))
  }

  /// Adds items until an add is refused, and returns the number of added items.
  private static func fill(
    _ session: Session, expecting codes: [KeychainError.Code]
  ) throws -> Int {
    for number in 0..<2_000 {
      do throws(KeychainError) {
        _ = try session.add(password("fill", "\(number)", String(repeating: "x", count: 4_000)))
      } catch {
        #expect(codes.contains(error.code), "\(error)")
        return number
      }
    }
    throw Missing()
  }
}

/// A separate file system, which is unmounted with the value.
final class RealDisk {
  static let canMount: Bool =
    geteuid() == 0
    && {
      guard let disk = try? RealDisk(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs"]) else {
        return false
      }
      return disk.unmount()
    }()

  let path: String

  /// - Parameter command: the words of a command that mounts. The directory is added as the last
  ///   word.
  init(_ command: [String]) throws {
    path = NSTemporaryDirectory() + "latchkey-disk-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    guard Self.run(command + [path]) else {
      unsafe rmdir(path)
      throw Missing()
    }
  }

  deinit {
    _ = Self.run(["umount", "-l", path])
    unsafe rmdir(path)
  }

  func unmount() -> Bool { Self.run(["umount", path]) }

  func session() throws(KeychainError) -> Session {
    try Engine.open(StoreLocation(directory: path + "/store"))
      .session(as: Caller(identifier: "app", groups: ["a"]))
  }

  static func run(_ command: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
