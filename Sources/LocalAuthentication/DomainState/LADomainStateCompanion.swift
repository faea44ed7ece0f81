// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

/// Stands for the paired devices (spec/access-control.md 1.5).
public final class LADomainStateCompanion: NSObject, Sendable {
  /// The types of which a device is paired.
  public let availableCompanionTypes: Set<LACompanionType>
  /// All of them together; nil where none is paired.
  public let stateHash: Data?
  private let hashes: [LACompanionType: Data]

  init(_ asked: BoundAuthenticator) {
    availableCompanionTypes = Set(asked.facts.companions.keys.map { LACompanionType($0) })
    stateHash = asked.domainState(.companions).map { Data($0) }
    var hashes: [LACompanionType: Data] = [:]
    for type in availableCompanionTypes {
      hashes[type] = asked.domainState(.companion(type.value)).map { Data($0) }
    }
    self.hashes = hashes
    super.init()
  }

  /// The devices of one type; nil where none of it is paired.
  public func stateHash(for companionType: LACompanionType) -> Data? { hashes[companionType] }
}
