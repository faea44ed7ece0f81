// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import KeychainEngine
import KeychainTypes
import Testing

/// Tests disks that are really read-only or full: small file systems in memory, mounted by root.
@Suite("Mounted disks", .enabled(if: MountedDisk.canMount, "mounting needs root"))
struct RefusalsMountTests {
  @Test("a read-only disk: look-ups work, changing an old store and making a new one say so")
  func readOnly() throws {
    let disk = try MountedDisk(options: "size=4m,mode=700")
    let directory = disk.path + "/store"
    do {
      let engine = try Engine.open(StoreLocation(directory: directory))
      let session = engine.session(as: Caller(identifier: "a", groups: ["g"]))
      _ = try session.add(password("a"))
    }
    let before = try RefusalsTests.snapshot(directory)
    #expect(MountedDisk.run("mount", "-o", "remount,ro", disk.path))
    do {
      let session = try Engine.open(StoreLocation(directory: directory))
        .session(as: Caller(identifier: "a", groups: ["g"]))
      for _ in 0..<2 { #expect(try session.copyMatching(asking("a")).count == 1) }
      #expect(status { _ = try session.add(password("b")) } == -25292)
      #expect(try session.check().isClean)
    }
    let error = try unwrap(RefusalsTests.refusal(disk.path + "/new"))
    #expect(error.code == .readOnly, "\(error)")
    #expect("\(error)".contains(disk.path) || "\(error.advice)".contains("mount"), "\(error)")
    // The read-only disk is not reported as damage: log and mark are still read.
    let report = try StoreRepair(StoreLocation(directory: directory)).diagnose()
    #expect(report.findings == [] && report.rowsOpened == 1)
    #expect(try RefusalsTests.snapshot(directory) == before)
    #expect(MountedDisk.run("mount", "-o", "remount,rw", disk.path))
    #expect(RefusalsTests.refusal(directory) == nil)
  }

  @Test("a full disk: making a new store says so, and goes on when there is room")
  func full() throws {
    let disk = try MountedDisk(options: "size=1m,mode=700")
    let directory = disk.path + "/store"
    let filler = disk.path + "/filler"
    // Leaves room for the directory and the small files, but not for the database.
    try Data(count: 1_000_000).write(to: URL(fileURLWithPath: filler))
    let error = try unwrap(RefusalsTests.refusal(directory))
    #expect(error.code == .diskFull, "\(error)")
    try FileManager.default.removeItem(atPath: filler)
    #expect(RefusalsTests.refusal(directory) == nil)
  }
}

/// A file system in memory, which is unmounted with the value.
final class MountedDisk {
  let path: String
  let isMounted: Bool

  static let canMount: Bool = {
    guard geteuid() == 0 else { return false }
    return (try? MountedDisk(options: "size=64k"))?.isMounted ?? false
  }()

  init(options: String) throws {
    path = NSTemporaryDirectory() + "latchkey-disk-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    isMounted = Self.run("mount", "-t", "tmpfs", "-o", options, "tmpfs", path)
  }

  deinit {
    if isMounted { _ = Self.run("umount", "-l", path) }
    _ = unsafe rmdir(path)
  }

  static func run(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
