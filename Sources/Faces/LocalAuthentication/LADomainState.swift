// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

/// Hashes of the enrolled biometry (fingers or faces) and of the paired devices, as they are when
/// the object is created (Specification/access-control.md, "Domain state").
///
/// A program compares a hash with an earlier hash to notice that the enrolment or the pairing has
/// changed. Equal enrolments have different hashes on different devices and for different
/// applications. The hashes are hints for a user interface, not a protection.
public final class LADomainState: NSObject, Sendable {
  /// The hash of the enrolled biometry alone, with the kind of the sensor.
  public let biometry: LADomainStateBiometry
  /// The hashes of the paired devices alone, with the types of these devices.
  public let companion: LADomainStateCompanion
  /// The hash of the enrolled biometry and the paired devices together.
  ///
  /// Nil if no biometry is enrolled and no device is paired, or if the hash cannot be computed.
  public let stateHash: Data?

  init(_ asked: BoundAuthenticator) {
    biometry = LADomainStateBiometry(asked)
    companion = LADomainStateCompanion(asked)
    stateHash = asked.domainState(.combined).map { Data($0) }
    super.init()
  }
}

/// The hash of the enrolled biometry, with the kind of the sensor (Specification/access-control.md,
/// "Domain state").
public final class LADomainStateBiometry: NSObject, Sendable {
  /// The kind of the biometric sensor.
  public let biometryType: LABiometryType
  /// The hash of the enrolled biometry.
  ///
  /// Nil if no finger or face is enrolled, or if the hash cannot be computed. The hash can also be
  /// read while biometry is locked out.
  public let stateHash: Data?

  init(_ asked: BoundAuthenticator) {
    biometryType = LABiometryType(asked.facts.biometry)
    stateHash = asked.domainState(.biometry).map { Data($0) }
    super.init()
  }
}

/// The hashes of the paired devices, with the types of these devices
/// (Specification/access-control.md, "Domain state").
public final class LADomainStateCompanion: NSObject, Sendable {
  /// The types of the paired devices.
  public let availableCompanionTypes: Set<LACompanionType>
  /// The hash of all paired devices.
  ///
  /// Nil if no device is paired, or if the hash cannot be computed.
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

  /// Returns the hash of all paired devices of a type.
  ///
  /// Nil if no device of this type is paired, or if the hash cannot be computed.
  public func stateHash(for companionType: LACompanionType) -> Data? { hashes[companionType] }
}
