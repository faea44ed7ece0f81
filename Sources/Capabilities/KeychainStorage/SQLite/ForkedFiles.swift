// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import SecureMemory

/// Makes SQLite in a forked child forget what it believed of files that the parent had open.
///
/// SQLite keeps one record for each file of the process, by device and file number, of the locks
/// that it holds there, and a child inherits it though it inherits none of the locks. A connection
/// that the child opens would join that record and lock nothing: the parent's closing would then
/// take the log away under it, with what the child was told is durable. So the numbers of devices
/// as SQLite sees them are turned in each generation of children: no file of the child is one of
/// the parent's, and every lock is asked of the kernel (Documentation/Decisions/fork.md).
enum ForkedFiles {
  /// To be called before the process opens its first database.
  static func prepare() {
    // All that a child needs is made here, where nobody has forked.
    _ = first
    _ = system
    _ = unsafe (status, namedStatus)
    ForkBarrier.runInChildren { ForkedFiles.turn() }
  }

  /// Whether a connection that is opened now shares nothing with one of a parent process.
  static var areSeparate: Bool {
    guard ForkBarrier.generation != first else { return true }
    guard let layer = unsafe system.layer,
      let current = unsafe layer.pointee.xGetSystemCall(layer, "fstat")
    else { return false }
    let ours = unsafe unsafeBitCast(status, to: UInt.self)
    return unsafe unsafeBitCast(current, to: UInt.self) == ours
  }

  /// The generation that the first database was opened in: nothing is inherited from before.
  private static let first = ForkBarrier.generation

  private typealias Status = @convention(c) (Int32, UnsafeMutablePointer<stat>?) -> Int32
  private typealias NamedStatus =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<stat>?) -> Int32

  /// SQLite's own layer, which calls the system; it stays as long as the process.
  private static let system = System()

  @safe
  private struct System: @unchecked Sendable {
    let layer: UnsafeMutablePointer<sqlite3_vfs>?

    init() { unsafe layer = sqlite3_vfs_find("unix") }
  }

  private static let status: Status = { descriptor, result in
    guard let result = unsafe result else { return -1 }
    let code = unsafe fstat(descriptor, result)
    unsafe result.pointee.st_dev ^= ForkedFiles.mark
    return code
  }

  private static let namedStatus: NamedStatus = { path, result in
    guard let path = unsafe path, let result = unsafe result else { return -1 }
    let code = unsafe stat(path, result)
    unsafe result.pointee.st_dev ^= ForkedFiles.mark
    return code
  }

  /// Beyond the bits that numbers of devices use.
  private static var mark: dev_t { dev_t(ForkBarrier.generation) << 44 }

  private static func turn() {
    guard let layer = unsafe system.layer else { return }
    unsafe _ = layer.pointee.xSetSystemCall(
      layer, "fstat", unsafeBitCast(status, to: sqlite3_syscall_ptr.self))
    unsafe _ = layer.pointee.xSetSystemCall(
      layer, "stat", unsafeBitCast(namedStatus, to: sqlite3_syscall_ptr.self))
  }
}
