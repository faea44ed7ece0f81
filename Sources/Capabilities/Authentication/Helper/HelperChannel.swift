// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// Sends and receives messages (frames) between `HelperProgram` and its process `latchkey-prompt`.
///
/// Each of the two programs has a channel at its end of a socket.
package struct HelperChannel {
  private static let headLength = 5

  private let stream: SocketStream

  package init(_ stream: SocketStream) {
    self.stream = stream
  }

  /// Sends a message, and waits until the socket has accepted it.
  package func send(_ frame: HelperFrame) throws(HelperError) {
    let count = frame.content.count
    let head = [frame.kind.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    do throws(SocketStream.End) {
      try stream.send(head)
      try unsafe frame.content.withUnsafeBytes { (bytes) throws(SocketStream.End) in
        unsafe try stream.send(bytes)
      }
    } catch {
      throw HelperError(error)
    }
  }

  /// Waits until a message arrives, or until the other program closes its end of the socket.
  ///
  /// - Returns: false if `deadline` passed first.
  func waitForInput(until deadline: Deadline) throws(HelperError) -> Bool {
    do throws(Waiting.End) {
      let cancellation = stream.waiting.cancellation
      _ = try Waiting(deadline: deadline, cancellation: cancellation).forInput(stream.socket)
      return true
    } catch {
      if error == .cancelled { throw .cancelled }
      return false
    }
  }

  /// Waits for the next message, and returns it.
  package func receive() throws(HelperError) -> HelperFrame {
    let head = try read(Self.headLength)
    let (kind, length) = head.withBytes { bytes in
      (bytes[0], Canonical.number(bytes.extracting(1..<5), as: UInt32.self).map { Int($0) } ?? .max)
    }
    guard let kind = HelperFrame.Kind(rawValue: kind), length <= HelperFrame.longest else {
      throw .garbled
    }
    return HelperFrame(kind, try read(length))
  }

  private func read(_ count: Int) throws(HelperError) -> SecretBytes {
    try unsafe SecretBytes(count: count) {
      (target: UnsafeMutableRawBufferPointer) throws(HelperError) in
      var done = 0
      while done < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[done...])
        do throws(SocketStream.End) {
          done += unsafe try stream.receive(into: rest)
        } catch {
          throw HelperError(error)
        }
      }
    }
  }
}
