// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import Testing

/// Tests where `latchkey-prompt` is found without the environment variable.
@Suite("Places of the helper program") struct HelperPlacesTests {
  @Test(
    "beside a program's directory",
    arguments: [
      ("/home/me/.local/bin/security", "/home/me/.local/libexec/latchkey-prompt"),
      ("/usr/bin/security (deleted)", "/usr/libexec/latchkey-prompt"),
      ("/bin/app", "/libexec/latchkey-prompt"), ("/app", nil), ("bin/app", nil), ("", nil),
    ])
  func beside(_ program: String, _ place: String?) {
    #expect(HelperPlaces.beside(program) == place)
  }

  @Test("those of the system come first") func order() {
    let all = HelperPlaces.all
    #expect(all.count == 3)
    #expect(
      all.prefix(2) == ["/usr/local/libexec/latchkey-prompt", "/usr/libexec/latchkey-prompt"])
    #expect(all.last?.hasSuffix("/libexec/latchkey-prompt") == true)
  }

  @Test("what others could have put there is none") func others() throws {
    let folder = TemporaryDirectory()
    let libexec = folder.file("libexec")
    try FileManager.default.createDirectory(atPath: libexec, withIntermediateDirectories: false)
    let path = libexec + "/latchkey-prompt"
    #expect(!HelperPlaces.isUsable(path))
    try folder.writeProgram("#!/bin/sh\n", to: "program", at: path)
    #expect(HelperPlaces.isUsable(path))
    let modes = [
      (path, 0o757, 0o755), (libexec, 0o1777, 0o755), (path, 0o644, 0o755), (path, 0o775, 0o755),
      (libexec, 0o775, 0o755),
    ]
    for (file, bad, good) in modes {
      #expect(unsafe chmod(file, mode_t(bad)) == 0)
      #expect(!HelperPlaces.isUsable(path), "\(file)")
      #expect(unsafe chmod(file, mode_t(good)) == 0)
    }
    #expect(HelperPlaces.isUsable(path))
    // Directories further up and links count too. An open directory may be sticky, where only
    // owners can rename files.
    for (mode, isUsable) in [(0o777, false), (0o775, false), (0o1777, true), (0o755, true)] {
      #expect(unsafe chmod(folder.path, mode_t(mode)) == 0)
      #expect(HelperPlaces.isUsable(path) == isUsable, "\(mode)")
    }
    for target in [path, libexec] {
      let other = target + ".other"
      #expect(unsafe rename(target, other) == 0 && symlink(other, target) == 0)
      #expect(!HelperPlaces.isUsable(path), "\(target)")
      #expect(unsafe unlink(target) == 0 && rename(other, target) == 0)
    }
    #expect(HelperPlaces.isUsable(path))
    guard geteuid() == 0 else { return }
    for file in [path, libexec] {
      #expect(unsafe chown(file, 65534, 65534) == 0)
      #expect(!HelperPlaces.isUsable(path), "\(file)")
      #expect(unsafe chown(file, 0, 0) == 0)
    }
  }

  @Test(
    "security under another prefix finds its helper, and says where it looked",
    .enabled(
      if: ["/usr/local/libexec", "/usr/libexec"].allSatisfy {
        unsafe access($0 + "/latchkey-prompt", F_OK) != 0
      }, "a helper is installed on this machine"))
  func prefix() throws {
    let folder = TemporaryDirectory()
    for name in ["bin", "libexec"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: false)
    }
    let built = URL(fileURLWithPath: FingerprintMachine.promptPath).deletingLastPathComponent()
    let copied = try SystemProgram(
      ["cp", built.appendingPathComponent("security").path, folder.file("bin/security")],
      log: folder.file("copied"))
    #expect(copied.status() == 0)
    func follow() throws -> String {
      let program = try SystemProgram(
        [folder.file("bin/security"), "lock-store", "--follow-session"],
        environment: ["LATCHKEY_HOME": folder.file("store")], log: folder.file("log"))
      #expect(program.status() != nil)
      return folder.text("log")
    }
    let place = folder.file("libexec/latchkey-prompt")
    let without = try follow()
    #expect(without.contains("latchkey-prompt, which follows the session, was not found"))
    #expect(without.contains(", \(place)\n"))
    try folder.writeProgram("#!/bin/sh\n", to: "program", at: place)
    #expect(try follow().contains("there is no store at this path"))
  }
}
