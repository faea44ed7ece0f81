// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

extension ItemStore {
  /// Runs `body` as a write transaction, whose changes are durable when this function returns.
  ///
  /// Other writers of this process that arrive meanwhile join the transaction and share the commit
  /// (Documentation/Decisions/group-commit.md). Each writer sees the changes of the writers before
  /// it. Therefore this function returns, or throws an error of `body`, only after those changes
  /// are durable. If the commit fails, all writers that share it get the error of the commit.
  ///
  /// While this writer waits, `body` may run on the thread of another writer. `body` may run again
  /// if the failure of another writer has undone it.
  ///
  /// Writers of this process wait in a queue. Writers of other processes wait for SQLite's lock. If
  /// `body` throws, its changes are undone. After an error of the commit, the change is complete or
  /// absent (Specification/design.md, "Promises", 1).
  ///
  /// - Parameters:
  ///   - prepare: Called at most once, before `body` and on this thread, while the writer waits in
  ///     the queue. Its argument is the write number (number of the change) that `body` will
  ///     probably use first. Other writers may make `body` use another number.
  ///   - refusesFirst: True if `body`, when it throws, normally throws before its first change.
  ///     Then no savepoint is made for `body`. If its changes must be undone nevertheless, the
  ///     whole commit is undone, and each writer runs again alone.
  ///   - limit: The time to wait for other writers, in milliseconds. The default is
  ///     `StoreOptions.busyLimit`.
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

  /// Runs `changes` in a write transaction, like `write`, but has no generic result.
  ///
  /// If the changes have a result, `changes` stores it in a variable of the caller. This method
  /// exists because a generic call into another target adds several thousand instructions to
  /// `SecItemAdd`.
  ///
  /// - Parameters:
  ///   - prepare, refusesFirst, limit: See `write`.
  ///   - changes: Makes the changes in the transaction. Returns false to have its changes undone.
  /// - Throws: An error if the changes did not run or could not be committed.
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

  /// The number of writers in the queue of this process that are not preparing their changes, for
  /// tests.
  package var testOnlyReadyWriters: Int { queue.readyCount }

  /// Runs the changes of the leading writer (the writer of the calling thread) and of the writers
  /// that join it, in one commit.
  ///
  /// - Parameters:
  ///   - own: The changes of the leading writer.
  ///   - deadline: The time until which to wait for writers of other processes.
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
    // Releases the writers' changes, and secrets in them, before the log is copied.
    group = []
    // The changes are durable. Other writers can prepare their next changes meanwhile. This writer
    // keeps the turn, so that no other writer can commit.
    used?.checkpointIfLong()
  }

  /// Runs one transaction for the writers in `group`, and adds the writers that join it to `group`.
  ///
  /// - Returns: The shared commit. Nil if the first writer's changes had to be undone, or if each
  ///   writer had to run alone.
  private func share(
    _ group: inout [PendingWrite], _ connection: Connection
  ) throws(StorageError) -> Commit? {
    defer { connection.rollback() }
    try connection.begin(.write)
    try requirePlace()
    let began = MonotonicTime.now
    let transaction = try WriteTransaction(connection)
    // If the first write is refused, its answer depends only on changes that were durable before.
    guard group[0].run(in: transaction) else { return nil }
    while let next = queue.next(joining: group.count, openSince: began) {
      group.append(next)
      guard try transaction.join(next) else {
        // The failure of this writer must not affect the others: each one runs again alone.
        connection.rollback()
        for write in group { commitAlone(write, connection) }
        return nil
      }
    }
    // Writers that joined later may have begun after the store was moved away.
    if group.count > 1 { try requirePlace() }
    let end = MonotonicTime.now
    try transaction.finish()
    try connection.commit()
    let duration = MonotonicTime.now.nanoseconds - end.nanoseconds
    return Commit(duration: duration, lastWrite: transaction.lastWrite)
  }

  /// The duration of a shared commit in nanoseconds, and the number of its last change (write
  /// number).
  private struct Commit {
    let duration: Int64
    let lastWrite: Int64
  }

  /// Throws if the path of the store no longer names the open database file
  /// (Specification/design.md, "Promises", 1).
  ///
  /// Changes in a file without a name would be lost when the process ends. Call this while holding
  /// the write lock, because a writer may have waited long for the lock.
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
