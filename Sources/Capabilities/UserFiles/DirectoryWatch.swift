// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import SecureMemory

/// Notices that files were made, replaced, changed or deleted in directories (inotify(7)).
///
/// Directories are watched instead of files, because writers replace a file by renaming a new file.
/// A missing directory may be watched too: the watch notices when the directory is made.
///
/// A forked child must not use the watch of its parent, because both would read from one queue.
package final class DirectoryWatch: Sendable {
  /// The file names that are watched in one directory.
  ///
  /// A name matches if it is in `exact`, or if it has one of the `endings` and no dot at its start.
  package struct Names: Sendable {
    package var exact: Set<String> = []
    package var endings: Set<String> = []

    package init(_ exact: Set<String> = [], endings: Set<String> = []) {
      (self.exact, self.endings) = (exact, endings)
    }

    package mutating func formUnion(_ other: Names) {
      exact.formUnion(other.exact)
      endings.formUnion(other.endings)
    }

    func contains(_ name: String) -> Bool {
      exact.contains(name) || !name.hasPrefix(".") && endings.contains { name.hasSuffix($0) }
    }
  }

  private struct State: Sendable {
    /// The watched names, by the number that the kernel gave the watch of their directory.
    var names: [Int32: Names] = [:]
    /// The watch numbers of the directories on a network file system.
    ///
    /// Other machines can change these directories unnoticed.
    var shared: Set<Int32> = []
    var isBlind = false
  }

  /// The descriptor of the inotify queue; negative if the kernel refuses a queue.
  private let queue: Int32
  /// The descriptor that `wake` makes readable; negative if the system refuses it.
  private let event: Int32
  private let state = Lock(State())

  /// The kinds of changes that are noticed.
  ///
  /// `IN_ATTRIB` is among them because a file can become readable.
  private static let mask = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE
      | IN_DELETE_SELF | IN_MOVE_SELF)
  /// The kinds of events that concern a directory itself, and thus all its watched names.
  private static let whole = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)
  private static let bufferSize = 16_384
  /// The maximum number of attempts to watch a missing directory.
  ///
  /// Each attempt watches the directory or, if it is still missing, its nearest existing parent. A
  /// further attempt is needed if the missing part of the path was made during the attempt. After
  /// the last attempt, `isBlind` becomes true.
  private static let mostAttempts = 8

  package init() {
    queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    event = latchkey_event_make()
  }

  deinit {
    if queue >= 0 { close(queue) }
    if event >= 0 { close(event) }
  }

  /// True if the watch can miss changes, so that the caller has to look at the files regularly.
  ///
  /// The kernel does not report changes that other machines make on a network file system. The
  /// kernel also limits the watches of each user, and refuses to watch an unreadable directory.
  package var isBlind: Bool { state.withLock { $0.isBlind } }

  /// Begins to watch names in directories.
  ///
  /// - Parameters:
  ///   - directories: the watched names, by the path of their directory.
  ///   - isWhole: true to stop watching all directories and names that are not in `directories`.
  ///     False to go on watching them.
  package func watch(_ directories: [String: Names], isWhole: Bool) {
    state.withLock { state in
      let former = state
      if isWhole { state = State() }
      if queue < 0 { state.isBlind = true }
      for (path, names) in directories { add(path, names, &state, former) }
      for number in former.names.keys where state.names[number] == nil {
        inotify_rm_watch(queue, number)
      }
    }
  }

  private func add(_ directory: String, _ names: Names, _ state: inout State, _ former: State) {
    guard queue >= 0 else { return }
    for _ in 0..<Self.mostAttempts {
      var (place, wanted) = (directory, names)
      var number = unsafe inotify_add_watch(queue, place, Self.mask)
      // If the directory is missing, the nearest existing one above it is watched instead.
      while number < 0, errno == ENOENT || errno == ENOTDIR, place != "/", place != "." {
        wanted = Names([WholeFile.name(of: place)])
        place = WholeFile.directory(of: place)
        number = unsafe inotify_add_watch(queue, place, Self.mask)
      }
      guard number >= 0 else {
        state.isBlind = true
        return
      }
      state.names[number, default: Names()].formUnion(wanted)
      let isKnown = former.names[number] != nil
      let isShared =
        isKnown
        ? former.shared.contains(number) : FileSystemKind.of(place)?.isNetwork == true
      if isShared {
        state.shared.insert(number)
        state.isBlind = true
      }
      // A directory that was made before its parent was watched is tried again.
      if place == directory { return }
      let next = place + (place == "/" ? "" : "/") + (wanted.exact.first ?? "")
      guard unsafe access(next, F_OK) == 0 else { return }
    }
    state.isBlind = true
  }

  /// Waits for a change or for `wake`, at most for the given time.
  ///
  /// The wait runs C code only, and does not count as a call of the library that a fork must wait
  /// for (`ForkBarrier`). Therefore another thread may fork during the wait.
  package func wait(milliseconds: Int32) {
    latchkey_wait_readable(event, queue, milliseconds)
  }

  /// Ends a wait of another thread; the next call of `hasChanges` returns true.
  package func wake() { latchkey_event_signal(event) }

  /// Returns true if a watched file has changed since the last call, or if `wake` was called since.
  package func hasChanges() -> Bool {
    var isWoken = latchkey_event_clear(event) != 0
    guard queue >= 0 else { return isWoken }
    let names = state.withLock { $0.names }
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    while true {
      let count = unsafe read(queue, &buffer, buffer.count)
      guard count > 0 else { return isWoken }
      if Self.concern(names, buffer[..<count]) { isWoken = true }
    }
  }

  /// Returns true if one of the kernel's events concerns a watched name, or says that events were
  /// lost.
  private static func concern(_ names: [Int32: Names], _ events: ArraySlice<UInt8>) -> Bool {
    let headSize = MemoryLayout<inotify_event>.size
    var place = events.startIndex
    while place + headSize <= events.endIndex {
      let event = unsafe events.withUnsafeBytes { bytes in
        unsafe bytes.loadUnaligned(
          fromByteOffset: place - events.startIndex, as: inotify_event.self)
      }
      let start = place + headSize
      place = min(start + Int(event.len), events.endIndex)
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      guard let watched = names[event.wd] else { continue }
      if event.mask & whole != 0 { return true }
      let name = String(decoding: events[start..<place].prefix { $0 != 0 }, as: UTF8.self)
      if watched.contains(name) { return true }
    }
    return false
  }
}
