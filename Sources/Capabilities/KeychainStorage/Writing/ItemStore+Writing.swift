// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

extension ItemStore {
  /// Runs `body` as a transaction: durable when this returns, nothing of it when it throws.
  ///
  /// Writers of this process that come meanwhile are taken along and share the commit
  /// (Documentation/Decisions/group-commit.md). Each sees what those before it have done; so nobody
  /// gets an answer, not even a refusal, before that is durable, and a commit that fails, fails for
  /// all. `body` may run on the thread of another writer while this one waits, and once more where
  /// another one's failure has undone it.
  ///
  /// Writers of this process wait in line, those of others on SQLite's lock, both up to the busy
  /// limit. An error of the commit means that the change is whole or absent (DESIGN promise 1).
  ///
  /// - Parameters:
  ///   - prepare: called at most once, before `body` and on this thread, while it stands in line:
  ///     with the write number that `body` will get first, unless others change that yet.
  ///   - refusesFirst: whether `body` refuses, as a rule, before it changes anything. Nothing is
  ///     kept then to undo its part by; where it has to be undone, all of the commit are, and run
  ///     once more, each by itself.
  ///   - limit: milliseconds to wait for other writers; the busy limit, if nothing else is said.
  package func write<R, E: StorageErrorConvertible>(
    preparing prepare: ((Int64) -> Void)? = nil, refusesFirst: Bool = false,
    within limit: Int? = nil, _ body: @escaping (WriteTransaction) throws(E) -> R
  ) throws(E) -> R {
    var outcome: Result<R, E>?
    do throws(StorageError) {
      try run(preparing: prepare, refusesFirst: refusesFirst, within: limit) { transaction in
        do throws(E) {
          outcome = .success(try body(transaction))
          return true
        } catch {
          outcome = .failure(error)
          return false
        }
      }
    } catch { throw E(error) }
    guard let outcome else { preconditionFailure("a write that was answered has run") }
    return try outcome.get()
  }

  /// As `write`, with changes that keep their answer themselves: a generic call costs an add
  /// several thousand instructions in another target.
  ///
  /// - Parameter changes: false when they are refused and have to be undone.
  /// - Throws: where the changes were not run, or what they made could not be kept.
  package func run(
    preparing prepare: ((Int64) -> Void)? = nil, refusesFirst: Bool = false,
    within limit: Int? = nil, _ changes: @escaping (WriteTransaction) -> Bool
  ) throws(StorageError) {
    guard !sentinel.hasForked else { throw .forked }
    let write = PendingWrite(prepare: prepare, refusesFirst: refusesFirst, changes)
    let deadline = MonotonicTime.now.advanced(byMilliseconds: limit ?? options.busyLimit)
    switch queue.enter(write, until: deadline) {
    case .leads: lead(write, until: deadline)
    case .answered: break
    case .tooLate: throw .busy
    }
    if let failure = write.failure { throw failure }
  }

  /// How many writers of this process stand in line and have prepared their changes.
  package var testOnlyReadyWriters: Int { queue.readyCount }

  /// Runs the changes of the writer that has the turn, then those of the writers behind it, and
  /// commits once for all.
  private func lead(_ own: PendingWrite, until deadline: MonotonicTime) {
    defer { queue.leave() }
    var group = [own]
    var commit: Commit?
    var used: Connection?
    do throws(StorageError) {
      let connection = try writingConnection()
      used = connection
      connection.limitWaiting(to: deadline.millisecondsLeft)
      commit = try share(&group, connection)
    } catch {
      for write in group { write.failure = error }
    }
    queue.answer(group, commit: commit?.duration, lastWrite: commit?.lastWrite)
    // The writers' changes, and secrets in them, are not held while the log is copied.
    group = []
    // The changes are durable. The writers make their next ones ready meanwhile, and the turn is
    // kept, so that nobody can commit.
    used?.checkpointIfLong()
  }

  /// Runs a transaction of `group`, which grows meanwhile.
  ///
  /// - Returns: nil where nothing was committed together.
  private func share(
    _ group: inout [PendingWrite], _ connection: Connection
  ) throws(StorageError) -> Commit? {
    defer { connection.rollback() }
    try connection.begin(.write)
    try requirePlace()
    let began = MonotonicTime.now
    let transaction = try WriteTransaction(connection)
    // Nothing stands behind a refusal of the first one but what was durable before.
    guard group[0].run(in: transaction) else { return nil }
    while let next = queue.next(joining: group.count, openSince: began) {
      group.append(next)
      guard try transaction.join(next) else {
        // What this one met is nobody else's: they all go on, each by itself.
        connection.rollback()
        for write in group { commitAlone(write, connection) }
        return nil
      }
    }
    // Writers that have joined since may have begun after the store was moved away.
    if group.count > 1 { try requirePlace() }
    let end = MonotonicTime.now
    try transaction.finish()
    try connection.commit()
    let duration = MonotonicTime.now.nanoseconds - end.nanoseconds
    return Commit(duration: duration, lastWrite: transaction.lastWrite)
  }

  /// A commit that writers have shared: how many nanoseconds it took, the last write number in it.
  private struct Commit {
    let duration: Int64
    let lastWrite: Int64
  }

  /// Refuses to write where the path names no file or another one (DESIGN promise 1).
  ///
  /// Changes in a file without a name are gone with the process. The look is taken under the lock
  /// of the store, for which a writer may have waited long.
  func requirePlace() throws(StorageError) {
    guard isInPlace else { throw StoreFile.refusal(.replaced, path) }
  }

  private func commitAlone(_ write: PendingWrite, _ connection: Connection) {
    do throws(StorageError) {
      defer { connection.rollback() }
      try connection.begin(.write)
      try requirePlace()
      let transaction = try WriteTransaction(connection)
      guard write.run(in: transaction) else { return }
      try transaction.finish()
      try connection.commit()
    } catch { write.failure = error }
  }
}
