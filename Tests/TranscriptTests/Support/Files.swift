// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestPatience

/// A temporary directory that is removed with its owner.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("\(PlainDirectory.path)/latchkey-transcript-XXXXXX".utf8CString)
    let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
    }
    guard isMade else { throw Program.Failure(text: "no temporary directory") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    lockKeychains()
    lockStores()
    Files.removeAll(below: path)
    unsafe rmdir(path)
  }

  /// Locks the keychain files in the directory.
  ///
  /// Otherwise the kernel's keyring would keep their keys until the end of their time-out.
  private func lockKeychains() {
    for file in Files.all(below: path)
    where file.hasSuffix(".keychain") || file.hasSuffix(".keychain-db") {
      _ = try? Program(home: path).run(["lock-keychain", file])
    }
  }

  /// Locks the stores in the directory whose keys are in the kernel's keyring.
  ///
  /// A key of a store stays there after `lock-store`, until the session ends.
  private func lockStores() {
    let keybags = Files.all(below: path).filter { $0.hasSuffix("/keybag") }
    guard !keybags.isEmpty, let keys = try? Files.read("/proc/keys") else { return }
    let listed = String(decoding: keys, as: UTF8.self)
    for keybag in keybags {
      // Bytes 16 to 31 are the store's identifier, which begins the name of its keys.
      guard let bytes = try? Files.read(keybag), bytes.count >= 32 else { continue }
      let identifier = UUID(
        uuid: unsafe bytes[16..<32].withUnsafeBytes { unsafe $0.loadUnaligned(as: uuid_t.self) })
      guard listed.contains("latchkey:\(identifier.uuidString):") else { continue }
      let home = String(keybag.dropLast("/keybag".count))
      _ = try? Program(home: home).run(["lock-store", "--all"])
    }
  }
}

/// Reads and writes whole files.
enum Files {
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw Program.Failure(text: "\(path) cannot be written") }
    defer { close(descriptor) }
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard count == bytes.count else { throw Program.Failure(text: "\(path) is incomplete") }
  }

  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { throw Program.Failure(text: "\(path) cannot be read") }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return content }
      content += buffer[..<count]
    }
  }

  /// Returns the names in a directory without `.` and `..`, or nil if the path is no directory.
  static func names(in path: String) -> [String]? {
    guard let directory = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the paths of all files below a directory.
  static func all(below path: String) -> [String] {
    (names(in: path) ?? []).flatMap { name in
      let entry = "\(path)/\(name)"
      return names(in: entry) == nil ? [entry] : all(below: entry)
    }
  }

  static func removeAll(below path: String) {
    for name in names(in: path) ?? [] {
      let entry = "\(path)/\(name)"
      // A symbolic link is removed itself, also if it leads to a directory.
      if unsafe unlink(entry) != 0 {
        removeAll(below: entry)
        unsafe rmdir(entry)
      }
    }
  }
}
