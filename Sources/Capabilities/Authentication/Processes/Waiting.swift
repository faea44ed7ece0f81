// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes

/// How long to wait for a person, and what ends it before.
struct Waiting {
  /// Why there is nothing of what was waited for.
  enum End: Error, Hashable {
    case cancelled, timedOut
  }

  /// How often to look for a cancellation that has no descriptor.
  private static let pause = 50  // milliseconds

  let deadline: Deadline
  let cancellation: Cancellation

  /// Waits until a descriptor can be read, or its other end is closed; says which of them, by its
  /// place.
  func forInput(_ descriptors: Int32...) throws(End) -> Int {
    try wait(descriptors, for: Int16(POLLIN))
  }

  /// Waits until a descriptor takes more.
  func forRoom(_ descriptor: Int32) throws(End) {
    _ = try wait([descriptor], for: Int16(POLLOUT))
  }

  /// Waits a little.
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
      // One more, as the rest of a millisecond is not counted.
      var left = deadline.isPast ? 0 : min(deadline.millisecondsLeft + 1, Int(Int32.max))
      if cancellation.descriptor < 0 { left = min(left, Self.pause) }
      let ready = unsafe poll(&entries, nfds_t(entries.count), Int32(left))
      if cancellation.isCancelled { throw .cancelled }
      if ready > 0, let place = entries.firstIndex(where: { $0.revents != 0 }) {
        return place
      }
      if deadline.isPast { throw .timedOut }
    }
  }
}
