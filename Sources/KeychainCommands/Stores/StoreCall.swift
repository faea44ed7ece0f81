// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A call for items that a command is about to make.
package struct StoreCall {
  package enum Verb {
    case add(NewItem)
    case search(Query)
    case update(Query, Changes)
    case delete(Query)
  }

  package let verb: Verb
  /// The access group that the command names.
  package let group: RequestedGroup
  /// Whether finding nothing is an answer that the command goes on with.
  package let mayFindNothing: Bool

  init(_ verb: Verb, group: RequestedGroup = .absent, mayFindNothing: Bool = false) {
    self.verb = verb
    self.group = group
    self.mayFindNothing = mayFindNothing
  }

  /// The call as a request.
  ///
  /// - Parameters:
  ///   - evidence: what was proved so far; an item to be added brings its own.
  ///   - interaction: whether a person may be asked.
  func request(_ evidence: Evidence? = nil, _ interaction: Interaction = .allow) -> Request {
    func asked(_ query: Query) -> Query {
      var query = query
      (query.evidence, query.interaction) = (evidence, interaction)
      return query
    }
    return switch verb {
    case .add(let item): Request(adding: item, to: group)
    case .search(let query): Request(.copyMatching, asked(query), in: group)
    case .update(let query, let changes):
      Request(updating: asked(query), in: group, setting: changes)
    case .delete(let query): Request(.delete, asked(query), in: group)
    }
  }
}

/// Follows the calls of commands, for a person who has asked to be told of them.
package protocol StoreCallFollower {
  /// Whether anybody has asked.
  var isWanted: Bool { get }

  /// Makes a call by a body that asks by the exchange it is given, and tells of it.
  ///
  /// - Parameter authenticator: who can be asked for evidence; nil where nobody can.
  /// - Throws: as the body; nothing that the follower does changes what the call answers.
  func follow(
    _ call: StoreCall, of service: StoreAccess.Service, asking authenticator: BoundAuthenticator?,
    _ body: (Exchange) throws(KeychainError) -> Answer
  ) throws(KeychainError) -> Answer
}
