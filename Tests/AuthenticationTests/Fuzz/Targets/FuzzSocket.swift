// SPDX-License-Identifier: Apache-2.0
import Authentication
import Glibc

/// A socket whose other end has sent all of its bytes.
enum FuzzSocket {
  /// - Parameter bytes: fewer bytes than a socket takes at once.
  static func withStream(saying bytes: [UInt8], _ body: (SocketStream) -> Void) {
    var ends: [Int32] = [0, 0]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      preconditionFailure("a pair of sockets is to be had")
    }
    defer { for end in ends { close(end) } }
    let sent = unsafe send(ends[1], bytes, bytes.count, Int32(MSG_DONTWAIT))
    precondition(sent == bytes.count, "it takes all at once")
    shutdown(ends[1], Int32(SHUT_WR))
    body(
      SocketStream(
        socket: ends[0], until: Deadline(milliseconds: 60_000), cancellation: Cancellation()))
  }
}
