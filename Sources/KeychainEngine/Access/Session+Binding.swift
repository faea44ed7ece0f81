// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainTypes

/// Access controls before an item is stored under them, and after they can never be met again.
extension Session {
  /// The access control in the form that is stored (spec/secitem.md 11.5).
  ///
  /// Without the class key that is the answer, before anybody is asked for anything.
  ///
  /// - Throws: -25308 and -25291 for the protection, what binding throws for the rest.
  func bind(
    _ accessControl: AccessControl, _ protection: Protection, _ evidence: Evidence?
  ) throws(KeychainError) -> AccessControl {
    let password = AuthenticationRequirement.applicationPassword(of: accessControl)
    guard !accessControl.isBound || password.needsApplicationPassword else { return accessControl }
    try codec.requireAvailable(protection)
    // What is bound already has no password here yet.
    guard !accessControl.isBound || self.password(in: evidence) != nil else {
      throw .evidence([Challenge.Demand(item: nil, requirement: password)])
    }
    return try accessControl.bound(by: evidence)
  }

  /// The application password among the evidence, with what a try of it costs.
  func password(in evidence: Evidence?) -> ApplicationPassword? {
    let isTest = engine.environment.passcodeCost?.isForTests ?? false
    return evidence?.bag.applicationPassword.map {
      ApplicationPassword($0, cost: isTest ? .forTests : ApplicationPassword.standardCost)
    }
  }

  /// Whether an item counts as lost, since its enrolment has been replaced: it gives way to another
  /// with its primary key.
  ///
  /// - Throws: `authorizationRequired` where the facts are missing that decide it.
  func isGone(_ item: OpenedItem, given evidence: Evidence?) throws(KeychainError) -> Bool {
    guard let accessControl = item.metadata.accessControl else { return false }
    if let isGone = accessControl.isGone(given: evidence) { return isGone }
    guard let requirement = AuthenticationRequirement(accessControl, for: .decrypt) else {
      return false
    }
    let identifier = item.facts.persistentIdentifier
    throw .evidence([Challenge.Demand(item: identifier, requirement: requirement)])
  }
}
