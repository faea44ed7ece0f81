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

/// Stands for what is enrolled (spec/access-control.md 1.5).
public final class LADomainStateBiometry: NSObject, Sendable {
  /// The kind of the sensor.
  public let biometryType: LABiometryType
  /// Nil where nothing is enrolled; there during a lockout too.
  public let stateHash: Data?

  init(_ asked: BoundAuthenticator) {
    biometryType = LABiometryType(asked.facts.biometry)
    stateHash = asked.domainState(.biometry).map { Data($0) }
    super.init()
  }
}

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
