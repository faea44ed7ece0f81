// SPDX-License-Identifier: Apache-2.0

/// Why an exchange over Assuan has no answer.
package enum AssuanError: Error, Hashable {
  case cancelled
  case timedOut
  /// The other end is closed.
  case ended
  /// What came is no Assuan: a line too long, an unknown word, too much of anything.
  case garbled

  init(_ end: SocketStream.End) {
    switch end {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .closed: self = .ended
    }
  }
}
