// SPDX-License-Identifier: Apache-2.0

/// Decides by an access list what a program may do (Specification/file-keychain.md, "Access
/// evaluation").
///
/// A list has entries, each a condition with the operations that it permits. Its partition list
/// names the kinds of programs, called partitions, that may use the item, for example `unsigned:`.
package struct AccessJudge: Sendable {
  /// The part of an access list that decided: its entries, or its partition list.
  package enum Reason: Hashable, Sendable {
    /// No entry lets the program pass without a question.
    case entry
    /// The program's partition is not in the partition list.
    case partition
  }

  package enum Verdict: Hashable, Sendable {
    case allowed
    /// The operation is allowed only if the user permits it; the reason says which part of the list
    /// asks.
    case ask(Reason)
    case denied(Reason)
  }

  private let list: AccessList
  private let client: KeychainClient
  private let hasPartitions: Bool

  package init(_ list: AccessList, _ client: KeychainClient, _ version: BlobVersion) {
    (self.list, self.client, hasPartitions) = (list, client, version.hasPartitions)
  }

  /// Operations that the user can permit to a program whose partition is not in the partition list.
  private static let askable: Set<Authorization> = [
    .changeAccess, .decrypt, .exportClear, .exportWrapped, .sign, .code, .derive,
  ]

  /// Returns the verdict of the list's entries about an operation.
  ///
  /// The partition list has a verdict of its own (`partition`). Both must permit the operation.
  package func entries(_ operation: Authorization) -> Verdict {
    var canAsk = false
    for subject in subjects(operation) {
      switch passes(subject) {
      case .allowed: return .allowed
      case .ask: canAsk = true
      case .denied: continue
      }
    }
    return canAsk ? .ask(.entry) : .denied(.entry)
  }

  /// Returns true if an entry lets the program pass without a question.
  func passes(_ entry: AccessList.Entry) -> Bool { passes(entry.subject) == .allowed }

  /// Returns the verdict of the partition list about an operation.
  ///
  /// The entries have a verdict of their own (`entries`). Both must permit the operation. If the
  /// item has no partition list, every program is allowed. The keychain then gives the item the
  /// partition of the first program that uses it.
  package func partition(_ operation: Authorization) -> Verdict {
    guard hasPartitions, list.hasPartitions else { return .allowed }
    // A list that cannot be read names no partition.
    if list.partitions?.identifiers.contains(client.partition) == true { return .allowed }
    guard Self.askable.contains(operation), subjects(operation).contains(where: Self.endsInPrompt)
    else { return .denied(.partition) }
    return .ask(.partition)
  }

  /// The conditions of the entries that permit an operation.
  ///
  /// For a change of the list, only the owner's condition counts.
  private func subjects(_ operation: Authorization) -> [AccessSubject] {
    if operation == .changeAccess { return [list.owner] }
    return list.entries.filter { $0.tag.isEmpty && $0.authorizes(operation) }.map(\.subject)
  }

  private func passes(_ subject: AccessSubject) -> Verdict {
    switch subject {
    case .any: return .allowed
    case .program(let program): return client.matches(program) ? .allowed : .denied(.entry)
    case .prompt: return .ask(.entry)
    case .partition, .process: return .denied(.entry)
    case .threshold(let needed, let subjects):
      let verdicts = subjects.map(passes)
      // A threshold of 0 would let every program pass. No system writes this threshold.
      guard needed > 0 else { return .denied(.entry) }
      let passing = verdicts.filter { $0 == .allowed }.count
      if passing >= needed { return .allowed }
      let askable = verdicts.filter { $0 == .ask(.entry) }.count
      return passing + askable >= needed ? .ask(.entry) : .denied(.entry)
    }
  }

  private static func endsInPrompt(_ subject: AccessSubject) -> Bool {
    guard case .threshold(_, let subjects) = subject, case .prompt? = subjects.last else {
      return false
    }
    return true
  }
}

extension AccessList {
  /// Returns the list after the user has trusted a program for an operation ("Always Allow").
  ///
  /// The program is added to each entry for the operation that does not let it pass yet. Entries
  /// that do not end in a question to the user (`prompt`) stay unchanged.
  /// The program's partition is added to the partition list, if the item has one.
  ///
  /// - Parameter version: the version of the keychain file, which decides whether its items have
  ///   partition lists.
  package func trusting(
    _ client: KeychainClient, for operation: Authorization, _ version: BlobVersion
  ) -> AccessList {
    var list = self
    let judge = AccessJudge(self, client, version)
    for (place, entry) in entries.enumerated()
    where entry.tag.isEmpty && entry.authorizes(operation) && !judge.passes(entry) {
      guard case .threshold(let needed, let subjects) = entry.subject,
        case .prompt? = subjects.last, !subjects.contains(.program(client.trusted))
      else { continue }
      list.entries[place].subject = .threshold(
        needed: needed, [.program(client.trusted)] + subjects)
    }
    if version.hasPartitions, var partitions = list.partitions,
      !partitions.identifiers.contains(client.partition)
    {
      partitions.identifiers.append(client.partition)
      list.partitions = partitions
    }
    return list
  }
}
