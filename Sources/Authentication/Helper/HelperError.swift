// SPDX-License-Identifier: Apache-2.0

/// Why an exchange of frames breaks off.
package enum HelperError: Error, Hashable, Sendable {
  case cancelled
  case timedOut
  /// The other end is closed.
  case ended
  /// What came is no frame, or not one that may come now.
  case garbled

  init(_ end: SocketStream.End) {
    switch end {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .closed: self = .ended
    }
  }
}
