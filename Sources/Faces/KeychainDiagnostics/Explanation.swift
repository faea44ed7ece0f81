// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainComposition
package import KeychainExplaining
package import KeychainTypes
public import Security

/// Explains a call without performing it: it writes nothing, asks nobody, and counts no attempt.
///
/// The call is explained for this program, in the state that the device has now.
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
  /// A rehearsal by the service of this process, in its own name.
  ///
  /// - Throws: what every call answers where there is no service.
  package static func ofThisProcess(in profile: Profile) throws(KeychainError) -> Rehearsal {
    let profile = try ProfileChoice.current()
    let service = try ServiceChoice.current(in: profile)
    guard let explaining = service as? any Explaining & Administration else {
      throw KeychainError(.unimplemented, "the service cannot explain its calls")
    }
    return Rehearsal(
      explaining, as: try ServiceChoice.caller(in: profile), in: profile,
      asking: AuthenticatorChoice.current(for: service))
  }
}

extension Explanation {
  /// What programs are told: no values, the caller's own groups by their last parts.
  package init(_ facts: CallFacts) {
    let wording = CallReporter.quiet(facts.caller.groups)
    self.init(KeychainExplaining.Explanation(facts, wording))
  }
}

/// One of the four calls, with the dictionaries that would be handed to it.
public enum KeychainCall {
  /// `SecItemCopyMatching`.
  case copyMatching(NSDictionary)
  /// `SecItemAdd`.
  case add(NSDictionary)
  /// `SecItemUpdate`: the query, and the attributes to set.
  case update(NSDictionary, setting: NSDictionary)
  /// `SecItemDelete`.
  case delete(NSDictionary)

  package var parts: (Request.Verb, NSDictionary, NSDictionary?) {
    switch self {
    case .copyMatching(let query): (.copyMatching, query, nil)
    case .add(let attributes): (.add, attributes, nil)
    case .update(let query, let changes): (.update, query, changes)
    case .delete(let query): (.delete, query, nil)
    }
  }
}

/// Why a call answers what it answers, from the facts that decided it (spec/diagnostics.md 1.5).
///
/// It tells no more than the program's own calls could, and no value of an attribute.
public struct Explanation: Sendable, CustomStringConvertible {
  package let report: KeychainExplaining.Explanation

  package init(_ report: KeychainExplaining.Explanation) { self.report = report }

  /// What the call answers, or would answer.
  public var status: OSStatus { report.status }
  /// What was found, the deciding finding first, then the worst.
  public var findings: [Finding] { report.findings.map { Finding($0) } }
  /// Items that meet all but one or two of the conditions, nearest first, at most five.
  public var nearMisses: [NearMiss] {
    report.nearMisses.map { miss in
      NearMiss(
        item: Wording.id(miss.item.identifier),
        failures: miss.failures.map { report.wording.how($0, in: miss.item) })
    }
  }
  /// The codes of the findings.
  public var codes: [FindingCode] { findings.map(\.code) }
  /// Whether a finding has a code.
  public func contains(_ code: FindingCode) -> Bool { codes.contains(code) }
  /// As `security explain` prints it: lines of at most 80 columns.
  public var text: String { report.text(showsInfo: true) }
  /// One object of JSON (spec/diagnostics.md 7.2).
  public var json: String { report.json }
  /// The text.
  public var description: String { text }
}

/// An item that nearly matches.
public struct NearMiss: Sendable {
  /// The first digits of its persistent identifier, as `security dump-items` shows them.
  public let item: String
  /// How each condition that it does not meet fails.
  public let failures: [String]
}

/// The stable code of a finding: `K209`.
public struct FindingCode: RawRepresentable, Hashable, Sendable {
  /// The letter and the three digits.
  public let rawValue: String

  /// A code of a text; any text makes one.
  public init(rawValue: String) { self.rawValue = rawValue }
}
