// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory
import UserFiles

/// The thread of a watch, which waits for changes by other processes and looks for them.
///
/// The thread sleeps until the kernel reports a change in a directory, at most for a minute. In two
/// cases it wakes each second: if a directory cannot be watched, or if a listener wants to know of
/// locks and unlocks. The kernel does not report these.
final class WatchThread: Sendable {
  let directories = DirectoryWatch()
  private let watch: KeychainWatch
  private let pace = Lock(Pace())

  /// The time between two looks at locks, and at files in directories that the kernel cannot watch.
  private static let interval = Duration.seconds(1)
  /// The longest sleep, after which the thread looks even if the kernel has reported nothing.
  ///
  /// So a missed report delays an event by a minute at most.
  private static let longestSleep = Duration.seconds(60)
  /// The longest pause between two looks while changes go on.
  private static let longestPause = Duration.milliseconds(500)
  /// The length of the pause after a look, as a multiple of the time that the look took.
  ///
  /// So looks take at most a tenth of the time, unless `longestPause` makes the pause shorter.
  private static let restShare = 9

  /// The times of the looks, by the machine's own clock.
  ///
  /// Pauses spare the processor. So the clock of the keychains, which a test can set, does not
  /// count.
  private struct Pace: Sendable {
    var hasLooked = false
    /// True if the kernel has reported a change for which the thread has not looked yet.
    var isPending = false
    /// The moment at which the last look began.
    ///
    /// `next` is the end of the pause after that look. Before `next`, a reported change starts no
    /// look.
    var last = ContinuousClock.now
    var next = ContinuousClock.now
  }

  init(_ watch: KeychainWatch) { self.watch = watch }

  /// True when this property is read for the first time, and false from then on.
  ///
  /// Only `KeychainWatch.look` reads the property, once in each look.
  var isFirstLook: Bool {
    pace.withLock { pace in
      defer { pace.hasLooked = true }
      return !pace.hasLooked
    }
  }

  /// Starts the thread.
  ///
  /// If the system refuses a new thread, only changes by this process are reported.
  func start() {
    _ = BackgroundThread.start { [self] in run() }
  }

  private func run() {
    var sleep: Duration? = Self.interval
    while let time = sleep {
      directories.wait(milliseconds: Int32(clamping: Int64(time / .milliseconds(1)) + 1))
      guard ForkBarrier.begin() else { return }
      sleep = work()
      ForkBarrier.end()
    }
  }

  /// Looks for changes if a look is due, and returns how long the thread then sleeps.
  ///
  /// Nil if the thread has to end.
  private func work() -> Duration? {
    guard let (_, hearsLocks) = watch.subject(of: self) else { return nil }
    let (isChanged, isBlind) = (directories.hasChanges(), directories.isBlind)
    let start = ContinuousClock.now
    var pace = pace.withLock { $0 }
    pace.isPending = pace.isPending || isChanged
    let limit = isBlind ? Self.interval : Self.longestSleep
    if pace.isPending && pace.next <= start || start - pace.last >= limit {
      watch.look(self)
      let end = ContinuousClock.now
      pace.next = end + min(Self.longestPause, (end - start) * Self.restShare)
      (pace.isPending, pace.last) = (false, start)
    } else if hearsLocks {
      watch.judgeLocks(self)
    }
    let done = pace
    self.pace.withLock { kept in
      (kept.isPending, kept.last, kept.next) = (done.isPending, done.last, done.next)
    }
    if pace.isPending { return max(.zero, pace.next - start) }
    return isBlind || hearsLocks ? Self.interval : Self.longestSleep
  }
}
