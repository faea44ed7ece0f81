// SPDX-License-Identifier: Apache-2.0
import Authentication
import SecureMemory

/// Reads an input as frames between the library and `latchkey-prompt`, as both sides read them.
enum FuzzFrames {
  static func run(_ bytes: [UInt8]) {
    FuzzSocket.withStream(saying: bytes) { stream in
      let channel = HelperChannel(stream)
      do throws(HelperError) {
        while true { try judge(channel.receive()) }
      } catch {
        precondition([.ended, .garbled].contains(error), "it neither waits nor is cancelled")
      }
    }
  }

  private static func judge(_ frame: HelperFrame) throws(HelperError) {
    precondition(frame.content.count <= HelperFrame.longest, "no more than a frame may hold")
    guard frame.kind == .found else { return }
    let sensor = try FingerSensor(frame)
    let again = try FingerSensor(sensor.frame)
    precondition(again == sensor, "a reader that was read is the same when written")
  }
}
