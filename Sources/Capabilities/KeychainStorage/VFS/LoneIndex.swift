// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc

/// SQLite's index of the log (wal-index) in private memory, for a directory in which no file can be
/// created.
///
/// SQLite normally keeps this index in a file that processes share
/// (Documentation/Decisions/read-only.md). Other processes cannot normally write in the directory
/// either, so the connection knows everything about the log.
///
/// A process that can write in the directory nevertheless may change the files during a read. So
/// the connection is used for only one read, and the `FileStamp`s before and after the read are
/// compared.
@safe
final class LoneIndex {
  private var regions: [UnsafeMutableRawPointer] = unsafe []

  deinit {
    unsafe regions.forEach { unsafe $0.deallocate() }
  }

  /// Returns the address of one part of the index, or nil if the part does not exist.
  ///
  /// If `extending` is true, missing parts are created and filled with zeros.
  ///
  /// - Parameters:
  ///   - number: The number of the part, from 0.
  ///   - bytes: The size of each part in bytes.
  func region(_ number: Int, of bytes: Int, extending: Bool) -> UnsafeMutableRawPointer? {
    while extending, unsafe regions.count <= number {
      let part = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      unsafe part.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
      unsafe regions.append(part)
    }
    return unsafe number < regions.count ? regions[number] : nil
  }

  /// True if a connection must work without the log, or without its shared index, because this
  /// process cannot create the file.
  ///
  /// The file at `path` then does not exist, and this process cannot write in the directory of the
  /// file.
  ///
  /// - Parameters:
  ///   - path: The path of the log or of its shared index.
  ///   - errno: The error of the attempt to create the file.
  static func isNeeded(besides path: UnsafePointer<CChar>, _ errno: Int32) -> Bool {
    guard [EROFS, EACCES, EPERM, ENOENT].contains(errno) else { return false }
    var status = stat()
    guard unsafe lstat(path, &status) != 0, Glibc.errno == ENOENT else { return false }
    return !StoreFile.canWrite(in: ItemStore.parent(of: unsafe String(cString: path)))
  }
}
