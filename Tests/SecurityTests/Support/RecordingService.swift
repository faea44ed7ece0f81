// SPDX-License-Identifier: Apache-2.0
import KeychainRequests
import KeychainTypes
import SecureMemory
import Security

/// A service that records each request and gives a prepared answer.
///
/// It tests the reading of dictionaries without a store, and makes its checks in the order of
/// Specification/secitem.md, "Order of evaluation".
final class RecordingService: ReadingService, WithoutPasscode {
  struct State: Sendable {
    var item: Reading<NewItem>?
    var query: Reading<Query>?
    var changes: Reading<Changes>?
    var calls = 0
  }

  private let state = Lock(State())
  private let groups: [String]
  private let matches: [Match]

  init(groups: [String] = ["G1", "G2"], matches: [Match] = []) {
    self.groups = groups
    self.matches = matches
  }

  var item: Reading<NewItem>? { state.withLock { $0.item } }
  var query: Reading<Query>? { state.withLock { $0.query } }
  var changes: Reading<Changes>? { state.withLock { $0.changes } }
  var calls: Int { state.withLock { $0.calls } }

  func rehearsing(_ rehearsal: Request.Rehearsal) -> RecordingService { self }

  func add(_ item: Reading<NewItem>, _ trail: inout Trail) throws(KeychainError) -> Match? {
    state.withLock {
      $0.item = item
      $0.calls += 1
    }
    try requireGroups()
    let value = try item.outcome.get()
    try judge(item.group)
    if let refusal = item.lateRefusal { throw refusal }
    return value.hasNoEffect ? nil : matches.first ?? Match(value.itemClass, .zero)
  }

  func copyMatching(
    _ query: Reading<Query>, _ trail: inout Trail
  ) throws(KeychainError) -> [Match] {
    state.withLock {
      $0.query = query
      $0.calls += 1
    }
    try requireGroups()
    let value = try query.outcome.get()
    try judge(query.group)
    if let refusal = query.lateRefusal { throw refusal }
    guard !matches.isEmpty, value.limit.count != 0 else {
      throw KeychainError(.itemNotFound, "no item matches")
    }
    return Array(matches.prefix(value.limit.count ?? matches.count))
  }

  func update(
    _ query: Reading<Query>, setting changes: Reading<Changes>, _ trail: inout Trail
  ) throws(KeychainError) {
    state.withLock {
      $0.query = query
      $0.changes = changes
      $0.calls += 1
    }
    try requireGroups()
    try judge(query.group)
    _ = try query.outcome.get()
    try judge(changes.group)
    if let refusal = query.lateRefusal { throw refusal }
    _ = try changes.outcome.get()
    if let refusal = changes.lateRefusal { throw refusal }
    try requireMatches()
  }

  func delete(_ query: Reading<Query>, _ trail: inout Trail) throws(KeychainError) {
    state.withLock {
      $0.query = query
      $0.calls += 1
    }
    try requireGroups()
    try judge(query.group)
    _ = try query.outcome.get()
    if let refusal = query.lateRefusal { throw refusal }
    try requireMatches()
  }

  func describeStore() throws(KeychainError) -> StoreDescription { throw .parameter("none") }
  func damagedParts() throws(KeychainError) -> [String] { [] }
  func check() throws(KeychainError) -> CheckReport { CheckReport() }
  func rotateKeys() throws(KeychainError) -> RotationReport { RotationReport() }
  func copyStore(to directory: String) throws(KeychainError) -> CheckReport { CheckReport() }
  func listItems(_ classes: [ItemClass]) throws(KeychainError) -> [ItemSummary] { [] }

  private func requireGroups() throws(KeychainError) {
    guard !groups.isEmpty else { throw KeychainError(.missingEntitlement, "no group") }
  }

  private func requireMatches() throws(KeychainError) {
    guard !matches.isEmpty else { throw KeychainError(.itemNotFound, "no item matches") }
  }

  private func judge(_ group: RequestedGroup) throws(KeychainError) {
    switch group {
    case .absent: return
    case .named(let name) where groups.contains(name): return
    default: throw KeychainError(.missingEntitlement, "not a group of the caller")
    }
  }
}

extension RecordingService {
  /// Runs the body with this service and profile in place of those of the process.
  func run<R>(_ profile: Profile = .ios, _ body: () throws -> R) rethrows -> R {
    try CurrentInstallation.$scoped.withValue(Installation(service: self, profile: profile)) {
      try body()
    }
  }
}
