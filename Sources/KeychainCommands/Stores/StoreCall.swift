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
}

/// Follows the calls of commands, for a person who has asked to be told of them.
package protocol StoreCallFollower {
  /// Whether anybody has asked.
  var isWanted: Bool { get }

  /// Makes a call by the service that the body is given, and tells of it.
  ///
  /// - Parameter authenticator: who can be asked for evidence; nil where nobody can.
  /// - Throws: as the body; nothing that the follower does changes what the call answers.
  func follow<Answer>(
    _ call: StoreCall, of service: StoreAccess.Service, asking authenticator: BoundAuthenticator?,
    _ body: (StoreAccess.Service) throws(KeychainError) -> Answer
  ) throws(KeychainError) -> Answer
}
