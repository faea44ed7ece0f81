// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

/// Stands for what was enrolled and paired when it was read (spec/access-control.md 1.5).
///
/// The hashes differ after every change, between devices and between applications; they are hints
/// for an interface, no protection.
public final class LADomainState: NSObject, Sendable {
  /// Biometry alone.
  public let biometry: LADomainStateBiometry
  /// Companion devices alone.
  public let companion: LADomainStateCompanion
  /// Both together; nil where nothing is enrolled and nothing is paired.
  public let stateHash: Data?

  init(_ asked: BoundAuthenticator) {
    biometry = LADomainStateBiometry(asked)
    companion = LADomainStateCompanion(asked)
    stateHash = asked.domainState(.combined).map { Data($0) }
    super.init()
  }
}
