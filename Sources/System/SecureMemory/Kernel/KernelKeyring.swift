// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// The keyring that the kernel keeps for a user: bytes under names, for all processes of the user,
/// on no disk and in no core file (keyrings(7), spec/system-libraries.md 17).
///
/// No process of another user reads them. Every one of the same user does.
package enum KernelKeyring {
  /// Larger than anything that is kept here.
  private static let sizeLimit = 512

  /// Why nothing was kept or found.
  package enum Failure: Error, Hashable, Sendable {
    /// Nothing is kept under the name, or no more.
    case absent
    /// The kernel refuses keyrings to this process, or the user has too many keys.
    case refused(errno: Int32)
  }

  /// What was kept under a name when it was looked for.
  package struct Entry: Sendable {
    package let bytes: SecretBytes
    /// The kernel's number of it; bytes that are kept later have another.
    fileprivate let key: Int32
  }

  /// Keeps bytes under a name, in place of others in one step.
  ///
  /// - Parameter seconds: forgotten after so many; nil for never.
  package static func put(
    _ bytes: SecretBytes, as name: String, for seconds: Int?
  ) throws(Failure) {
    let limit = UInt32(clamping: max(seconds ?? 0, seconds == nil ? 0 : 1))
    let done = unsafe bytes.withUnsafeBytes { bytes in
      unsafe latchkey_keyring_put(name, bytes.baseAddress, bytes.count, limit)
    }
    guard done == 0 else { throw failure(errno) }
  }

  /// What is kept under a name.
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

  /// The names that begin so, some hundreds of them at most.
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

  /// Forgets a name, for all processes.
  package static func drop(_ name: String) throws(Failure) {
    guard unsafe latchkey_keyring_drop(name) == 0 else { throw failure(errno) }
  }

  /// Forgets what was found, for all processes, and nothing that was kept under its name since.
  package static func drop(_ entry: Entry) throws(Failure) {
    guard latchkey_keyring_drop_key(entry.key) == 0 else { throw failure(errno) }
  }

  /// Whether so many new keys would be kept now: they are made, and dropped again.
  ///
  /// - Parameter size: of each, in bytes.
  package static func hasRoom(for count: Int, of size: Int) -> Bool {
    // Of this thread, so that nobody else drops them.
    let names = (0..<count).map { "latchkey:probe:\(getpid()):\(pthread_self()):\($0)" }
    defer { for name in names { try? drop(name) } }
    for name in names {
      // Should this process end meanwhile, they go by themselves.
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
