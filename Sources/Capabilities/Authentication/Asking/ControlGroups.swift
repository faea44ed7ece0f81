// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The control groups of a process, as `/proc/self/cgroup` lists them: systemd names them for what
/// it started.
package struct ControlGroups: Sendable {
  private let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// Nothing where the file cannot be read.
  static var ofThisProcess: ControlGroups {
    let file = unsafe open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return ControlGroups("") }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(file, &buffer, buffer.count)
    return ControlGroups(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
  }

  /// Whether systemd started this process as a service of the system: neither in a session nor
  /// below a user's own manager.
  ///
  /// In a container, and without systemd, nothing is known, and this is false.
  package var nameSystemService: Bool {
    text.split(separator: "\n").contains { line in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1] == "" || parts[1] == "name=systemd" else { return false }
      return parts[2].hasPrefix("/system.slice/") && parts[2].contains(".service")
    }
  }
}
