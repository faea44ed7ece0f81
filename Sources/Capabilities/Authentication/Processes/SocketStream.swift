// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A connected socket, each use of which ends by its deadline.
package struct SocketStream {
  /// Why nothing more comes or goes.
  package enum End: Error, Hashable, Sendable {
    case cancelled
    case timedOut
    /// The other end is closed.
    case closed

    init(_ end: Waiting.End) {
      switch end {
      case .cancelled: self = .cancelled
      case .timedOut: self = .timedOut
      }
    }
  }

  private static let atOnce = Int32(MSG_DONTWAIT)
  /// A peer that has gone is an error, not a signal.
  private static let sending = Int32(MSG_NOSIGNAL) | atOnce

  let socket: Int32
  let waiting: Waiting

  /// - Parameter socket: stays the caller's.
  package init(socket: Int32, until deadline: Deadline, cancellation: Cancellation) {
    self.socket = socket
    waiting = Waiting(deadline: deadline, cancellation: cancellation)
  }

  init(socket: Int32, waiting: Waiting) {
    self.socket = socket
    self.waiting = waiting
  }

  /// Sends all bytes of what is no secret.
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

  /// Sends all bytes.
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

  /// Sends what there is room for, without waiting, and whether anyone listens or not.
  func sendAtOnce(_ bytes: [UInt8]) {
    _ = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.send(socket, buffer.baseAddress, buffer.count, Self.sending)
    }
  }

  /// Receives at least one byte.
  ///
  /// - Parameter last: nothing behind the first byte of this value is taken: what comes next is
  ///   another secret's.
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
