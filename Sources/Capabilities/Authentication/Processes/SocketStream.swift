// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A connected socket with a deadline, at which every waiting send and receive fails.
package struct SocketStream {
  /// The reason why a send or receive failed.
  package enum End: Error, Hashable, Sendable {
    case cancelled
    case timedOut
    /// The other end of the socket is closed.
    case closed

    init(_ end: Waiting.End) {
      switch end {
      case .cancelled: self = .cancelled
      case .timedOut: self = .timedOut
      }
    }
  }

  private static let atOnce = Int32(MSG_DONTWAIT)
  /// The flags for sending: no waiting, and an error instead of SIGPIPE if the other end is closed.
  private static let sending = Int32(MSG_NOSIGNAL) | atOnce

  let socket: Int32
  let waiting: Waiting

  /// Makes a stream over a connected socket, with a deadline and a cancellation.
  ///
  /// - Parameter socket: the socket, which the caller closes.
  package init(socket: Int32, until deadline: Deadline, cancellation: Cancellation) {
    self.socket = socket
    waiting = Waiting(deadline: deadline, cancellation: cancellation)
  }

  init(socket: Int32, waiting: Waiting) {
    self.socket = socket
    self.waiting = waiting
  }

  /// Sends all bytes of an array.
  ///
  /// The bytes must not be secret, because an array is not wiped.
  package func send(_ bytes: [UInt8]) throws(End) {
    let result = unsafe bytes.withUnsafeBytes { bytes -> Result<Void, End> in
      do throws(End) {
        return .success(unsafe try send(bytes))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Sends all bytes, which may be secret.
  package func send(_ bytes: UnsafeRawBufferPointer) throws(End) {
    var done = 0
    while done < bytes.count {
      do { try waiting.forRoom(socket) } catch { throw End(error) }
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = unsafe Glibc.send(socket, rest.baseAddress, rest.count, Self.sending)
      if count < 0, errno != EINTR, errno != EAGAIN { throw .closed }
      done += max(0, count)
    }
  }

  /// Sends as many bytes as the socket accepts, without waiting.
  ///
  /// Failures are ignored.
  func sendAtOnce(_ bytes: [UInt8]) {
    _ = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.send(socket, buffer.baseAddress, buffer.count, Self.sending)
    }
  }

  /// Waits for bytes, stores them in `target`, and returns their number, at least 1.
  ///
  /// - Parameter last: the byte after which to stop, for example a newline. Bytes after it stay in
  ///   the socket, because the next line may be a secret of its own. Nil to receive all bytes that
  ///   are ready.
  package func receive(
    into target: UnsafeMutableRawBufferPointer, upTo last: UInt8? = nil
  ) throws(End) -> Int {
    while true {
      do { _ = try waiting.forInput(socket) } catch { throw End(error) }
      var wanted = target.count
      if let last {
        let seen = unsafe recv(
          socket, target.baseAddress, wanted, Self.atOnce | Int32(MSG_PEEK))
        if seen > 0 {
          wanted = unsafe target[..<seen].firstIndex(of: last).map { $0 + 1 } ?? seen
        }
      }
      let count = unsafe recv(socket, target.baseAddress, wanted, Self.atOnce)
      if count > 0 { return count }
      if count == 0 || (errno != EINTR && errno != EAGAIN) { throw .closed }
    }
  }
}
