// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory
import UserFiles

/// The draft of a keychain file: a temporary file with the next content of the keychain
/// (Specification/keychain-file-format.md, "File handling").
///
/// The draft is written in the keychain's directory, synced, and then given the keychain's name.
final class FileDraftFile {
  private let path: String
  private let calls: FileCalls
  private let descriptor: Int32
  /// True if the draft still has its temporary name, so that `drop` has to remove it.
  private(set) var isNamed = true

  private static let suffix = ".latchkey-draft"
  /// The number of random bytes in the name of a draft.
  private static let markSize = 8

  /// Makes an empty draft in the directory of the keychain at a path.
  init(
    of path: String, _ calls: FileCalls, _ randomness: any RandomnessSource
  ) throws(FileFailure) {
    self.calls = calls
    self.path = try Self.draftPath(of: path, randomness)
    descriptor = calls.open(
      self.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, .keychain)
    guard descriptor >= 0 else { throw FileFailure(errno: errno) }
  }

  /// Makes a second name for the keychain at a path, by which `replace` puts it back.
  ///
  /// - Parameters:
  ///   - bytes: the content, which is written if the file system has no hard links.
  ///   - status: the properties of the keychain's file.
  init(
    keeping path: String, _ bytes: [UInt8], _ status: stat, _ calls: FileCalls,
    _ randomness: any RandomnessSource
  ) throws(FileFailure) {
    self.calls = calls
    self.path = try Self.draftPath(of: path, randomness)
    guard calls.link(path, to: self.path, .keychain) != 0 else {
      descriptor = -1
      return
    }
    guard Self.linksAreRefused(errno) else { throw FileFailure(errno: errno) }
    descriptor = calls.open(
      self.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, .keychain)
    guard descriptor >= 0 else { throw FileFailure(errno: errno) }
    do throws(FileFailure) { try write(bytes, like: status) } catch {
      drop()
      throw error
    }
  }

  /// True for an error number (`errno`) of link(2) on a file system without hard links.
  private static func linksAreRefused(_ number: Int32) -> Bool {
    [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(number)
  }

  /// Closes the draft, and removes it if it still has its temporary name.
  func drop() {
    if isNamed { _ = calls.remove(path, .keychain) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Returns a new path for a draft of the keychain at a path.
  private static func draftPath(
    of path: String, _ randomness: any RandomnessSource
  ) throws(FileFailure) -> String {
    do throws(RandomnessError) {
      return prefix(path) + HexText.lowerCase(try randomness.bytes(count: markSize)) + suffix
    } catch {
      throw .refused(.randomness(error))
    }
  }

  private static func prefix(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return WholeFile.directory(of: path) + "/." + name + "."
  }

  /// Writes the content, gives the draft the owner and the mode of the file that it replaces, and
  /// syncs the draft.
  ///
  /// A new file has the mode 0600.
  ///
  /// - Parameter old: the status of the file that the draft replaces; nil for a new keychain.
  /// - Throws: `denied` if another user owns the file and this process may not give files away. A
  ///   file of another user would otherwise become a file of this user.
  func write(_ bytes: [UInt8], like old: stat?) throws(FileFailure) {
    guard calls.write(bytes, to: descriptor, at: 0, path, .keychain) == 0 else {
      throw FileFailure(errno: errno)
    }
    if let old {
      try adopt(old)
    } else {
      // A umask can take away the owner's rights.
      guard fchmod(descriptor, 0o600) == 0 else { throw FileFailure(errno: errno) }
    }
    guard calls.sync(descriptor, path, .keychain) == 0 else { throw FileFailure(errno: errno) }
  }

  private func adopt(_ old: stat) throws(FileFailure) {
    var mine = stat()
    guard unsafe fstat(descriptor, &mine) == 0 else { throw FileFailure(errno: errno) }
    var mode = old.st_mode & 0o777
    if mine.st_uid != old.st_uid, fchown(descriptor, old.st_uid, gid_t.max) != 0 {
      throw FileFailure(errno: EPERM)
    }
    if mine.st_gid != old.st_gid, fchown(descriptor, uid_t.max, old.st_gid) != 0 {
      // The rights of the old group are not for the group of this process.
      mode &= ~0o070
    }
    guard fchmod(descriptor, mode) == 0 else { throw FileFailure(errno: errno) }
  }

  /// Gives the draft the path of the keychain, in place of the present file.
  func replace(_ target: String) throws(FileFailure) {
    guard calls.rename(path, to: target, .keychain) == 0 else { throw FileFailure(errno: errno) }
    isNamed = false
    try syncDirectory()
  }

  /// Gives the draft the path of the new keychain.
  ///
  /// - Throws: `exists` if a file has the path already.
  func name(_ target: String) throws(FileFailure) {
    if calls.link(path, to: target, .keychain) != 0 {
      guard Self.linksAreRefused(errno) else {
        throw FileFailure(errno: errno)
      }
      // The file system has no hard links, so the draft is renamed.
      guard NewFile.rename(path, to: target) == 0 else { throw FileFailure(errno: errno) }
      isNamed = false
    }
    try syncDirectory()
  }

  private func syncDirectory() throws(FileFailure) {
    guard calls.sync(WholeFile.directory(of: path), .directory) == 0 else {
      throw FileFailure(errno: errno)
    }
  }

  /// Removes the temporary files (drafts) of a keychain that killed processes left behind.
  ///
  /// The caller holds the keychain's lock, so no process works on a draft.
  static func sweep(beside path: String, _ calls: FileCalls) {
    let (directory, prefix) = (WholeFile.directory(of: path), Self.prefix(path))
    for name in FolderNames.all(in: directory) {
      let found = directory + "/" + name
      // A keychain with a longer name has drafts with this prefix too, under another lock.
      guard found.hasPrefix(prefix), found.hasSuffix(suffix),
        found.utf8.count == prefix.utf8.count + 2 * markSize + suffix.utf8.count
      else { continue }
      _ = calls.remove(found, .keychain)
    }
  }
}
