// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The reason why the conversation with `latchkey-prompt` cannot continue.
package enum HelperError: Error, Hashable, Sendable {
  case cancelled
  case timedOut
  /// The other program has ended or closed its end of the socket.
  case ended
  /// The received bytes are no message, or a message that the protocol does not allow at this
  /// moment.
  case garbled

  init(_ end: SocketStream.End) {
    switch end {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .closed: self = .ended
    }
  }
}
