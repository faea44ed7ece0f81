// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The control groups of a process, as the kernel lists them in `/proc/<process>/cgroup`.
///
/// If systemd started the process, a control group has the name of the systemd unit.
package struct ControlGroups: Sendable {
  private let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// The control groups of this process.
  ///
  /// Empty if the file `/proc/self/cgroup` cannot be read.
  static var ofThisProcess: ControlGroups {
    let file = unsafe open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return ControlGroups("") }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(file, &buffer, buffer.count)
    return ControlGroups(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
  }

  /// True if the control groups show that systemd started the process as a system service.
  ///
  /// A system service belongs to no login session and to no user's own service manager. False in a
  /// container or without systemd, because the control groups then show nothing.
  package var nameSystemService: Bool {
    text.split(separator: "\n").contains { line in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1] == "" || parts[1] == "name=systemd" else { return false }
      return parts[2].hasPrefix("/system.slice/") && parts[2].contains(".service")
    }
  }
}
