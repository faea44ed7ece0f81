// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
package import KeychainExplaining
package import KeychainTypes
public import Security

/// Explains the status that a keychain call would return, without performing the call.
///
/// Nothing is written, no prompt appears, and no passcode attempt is counted. The call is explained
/// as a call of this program, in the present state of the device.
public func explain(_ call: KeychainCall) -> Explanation {
  let (verb, dictionary, changes) = call.parts
  let profile = (try? ProfileChoice.current()) ?? .dataProtection
  do throws(KeychainError) {
    let facts = try Rehearsal.ofThisProcess(in: profile).facts(verb, dictionary, setting: changes)
    return Explanation(facts)
  } catch {
    let shape = CallShape(
      CallFacts.Verb(verb), profile, Caller(identifier: "", groups: []))
    return Explanation(CallFacts(shape, outcome: CallOutcome(error: error)))
  }
}

extension Rehearsal {
  /// Returns a rehearsal, which runs calls of this process without changing the store.
  ///
  /// The rehearsal uses the keychain service of this process. The rehearsal has this process as the
  /// caller.
  ///
  /// - Throws: The error that every keychain call of this process returns if no service is
  ///   available. Also throws an error if the service cannot explain calls.
  package static func ofThisProcess(in profile: Profile) throws(KeychainError) -> Rehearsal {
    let profile = try ProfileChoice.current()
    let service = try ServiceChoice.current(in: profile)
    guard let explaining = service as? any Explaining & Administration else {
      throw KeychainError(.unimplemented, "this keychain service cannot explain calls")
    }
    return Rehearsal(
      explaining, as: try ServiceChoice.caller(in: profile), in: profile,
      asking: AuthenticatorChoice.current(for: service))
  }
}

extension Explanation {
  /// Creates the explanation that the calling program may see, from the facts about its call.
  ///
  /// The explanation contains no values. Names of the caller's access groups are shortened to their
  /// last parts.
  package init(_ facts: CallFacts) {
    let wording = CallReporter.quiet(facts.caller.groups)
    self.init(KeychainExplaining.Explanation(facts, wording))
  }
}

/// The reasons for the status of one keychain call (Specification/diagnostics.md, "Swift API of
/// diagnosis").
///
/// The reasons are derived from the facts that decided the status. An explanation contains only
/// facts that the program could also learn by calling the keychain itself. An explanation contains
/// no values of attributes.
public struct Explanation: Sendable, CustomStringConvertible {
  package let report: KeychainExplaining.Explanation

  package init(_ report: KeychainExplaining.Explanation) { self.report = report }

  /// The status that the explained call returned, or would return if the program made the call now.
  public var status: OSStatus { report.status }
  /// The findings of the explanation, in the order of their importance.
  ///
  /// The finding that decided the status comes first. The other findings follow, the most severe
  /// finding first.
  public var findings: [Finding] { report.findings.map { Finding($0) } }
  /// The items that meet all but one or two conditions of the query.
  ///
  /// The nearest item is first. There are at most five items. The list is empty if no item is near
  /// the query.
  public var nearMisses: [NearMiss] {
    report.nearMisses.map { miss in
      NearMiss(
        item: Wording.id(miss.item.identifier),
        failures: miss.failures.map { report.wording.how($0, in: miss.item) })
    }
  }
  /// The codes of the findings, in the order of `findings`.
  public var codes: [FindingCode] { findings.map(\.code) }
  /// Returns true if a finding has this code.
  public func contains(_ code: FindingCode) -> Bool { codes.contains(code) }
  /// The text that `security explain` prints, in lines of at most 80 columns.
  public var text: String { report.text(showsInfo: true) }
  /// The explanation as one JSON object (Specification/diagnostics.md, "JSON of an explanation").
  public var json: String { report.json }
  /// The explanation as text, equal to `text`.
  public var description: String { text }
}

/// An item that meets nearly all conditions of a query.
public struct NearMiss: Sendable {
  /// The first four hex digits of the item's persistent identifier, as `security dump-items` prints
  /// them.
  public let item: String
  /// One text for each condition that the item does not meet, for example
  /// `acct differs in letter case`.
  public let failures: [String]
}

/// The stable code of a finding, such as `K209`.
public struct FindingCode: RawRepresentable, Hashable, Sendable {
  /// The letter and the three digits of the code.
  public let rawValue: String

  /// Creates a code from a text such as `K209`, without checking that a finding has this code.
  public init(rawValue: String) { self.rawValue = rawValue }
}
