// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
  /// A call that had no device in reach and was refused for it.
  public struct Escape: Sendable {
    /// Where it came from, innermost first: file and offset of each frame, which `addr2line -Cfpe
    /// FILE OFFSET` translates, and the function's name where the file tells it.
    public let callStack: [String]
  }
}
