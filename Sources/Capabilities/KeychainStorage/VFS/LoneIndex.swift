// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc

/// The index of the log of a store in whose directory nothing can be made: memory of one
/// connection, in place of the file that processes share (Documentation/Decisions/read-only.md).
///
/// Nobody can write there, so that what one connection knows of the log is all there is to know;
/// who can write by another way is found out by a `FileStamp`, and the connection serves one read.
@safe
final class LoneIndex {
  private var regions: [UnsafeMutableRawPointer] = unsafe []

  deinit {
    unsafe regions.forEach { unsafe $0.deallocate() }
  }

  /// A part of it, made of zeros where it is asked for.
  func region(_ number: Int, of bytes: Int, extending: Bool) -> UnsafeMutableRawPointer? {
    while extending, unsafe regions.count <= number {
      let part = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      unsafe part.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
      unsafe regions.append(part)
    }
    return unsafe number < regions.count ? regions[number] : nil
  }

  /// Whether a file could not be made because nothing can be made there.
  ///
  /// - Parameter errno: what the system said of it.
  static func isNeeded(besides path: UnsafePointer<CChar>, _ errno: Int32) -> Bool {
    guard [EROFS, EACCES, EPERM, ENOENT].contains(errno) else { return false }
    var status = stat()
    guard unsafe lstat(path, &status) != 0, Glibc.errno == ENOENT else { return false }
    return !StoreFile.canWrite(in: ItemStore.parent(of: unsafe String(cString: path)))
  }
}
