// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// Keychain files on disks that are full, read-only or remote, and files of other users
/// (Specification/keychain-file-format.md, "File handling").
@Suite("keychain files on strange disks", .serialized) final class KeychainDiskTests {
  private let home = NSTemporaryDirectory() + "latchkey-keychain-disk-" + UUID().uuidString
  private let worker: Worker
  /// The keychain of the test, whose key must not stay in the kernel's keyring.
  private var keychain = ""

  init() throws {
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
    worker = Worker(home: home + "/store", program: "security")
  }

  deinit {
    lock()
    try? FileManager.default.removeItem(atPath: home)
  }

  private func lock() {
    if !keychain.isEmpty { _ = try? worker.run("lock-keychain", keychain) }
  }

  private func make(in directory: String) throws {
    keychain = directory + "/work.keychain"
    #expect(try worker.run("create-keychain", "-p", "pw", keychain).status == 0)
    #expect(try add("first", "secret").status == 0)
  }

  private func add(_ service: String, _ secret: String) throws -> (status: Int32, output: String) {
    try worker.run("add-generic-password", "-s", service, "-a", "me", "-w", secret, keychain)
  }

  private func find(_ service: String) throws -> String {
    try worker.run("find-generic-password", "-s", service, "-w", keychain).output
  }

  /// The statuses of `security` for -34 and -61: their lowest bytes.
  private static let (isFull, isDenied): (Int32, Int32) = (222, 195)

  @Test(
    "a full disk is -34, loses nothing, and leaves no draft", .enabled(if: MountedDisk.canMount))
  func full() throws {
    let disk = try MountedDisk(options: "size=256k,mode=700")
    // The keychain is locked while its disk is there.
    defer { withExtendedLifetime(disk) { lock() } }
    try make(in: disk.path)
    let secret = String(repeating: "x", count: 10_000)
    var added = 0
    var refusal: (status: Int32, output: String)?
    while refusal == nil, added < 100 {
      let answer = try add("item\(added)", secret)
      if answer.status == 0 { added += 1 } else { refusal = answer }
    }
    let before = try Data(contentsOf: URL(filePath: keychain))
    #expect(added > 3)
    #expect(refusal?.status == Self.isFull, "\(refusal?.output ?? "")")
    #expect(refusal?.output.contains("the disk is full; the keychain file is unchanged") == true)
    #expect(try find("first") == "secret\n")
    #expect(try find("item\(added - 1)") == secret + "\n")
    #expect(try find("item\(added)").contains("could not be found"))
    #expect(try add("again", secret).status == Self.isFull)
    #expect(try Data(contentsOf: URL(filePath: keychain)) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.path)
    #expect(!names.contains { $0.hasSuffix("draft") })
    #expect(MountedDisk.run("mount", "-o", "remount,size=4m", disk.path))
    #expect(try add("again", secret).status == 0)
  }

  @Test("a read-only disk: reading works, changes are -61", .enabled(if: MountedDisk.canMount))
  func readOnly() throws {
    let disk = try MountedDisk(options: "size=4m,mode=700")
    // The keychain is locked while its disk is there.
    defer { withExtendedLifetime(disk) { lock() } }
    try make(in: disk.path)
    let before = try Data(contentsOf: URL(filePath: keychain))
    #expect(MountedDisk.run("mount", "-o", "remount,ro", disk.path))
    #expect(try find("first") == "secret\n")
    let refused = try add("second", "x")
    #expect(refused.status == Self.isDenied, "\(refused.output)")
    #expect(try worker.run("delete-keychain", keychain).status == Self.isDenied)
    #expect(
      try worker.run("delete-generic-password", "-s", "first", keychain).status == Self.isDenied)
    #expect(
      try worker.run("create-keychain", "-p", "pw", disk.path + "/new.keychain").status
        == Self.isDenied)
    #expect(try Data(contentsOf: URL(filePath: keychain)) == before)
    // A refused deletion has locked nothing away.
    #expect(MountedDisk.run("mount", "-o", "remount,rw", disk.path))
    #expect(try worker.run("unlock-keychain", "-p", "pw", keychain).status == 0)
    #expect(try find("first") == "secret\n")
  }

  @Test(
    "another user's file: what the mode permits can be read, and no other user replaces it",
    .enabled(if: geteuid() == 0, "another user can be had by root alone"),
    arguments: [0o755, 0o777])
  func foreign(_ mode: mode_t) throws {
    let folder = home + "/shared"
    #expect(unsafe mkdir(folder, 0o700) == 0)
    try make(in: folder)
    #expect(unsafe chmod(keychain, 0o644) == 0 && chmod(folder, mode) == 0)
    #expect(unsafe chmod(home, 0o755) == 0)
    let before = try Data(contentsOf: URL(filePath: keychain))
    let found = try asNobody("find-generic-password", "-s", "first", keychain)
    #expect(found.status == 0 && found.output.contains("\"svce\"<blob>=\"first\""))
    // Deleting needs no key, so only the file system decides.
    let refused = try asNobody("delete-generic-password", "-s", "first", keychain)
    #expect(refused.status == Self.isDenied, "\(refused.output)")
    #expect(try Data(contentsOf: URL(filePath: keychain)) == before)
    var about = stat()
    #expect(unsafe stat(keychain, &about) == 0 && about.st_uid == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.contains { $0.hasSuffix("draft") })
    #expect(try find("first") == "secret\n")
  }

  /// Runs `security` as a user without rights.
  private func asNobody(_ arguments: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/setpriv")
    process.arguments =
      ["--reuid=65534", "--regid=65534", "--clear-groups", Worker.programs + "/security"]
      + arguments
    process.environment = ["LATCHKEY_HOME": home + "/nobody", "HOME": "/nonexistent"]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test("a network file system: a keychain file works there", .enabled(if: FuseMount.isReady))
  func network() throws {
    let mount = try FuseMount(subtype: "sshfs")
    try make(in: mount.path)
    #expect(try add("second", "another").status == 0)
    #expect(try find("second") == "another\n")
    #expect(try worker.run("delete-generic-password", "-s", "first", keychain).status == 0)
    #expect(try worker.run("delete-keychain", keychain).status == 0)
    keychain = ""
    let names = try FileManager.default.contentsOfDirectory(atPath: mount.path)
    #expect(names == [])
  }
}
