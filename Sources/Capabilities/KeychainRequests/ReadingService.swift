// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import KeychainTypes
import SecureMemory

/// A service that reads requests by the schema: the engine, and whatever else keeps items.
///
/// It answers readings, and in their order of refusals (`RequestReader`); a service that hands
/// requests on to another one reads nothing. Each verb notes in the trail how it decides.
package protocol ReadingService: KeychainService {
  /// Adds one item and answers what is to be returned of it.
  ///
  /// - Returns: nil when the profile makes the call a success without effect (quirk D2).
  func add(_ item: Reading<NewItem>, _ trail: inout Trail) throws(KeychainError) -> Match?

  /// The items that match, in order of insertion; never none.
  func copyMatching(_ query: Reading<Query>, _ trail: inout Trail) throws(KeychainError) -> [Match]

  /// Changes every item that matches, in one transaction.
  func update(
    _ query: Reading<Query>, setting changes: Reading<Changes>, _ trail: inout Trail
  ) throws(KeychainError)

  /// Removes every item that matches, in one transaction.
  func delete(_ query: Reading<Query>, _ trail: inout Trail) throws(KeychainError)

  /// The service for one call that keeps no change.
  func rehearsing(_ rehearsal: Request.Rehearsal) -> Self
}

extension ReadingService {
  package func answer(_ request: Request) throws(KeychainError) -> Answer {
    if let rehearsal = request.rehearsal { return try rehearsing(rehearsal).decide(request) }
    return try decide(request)
  }

  private func decide(_ request: Request) throws(KeychainError) -> Answer {
    var trail = Trail()
    do throws(KeychainError) {
      var answer =
        switch request.verb {
        case .add: try add(request, &trail)
        case .copyMatching: try copyMatching(request, &trail)
        case .update: try update(request, &trail)
        case .delete: try delete(request, &trail)
        }
      trail.step = .answered
      answer.trail = trail
      return answer
    } catch {
      throw error.leaving(trail)
    }
  }

  private func add(_ request: Request, _ trail: inout Trail) throws(KeychainError) -> Answer {
    let reading = try RequestReader.item(request)
    if case .success(let item) = reading.outcome, item.lacksObject {
      trail.step = .content
      throw .parameter(
        "the data are no object of the class, which is asked for", .itemClass(item.itemClass),
        cause: .dataMakesNoObject)
    }
    let match = try add(reading, &trail)
    return Answer(match, to: try reading.outcome.get())
  }

  private func copyMatching(
    _ request: Request, _ trail: inout Trail
  ) throws(KeychainError) -> Answer {
    let reading = try RequestReader.query(request)
    let matches = try copyMatching(reading, &trail)
    // Not `get`, which would copy the query.
    switch reading.outcome {
    case .success(let query): return Answer(matches, to: query)
    case .failure(let refusal): throw refusal
    }
  }

  private func update(_ request: Request, _ trail: inout Trail) throws(KeychainError) -> Answer {
    let query = try RequestReader.query(request)
    try update(query, setting: RequestReader.changes(request, for: query), &trail)
    return Answer(doneTo: try query.outcome.get().itemClass)
  }

  private func delete(_ request: Request, _ trail: inout Trail) throws(KeychainError) -> Answer {
    let query = try RequestReader.query(request)
    try delete(query, &trail)
    return Answer(doneTo: try query.outcome.get().itemClass)
  }
}

extension NewItem {
  /// Whether the object alone is asked for as the result, and the data make no object
  /// (Documentation/Decisions/objects-of-data.md).
  package var lacksObject: Bool {
    guard returns == .reference, element == nil else { return false }
    switch itemClass {
    case .key: return !isKey
    case .certificate:
      return secret.flatMap { secret in secret.withBytes { try? Certificate($0) } } == nil
    case .genericPassword, .internetPassword, .identity: return false
    }
  }

  private var isKey: Bool {
    // A key without a class is a public one (spec/secitem.md 2.3).
    let keyClass = attributes[.keyClass] ?? .number(KeyType.number(of: .publicHalf))
    guard case .number(let type)? = attributes[.type], case .number(let keyClass) = keyClass,
      let secret
    else { return false }
    return (try? SoftwareKey(importing: secret, type: type, keyClass: keyClass)) != nil
  }
}
