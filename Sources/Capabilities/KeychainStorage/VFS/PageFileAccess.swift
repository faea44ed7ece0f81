// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite

/// Ways from the pointer that SQLite passes to what it stands for.
@unsafe
enum PageFileAccess {
  static func page(_ file: UnsafeMutablePointer<sqlite3_file>?)
    -> UnsafeMutablePointer<PageFile>?
  {
    unsafe UnsafeMutableRawPointer(file)?.assumingMemoryBound(to: PageFile.self)
  }

  /// The system's file behind ours.
  static func real(_ file: UnsafeMutablePointer<sqlite3_file>?)
    -> UnsafeMutablePointer<sqlite3_file>?
  {
    guard let file = UnsafeMutableRawPointer(file) else { return nil }
    return unsafe (file + PageFile.room).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// The system's methods for the file behind ours.
  static func methods(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
    unsafe real(file)?.pointee.pMethods?.pointee
  }

  /// The frames of a log on their way, uncounted: asked for twice for each frame.
  static func gathering(_ log: UnsafeMutablePointer<PageFile>) -> Unmanaged<LogGathering>? {
    unsafe log.pointee.database?.pointee.watch?._withUnsafeGuaranteedRef {
      unsafe Unmanaged.passUnretained($0.gathering)
    }
  }

  static func watch(_ file: UnsafeMutablePointer<PageFile>) -> FileWatch? {
    unsafe file.pointee.database?.pointee.watch?.takeUnretainedValue()
  }
}
