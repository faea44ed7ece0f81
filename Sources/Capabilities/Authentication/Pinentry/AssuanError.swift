// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The reason why a command has no answer.
package enum AssuanError: Error, Hashable {
  case cancelled
  case timedOut
  /// The server has ended or closed its end of the socket.
  case ended
  /// The server violates Assuan: a line is too long, a keyword is unknown, or an answer is too
  /// large.
  case garbled

  init(_ end: SocketStream.End) {
    switch end {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .closed: self = .ended
    }
  }
}
