// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainRequests
import KeychainTypes
import SecureMemory

/// The dictionary of one of the four calls: read, answered by the service, written as a result.
struct ItemRequest {
  private(set) var dictionary: ForeignDictionary
  let profile: Profile
  /// Takes down what is asked of the service; nil where nobody wants to know.
  var exchange: Exchange?
  /// Set where the call is only rehearsed.
  var rehearsal: Request.Rehearsal?

  /// What becomes of the caller's variable after success.
  enum Outcome {
    case untouched
    case object(CFTypeRef?)
  }

  /// This request with another dictionary.
  func of(_ dictionary: ForeignDictionary) -> ItemRequest {
    var request = self
    request.dictionary = dictionary
    return request
  }

  /// Makes the call.
  func perform(
    _ verb: Request.Verb, setting changes: NSDictionary?
  ) throws(KeychainError) -> Outcome {
    let parts = try IdentityParts.of(self, for: verb)
    switch verb {
    case .add:
      if let parts { return try parts.add() }
      return try add()
    case .copyMatching:
      if let parts { return try parts.copyMatching() }
      return try copyMatching()
    case .update:
      let changes = changes ?? NSDictionary()
      if let parts { try parts.update(setting: changes) } else { try update(setting: changes) }
    case .delete: if let parts { try parts.delete() } else { try delete() }
    }
    return .untouched
  }

  /// The service that answers.
  private func service() throws(KeychainError) -> ServiceChoice.Service {
    let service = try ServiceChoice.current(in: profile)
    // The first calls of a program on the store of this user let the store take notice of it.
    if !Watchers.isQuiet { ProgramMemory.begin(service) }
    return service
  }

  /// The answer to the dictionary, with what the call lacks.
  private func answer(
    _ verb: Request.Verb, setting changes: NSDictionary? = nil
  ) throws(KeychainError) -> Answer {
    var request = dictionary.request(
      verb, setting: changes.map { ForeignDictionary($0) }, in: profile)
    request.rehearsal = rehearsal
    exchange?.makes(request)
    let service = try service()
    return try EvidenceLoop(dictionary, request, for: service).run {
      (evidence) throws(KeychainError) in
      var request = request
      if let evidence { request.evidence = evidence }
      guard let exchange else { return try service.answer(request) }
      return try exchange.answer(request, by: service)
    }
  }

  /// Adds the item; without a match where the profile makes that a success without effect.
  func addedItem() throws(KeychainError) -> Answer {
    let answer = try self.answer(.add)
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
    let answer = try self.answer(.copyMatching)
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
    _ = try answer(.update, setting: attributes)
    ProgramMemory.wrote()
  }

  /// SecItemDelete.
  func delete() throws(KeychainError) {
    _ = try answer(.delete)
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

extension EvidenceLoop {
  /// The loop of a call: in the context of its dictionary, with what its request says of prompts.
  init(_ dictionary: ForeignDictionary, _ request: Request, for service: ServiceChoice.Service) {
    let given = dictionary.context
    self.init(
      in: given?.authenticationContext, request.pairs.interaction, prompt: dictionary.prompt,
      asking: {
        // A rehearsal asks nobody, whatever the objects in it remember.
        let remembered = request.rehearsal == nil ? given?.installation : nil
        return AuthenticatorChoice.current(remembered, for: service)
      })
  }
}
