// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Waits until a descriptor is ready, but not after a deadline or a cancellation.
struct Waiting {
  /// The reason why the wait ended before the descriptor was ready.
  enum End: Error, Hashable {
    case cancelled, timedOut
  }

  /// The milliseconds that `pause` waits.
  ///
  /// If a cancellation has no descriptor, every wait also checks `isCancelled` at this interval.
  private static let pause = 50  // milliseconds

  let deadline: Deadline
  let cancellation: Cancellation

  /// Waits until one of the descriptors can be read, or its other end is closed.
  ///
  /// Returns the index of that descriptor in `descriptors`.
  func forInput(_ descriptors: Int32...) throws(End) -> Int {
    try wait(descriptors, for: Int16(POLLIN))
  }

  /// Waits until bytes can be written to the descriptor.
  func forRoom(_ descriptor: Int32) throws(End) {
    _ = try wait([descriptor], for: Int16(POLLOUT))
  }

  /// Waits 50 milliseconds, for a caller that checks a condition again and again.
  ///
  /// - Throws: `cancelled`, or `timedOut` if the deadline has passed.
  func pause() throws(End) {
    let soon = Deadline(milliseconds: min(Self.pause, deadline.millisecondsLeft))
    do {
      _ = try Waiting(deadline: soon, cancellation: cancellation).wait([], for: 0)
    } catch {
      if error == .cancelled || deadline.isPast { throw error }
    }
  }

  private func wait(_ descriptors: [Int32], for events: Int16) throws(End) -> Int {
    var entries = descriptors.map { pollfd(fd: $0, events: events, revents: 0) }
    entries.append(pollfd(fd: cancellation.descriptor, events: Int16(POLLIN), revents: 0))
    while true {
      if cancellation.isCancelled { throw .cancelled }
      // One millisecond more, because a started millisecond is not counted.
      var left = deadline.isPast ? 0 : min(deadline.millisecondsLeft + 1, Int(Int32.max))
      if cancellation.descriptor < 0 { left = min(left, Self.pause) }
      let ready = ForkBarrier.poll(&entries, milliseconds: Int32(left))
      if cancellation.isCancelled { throw .cancelled }
      if ready > 0, let place = entries.firstIndex(where: { $0.revents != 0 }) {
        return place
      }
      if deadline.isPast { throw .timedOut }
    }
  }
}
