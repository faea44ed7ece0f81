// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// The keyring that the kernel keeps for a user: bytes under names, for all processes of the user.
///
/// An entry is one name with its bytes.
///
/// The bytes are on no disk and in no core file (keyrings(7), Specification/system-libraries.md,
/// "Kernel keyring and lock generation"). Processes of other users cannot read them, but every
/// process of this user can.
package enum KernelKeyring {
  /// The largest size of an entry in bytes, which is more than Latchkey's entries have.
  private static let sizeLimit = 512

  /// The reason why an entry could not be stored or found.
  package enum Failure: Error, Hashable, Sendable {
    /// There is no entry with this name, or it has expired or was deleted.
    case absent
    /// The kernel refuses keyrings to this process, or the user has too many keys.
    case refused(errno: Int32)
  }

  /// The bytes of an entry of the keyring, as they were when the entry was read.
  package struct Entry: Sendable {
    package let bytes: SecretBytes
    /// The serial number that the kernel gave to this entry, which is a key in the kernel's terms.
    ///
    /// A later entry with this name has another serial number.
    fileprivate let key: Int32
  }

  /// Stores bytes under a name, and replaces an earlier entry atomically.
  ///
  /// - Parameter seconds: the time after which the entry is forgotten. Nil for no limit.
  package static func put(
    _ bytes: SecretBytes, as name: String, for seconds: Int?
  ) throws(Failure) {
    let limit = UInt32(clamping: max(seconds ?? 0, seconds == nil ? 0 : 1))
    let done = unsafe bytes.withUnsafeBytes { bytes in
      unsafe latchkey_keyring_put(name, bytes.baseAddress, bytes.count, limit)
    }
    guard done == 0 else { throw failure(errno) }
  }

  /// Returns the entry with this name.
  ///
  /// - Throws: `absent` if there is no entry with this name.
  package static func get(_ name: String) throws(Failure) -> Entry {
    var key: Int32 = 0
    var count = 0
    var number: Int32 = 0
    let bytes = unsafe SecretBytes(count: sizeLimit) { (bytes: UnsafeMutableRawBufferPointer) in
      count = unsafe latchkey_keyring_get(name, bytes.baseAddress, bytes.count, &key)
      number = errno
    }
    guard count >= 0 else { throw failure(number) }
    return Entry(bytes: bytes.slice(0..<min(count, sizeLimit)), key: key)
  }

  /// Returns the names of the keys in the user's keyring that begin with a prefix.
  ///
  /// At most 64 KiB of names are returned; further names are left out.
  package static func names(beginningWith prefix: String) throws(Failure) -> [String] {
    var bytes = [CChar](repeating: 0, count: 1 << 16)
    let count = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      unsafe latchkey_keyring_names(prefix, bytes.baseAddress, bytes.count)
    }
    guard count >= 0 else { throw failure(errno) }
    return bytes.prefix(count).split(separator: 0).map { name in
      String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// Deletes the entry with this name, for all processes of the user.
  package static func drop(_ name: String) throws(Failure) {
    guard unsafe latchkey_keyring_drop(name) == 0 else { throw failure(errno) }
  }

  /// Deletes an entry that was read before, for all processes of the user.
  ///
  /// A later entry with that name is not deleted.
  package static func drop(_ entry: Entry) throws(Failure) {
    guard latchkey_keyring_drop_key(entry.key) == 0 else { throw failure(errno) }
  }

  /// True if the kernel refuses keyrings to this process, as in many containers.
  package static var isRefused: Bool {
    do throws(Failure) {
      _ = try get("latchkey:probe")
      return false
    } catch {
      return error != .absent
    }
  }

  /// The number of keys of a user and their size in bytes, with the limits of both.
  package struct Quota: Hashable, Sendable {
    package let keys: Int
    package let keyLimit: Int
    package let bytes: Int
    package let byteLimit: Int

    package init(keys: Int, of keyLimit: Int, bytes: Int, of byteLimit: Int) {
      (self.keys, self.keyLimit, self.bytes, self.byteLimit) = (keys, keyLimit, bytes, byteLimit)
    }

    /// Reads a line of /proc/key-users (proc_key_users(5)).
    ///
    /// Nil if the line is malformed, or tells of another user.
    package init?(_ line: String, of user: UInt32) {
      let numbers = line.split { !$0.isNumber }.map { Int($0) ?? -1 }
      // The user, the uses of the record, keys twice, keys and bytes with their limits.
      guard numbers.count == 8, numbers[0] == Int(user), !numbers.contains(-1) else { return nil }
      self.init(keys: numbers[4], of: numbers[5], bytes: numbers[6], of: numbers[7])
    }
  }

  /// The quota of the user of this process; nil if the system does not tell it.
  package static var quota: Quota? {
    let file = unsafe open("/proc/key-users", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Interrupted.retry {
        unsafe part.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
      }
      guard count > 0 else { break }
      text += part.prefix(count)
    }
    for line in text.split(separator: UInt8(ascii: "\n")) {
      if let quota = Quota(String(decoding: line, as: UTF8.self), of: geteuid()) { return quota }
    }
    return nil
  }

  /// True if the kernel accepts `count` new keys now.
  ///
  /// The function finds this out by creating keys and deleting them again.
  ///
  /// - Parameter size: the size of each key in bytes.
  package static func hasRoom(for count: Int, of size: Int) -> Bool {
    // The names contain the thread, so that no other thread deletes them.
    let names = (0..<count).map { "latchkey:probe:\(getpid()):\(pthread_self()):\($0)" }
    defer { for name in names { try? drop(name) } }
    for name in names {
      // If this process ends meanwhile, the keys expire by themselves.
      let isKept: Void? = try? put(
        SecretBytes(copying: [UInt8](repeating: 0, count: size)), as: name, for: 10)
      guard isKept != nil else { return false }
    }
    return true
  }

  private static func failure(_ number: Int32) -> Failure {
    switch number {
    case ENOKEY, EKEYEXPIRED, EKEYREVOKED: .absent
    default: .refused(errno: number)
    }
  }
}
