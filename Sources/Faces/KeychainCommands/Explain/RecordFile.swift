// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainExplaining

/// Opens and reads files with recorded calls, such as trace files.
///
/// Only a regular file is read, because a pipe or device might never end.
enum RecordFile {
  /// The reason why a file of recorded calls cannot be read.
  ///
  /// The text is the end of a sentence whose start is the path of the file.
  struct Refusal: Error {
    let reason: String
  }

  /// Opens a regular file for reading.
  ///
  /// Throws at once if the path leads to a pipe, even if no process writes to the pipe.
  static func open(_ path: String) throws(Refusal) -> FileHandle {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw Refusal(reason: "cannot be read: " + (unsafe String(cString: strerror(errno))))
    }
    var about = stat()
    guard unsafe fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Refusal(reason: "cannot be read: it is not a plain file")
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Returns the bytes of a file of recorded calls, at most its first 128 MiB.
  static func content(of path: String) throws(Refusal) -> Data {
    TraceFileReader.content(of: try open(path))
  }
}
