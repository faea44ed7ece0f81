// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory
import UserFiles

/// The looks of a watch: passes in which its thread compares files and locks with their last known
/// state.
///
/// A look finds the changes by other processes.
extension KeychainWatch {
  /// The time after a keychain's deletion in which its removal from a search list is not reported.
  ///
  /// The deletion and the removal are one change for the listeners.
  private static let deletionTime: Int64 = 5_000_000  // microseconds
  /// The time after which the watch forgets a missing file that is in no search list.
  private static let forgetTime: Int64 = 60_000_000  // microseconds

  /// Compares all lists, trust settings, files and locks with their last known state.
  ///
  /// The differences are reported as changes by other processes.
  func look(_ thread: WatchThread) {
    guard let (subject, _) = subject(of: thread) else { return }
    let keychains = subject.keychains
    let places = subject.places
    thread.directories.watch(places, isWhole: false)
    for domain in Keychains.listedDomains { lookAtLists(domain, subject) }
    lookAtTrust()
    let (listed, inFolder) = keychains.watchedPaths()
    let isFirst = thread.isFirstLook
    noteNew(isFirst ? [] : inFolder, subject)
    // A file that was deleted is in no folder, and perhaps in no list any more.
    let present = state.withLock { $0.files.filter { $0.value.isPresent == true }.keys.sorted() }
    var paths = listed
    for path in inFolder + present where !paths.contains(path) { paths.append(path) }
    var directories = places
    for path in paths {
      directories[WholeFile.directory(of: path), default: DirectoryWatch.Names()]
        .formUnion(DirectoryWatch.Names([WholeFile.name(of: path)]))
    }
    thread.directories.watch(directories, isWhole: true)
    for path in paths { lookAtFile(path, subject) }
    forget(except: Set(paths), keychains.surroundings.clock.sinceBoot())
    judgeLocks(thread)
  }

  /// Begins to watch a keychain file that this process has opened by name, if the watch runs.
  ///
  /// The function reads the file. Changes by other processes after its return are reported, also if
  /// the file is missing now.
  func beginWatching(_ path: String) {
    guard let subject = state.withLock({ $0.isActive ? $0.subject : nil }) else { return }
    lookAtFile(path, subject)
    state.withLock { $0.thread?.directories.wake() }
  }

  /// Reports each known keychain that was locked or unlocked since the last look.
  ///
  /// A keychain is unlocked if the key holder has its master key. The call does nothing if no
  /// listener wants to know of locks and unlocks.
  func judgeLocks(_ thread: WatchThread) {
    guard let (subject, hearsLocks) = subject(of: thread), hearsLocks else { return }
    let changed = state.withLock { state in
      state.files.filter(\.value.hasOtherLock).keys.sorted()
    }
    for path in changed {
      // The lock may differ because of a new password. The look at the file finds and reports that.
      lookAtFile(path, subject)
      state.withLock { state in
        guard state.thread === thread, var file = state.files[path] else { return }
        let kinds = file.judgeLock()
        state.files[path] = file
        Self.report(kinds, of: file, subject)
      }
    }
  }

  /// Adds files of the user's folder that the watch does not know, as files that were missing until
  /// now.
  ///
  /// The next look at one of these files then reports all its items as added.
  private func noteNew(_ paths: [String], _ subject: Subject) {
    state.withLock { state in
      for path in paths where state.files[path] == nil {
        state.files[path] = subject.file(path, isPresent: false)
      }
    }
  }

  private func lookAtFile(_ path: String, _ subject: Subject) {
    let known = state.withLock { state -> (Int, Keychain)? in
      let turn = state.turns[path] ?? Turn()
      guard turn.running <= 0 else {
        state.turns[path]?.wasPassedOver = true
        return nil
      }
      return (
        turn.taken,
        subject.keychains.watched(path) ?? state.files[path]?.keychain
          ?? Keychain(path, subject.keychains.surroundings)
      )
    }
    guard let (taken, keychain) = known else { return }
    let content = keychain.content()
    finish(path, taken) { state in
      var file = state.files[path] ?? WatchedFile(keychain)
      let kinds = file.take(content)
      state.files[path] = file
      Self.report(kinds, of: file, subject)
    }
  }

  private func lookAtLists(_ domain: PreferenceDomain, _ subject: Subject) {
    guard let path = try? subject.keychains.preferenceFile(of: domain) else { return }
    let known = state.withLock { state -> Int? in
      let turn = state.turns[path] ?? Turn()
      guard turn.running <= 0 else {
        state.turns[path]?.wasPassedOver = true
        return nil
      }
      return turn.taken
    }
    // If the file is damaged, the lists that were read last stay known.
    guard let taken = known, let preferences = try? KeychainPreferences(at: path) else { return }
    finish(path, taken) { state in
      Self.take(WatchedLists(preferences), of: domain, &state, subject, isOwn: false)
    }
  }

  /// Calls `body` to store the result of a look at a file, unless the result is outdated.
  ///
  /// The result is outdated if this process has changed the file since the look, or if another
  /// thread has looked. The watch's thread then looks again.
  ///
  /// - Parameter taken: the value of `Turn.taken` for the file before the look.
  private func finish(_ path: String, _ taken: Int, _ body: (inout State) -> Void) {
    state.withLock { state in
      guard state.isActive else { return }
      let turn = state.turns[path] ?? Turn()
      guard turn.running <= 0, turn.taken == taken else {
        state.thread?.directories.wake()
        return
      }
      body(&state)
      state.turns[path, default: Turn()].taken += 1
    }
  }

  /// Stores the present lists of a domain, and reports the changes since the lists known before.
  ///
  /// If a keychain was deleted and so removed from a list, this is reported once.
  ///
  /// - Parameter isOwn: true if this process changed the lists, false if another process did.
  static func take(
    _ lists: WatchedLists, of domain: PreferenceDomain, _ state: inout State, _ subject: Subject,
    isOwn: Bool
  ) {
    guard let known = state.lists.updateValue(lists, forKey: domain), known != lists else {
      return
    }
    let keychains = subject.keychains
    let now = keychains.surroundings.clock.sinceBoot()
    var remaining: [String] = []
    for name in known.search {
      guard let path = keychains.path(ofListed: name), var file = state.files[path],
        !lists.search.contains(name)
      else {
        remaining.append(name)
        continue
      }
      if file.isPresent == true, !file.keychain.exists {
        report(file.take(.missing), of: file, subject, isOwn: isOwn)
        state.files[path] = file
      }
      let isDeleted = file.gone.map { now - $0 <= deletionTime } ?? false
      if !isDeleted { remaining.append(name) }
    }
    if remaining != lists.search {
      subject.report(KeychainChange(.listChanged, of: nil, isOwn: isOwn))
    }
    if known.standard != lists.standard {
      let name = lists.standard ?? (domain == .user ? keychains.places.loginPath : nil)
      let standard = name.map { keychains.member(watchedAs: $0) }
      subject.report(KeychainChange(.defaultChanged, of: standard, isOwn: isOwn))
    }
  }

  /// Forgets files that have been missing for longer than `forgetTime`.
  ///
  /// - Parameters:
  ///   - paths: the files at which this look has looked; they are kept.
  ///   - now: the present time in microseconds since boot.
  private func forget(except paths: Set<String>, _ now: Int64) {
    state.withLock { state in
      for (path, file) in state.files where !paths.contains(path) {
        guard let gone = file.gone, now - gone > Self.forgetTime else { continue }
        state.files[path] = nil
        state.turns[path] = nil
      }
    }
  }
}
