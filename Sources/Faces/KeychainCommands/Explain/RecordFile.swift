// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainExplaining

/// A file that records are read from: a plain one, so that reading comes to an end.
enum RecordFile {
  /// Why a file cannot be read, as the rest of a sentence.
  struct Refusal: Error {
    let reason: String
  }

  /// Opens a file; nothing waits for who might write into a pipe.
  static func open(_ path: String) throws(Refusal) -> FileHandle {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw Refusal(reason: "cannot be read: " + (unsafe String(cString: strerror(errno))))
    }
    var about = stat()
    guard unsafe fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Refusal(reason: "cannot be read: it is no plain file")
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// What a file holds, as far as a trace can reach.
  static func content(of path: String) throws(Refusal) -> Data {
    TraceFileReader.content(of: try open(path))
  }
}
