// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import SecureMemory

/// Makes SQLite in a forked child process request its own file locks, instead of relying on those
/// of the parent.
///
/// SQLite keeps one record of its locks for each file of the process, by device number and inode
/// number. A child inherits this record, but not the locks. So a connection of the child would use
/// the record and lock nothing. When the parent closes its connection, the log would be removed
/// while the child uses it. The child would lose changes that were reported as durable.
///
/// Therefore each generation of children changes the device numbers that SQLite sees. SQLite then
/// treats every file of the child as a new file, and requests every lock from the kernel
/// (Documentation/Decisions/fork-sqlite.md).
enum ForkedFiles {
  /// Prepares SQLite for later forks of this process.
  ///
  /// Call this before the process opens its first database.
  static func prepare() {
    // Everything that a child needs is created here, before any fork.
    _ = first
    _ = system
    _ = unsafe (status, namedStatus)
    ForkBarrier.runInChildren { ForkedFiles.turn() }
  }

  /// True if a connection that is opened now requests its own file locks, independent of the parent
  /// process.
  ///
  /// If false, this process must not open a store.
  static var areSeparate: Bool {
    guard ForkBarrier.generation != first else { return true }
    guard let layer = unsafe system.layer,
      let current = unsafe layer.pointee.xGetSystemCall(layer, "fstat")
    else { return false }
    let ours = unsafe unsafeBitCast(status, to: UInt.self)
    return unsafe unsafeBitCast(current, to: UInt.self) == ours
  }

  /// The fork generation (number of forks) of the process that opened the first database: this
  /// process, or an ancestor from which it was forked.
  ///
  /// A process of this generation has inherited no locks of SQLite, because its ancestors opened no
  /// database. Later generations must change SQLite's device numbers.
  private static let first = ForkBarrier.generation

  private typealias Status = @convention(c) (Int32, UnsafeMutablePointer<stat>?) -> Int32
  private typealias NamedStatus =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<stat>?) -> Int32

  /// SQLite's own VFS for Unix, which is never freed.
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

  /// The generation of this process (number of forks), shifted above the bits of device numbers.
  private static var mark: dev_t { dev_t(ForkBarrier.generation) << 44 }

  private static func turn() {
    guard let layer = unsafe system.layer else { return }
    unsafe _ = layer.pointee.xSetSystemCall(
      layer, "fstat", unsafeBitCast(status, to: sqlite3_syscall_ptr.self))
    unsafe _ = layer.pointee.xSetSystemCall(
      layer, "stat", unsafeBitCast(namedStatus, to: sqlite3_syscall_ptr.self))
  }
}
