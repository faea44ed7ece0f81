// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainExplanations
import KeychainRequests
import KeychainTracing
import KeychainTypes

/// The dictionary of one of the four calls: read, answered by the service, written as a result.
struct ItemRequest {
  let dictionary: ForeignDictionary
  let profile: Profile

  /// What becomes of the caller's variable after success.
  enum Outcome {
    case untouched
    case object(CFTypeRef?)
  }

  /// Who answers; who listens to the call is told what it meets.
  private func service() throws(KeychainError) -> ServiceChoice.Service {
    Explainer.telling(try ServiceChoice.current(in: profile))
  }

  /// The request that the dictionary is; who listens is told.
  private func request(_ verb: Request.Verb, setting changes: NSDictionary? = nil) -> Request {
    let changes = changes.map { ForeignDictionary($0) }
    let request = dictionary.request(verb, setting: changes, in: profile)
    CallListener.current?.reads(request, changes)
    return request
  }

  /// Runs a call with what it lacks.
  private func answer<R>(
    _ request: Request, _ call: (ServiceChoice.Service, Request) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    let service = try service()
    return try EvidenceLoop(dictionary, request, for: service).run {
      (evidence) throws(KeychainError) in
      guard let evidence else { return try call(service, request) }
      return try call(service, request.bringing(evidence))
    }
  }

  /// Adds the item; without a match where the profile makes that a success without effect.
  func addedItem() throws(KeychainError) -> Answer {
    let answer = try self.answer(request(.add)) { (service, request) throws(KeychainError) in
      try service.add(request)
    }
    ProgramMemory.wrote()
    return answer
  }

  /// SecItemAdd.
  func add() throws(KeychainError) -> Outcome {
    let answer = try addedItem()
    guard let match = answer.matches.first, !answer.returns.isEmpty else { return .untouched }
    let writer = ResultWriter(
      verb: .add, profile: profile, returns: answer.returns,
      terms: answer.itemClass == .key ? .init(dictionary, answer.interaction) : nil)
    return .object(writer.element(match))
  }

  /// Finds items.
  func foundItems() throws(KeychainError) -> Answer {
    let answer = try self.answer(request(.copyMatching)) {
      (service, request) throws(KeychainError) in try service.copyMatching(request)
    }
    if let query = answer.query { ProgramMemory.found(query) }
    return answer
  }

  /// SecItemCopyMatching.
  func copyMatching() throws(KeychainError) -> Outcome {
    let answer = try foundItems()
    guard !answer.returns.isEmpty || !answer.limit.isSingle else { return .untouched }
    let hasKeys = answer.itemClass == .key || answer.itemClass == .identity
    let writer = ResultWriter(
      verb: .copyMatching, profile: profile, returns: answer.returns,
      terms: hasKeys ? .init(dictionary, answer.interaction) : nil)
    return .object(try writer.result(answer.matches, limit: answer.limit))
  }

  /// SecItemUpdate.
  func update(setting attributes: NSDictionary) throws(KeychainError) {
    try answer(request(.update, setting: attributes)) {
      (service, request) throws(KeychainError) in try service.update(request)
    }
    ProgramMemory.wrote()
  }

  /// SecItemDelete.
  func delete() throws(KeychainError) {
    try answer(request(.delete)) { (service, request) throws(KeychainError) in
      try service.delete(request)
    }
    ProgramMemory.wrote()
  }

  /// Whether the dictionary, and the changes, are free of what is refused whatever is stored.
  func isReadable(for verb: Request.Verb, setting attributes: NSDictionary? = nil) -> Bool {
    let request = dictionary.request(
      verb, setting: attributes.map { ForeignDictionary($0) }, in: profile)
    do throws(KeychainError) {
      guard verb != .add else { return try RequestReader.item(request).isRead }
      let reading = try RequestReader.query(request)
      guard reading.isRead, verb == .update else { return reading.isRead }
      return try RequestReader.changes(request, for: reading).isRead
    } catch {
      return false
    }
  }
}

extension Reading {
  fileprivate var isRead: Bool {
    if case .success = outcome { lateRefusal == nil } else { false }
  }
}
