// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainCrypto
import SecureMemory

/// The file of a program, which is read only when a condition of a requirement needs it.
///
/// Latchkey runs in the program's own process, so the program can state a false path. The path and
/// hash of this type therefore prove nothing against that program (Specification/design.md,
/// "Embedded or daemon").
package struct ProgramFile: ProgramFacts, Sendable {
  package let path: String?

  /// Makes the value from an absolute path; another path counts as unknown.
  package init(path: String?) {
    self.path = path.flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
  }

  /// True if the file and each directory that leads to it belong to root, and neither their groups
  /// nor other users may write them.
  ///
  /// False if the path has a symbolic link. That refuses no honest program, because the kernel
  /// reports the path of a running program without links.
  package func isRootControlled() -> Bool {
    guard let path, !path.utf8.contains(0) else { return false }
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
    guard !names.isEmpty, !names.contains(where: { $0.elementsEqual("..".utf8) }) else {
      return false
    }
    var prefix = "/"
    guard Self.isRootControlled(prefix, kind: S_IFDIR) else { return false }
    for (index, name) in names.enumerated() {
      prefix += (index == 0 ? "" : "/") + String(decoding: name, as: UTF8.self)
      let kind = index == names.count - 1 ? S_IFREG : S_IFDIR
      guard Self.isRootControlled(prefix, kind: kind) else { return false }
    }
    return true
  }

  private static func isRootControlled(_ path: String, kind: mode_t) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == kind && status.st_uid == 0
      && status.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  /// Returns the SHA-256 hash of the file.
  ///
  /// Nil if the file cannot be read or is not a regular file. A pipe or device is not waited for.
  package func digest() -> [UInt8]? {
    guard let path else { return nil }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var hasFailed = false
    let hash = try? Hash.sha256 { visit in
      while true {
        let count = Interrupted.retry {
          unsafe buffer.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
        }
        hasFailed = count < 0
        guard count > 0 else { return }
        visit(buffer.span.extracting(0..<count))
      }
    }
    return hasFailed ? nil : hash?.bytes
  }
}
