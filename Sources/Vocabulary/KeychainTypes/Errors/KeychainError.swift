// SPDX-License-Identifier: Apache-2.0

/// The one error that crosses the service protocol: a status, a fixed reason, a typed context.
///
/// The reason is a `StaticString` and the context holds names, counts and paths only, so no value
/// of an attribute and no secret can get into an error (DESIGN promise 7). Equality is by code.
package struct KeychainError: Error, Sendable {
  /// A status number with an English name; `Security` publishes `errSec…` over the same values.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
  }

  /// What may be told beyond the reason.
  package enum Context: Hashable, Sendable {
    case attribute(Attribute)
    case itemClass(ItemClass)
    case count(Int)
    /// A file or directory of the store that the reason is about.
    case path(String)
    /// How long something is refused.
    case seconds(Int)
    /// The store's keys were renewed while the call ran: the engine begins it again.
    case renewedKeys
    /// What an authentication ended with: the one answer of calls that report it as itself.
    case authentication(AuthenticationFailure)
    /// A part of such a file: a page, a frame, a row of a table.
    case part(String, of: String)
  }

  /// One of the pairs that a caller gave, by its key.
  package struct Pair: Hashable, Sendable {
    package var key: String
    /// Whether it is one of the changes of an update.
    package var isChange = false
  }

  package let code: Code
  private var details: Details

  /// All but the code, in a place of its own: values that are copied in every call have room for an
  /// error, which is so two words, and mostly none.
  private final class Details: Sendable {
    let reason: StaticString
    let context: Context?
    let advice: StaticString
    let challenge: Challenge?
    let cause: Cause?
    let pair: Pair?
    let lapse: EvidenceLapse?
    let trail: Trail?

    init(
      _ reason: StaticString, _ context: Context?, _ advice: StaticString, _ challenge: Challenge?,
      _ cause: Cause?, _ pair: Pair?, _ lapse: EvidenceLapse?, _ trail: Trail? = nil
    ) {
      self.reason = reason
      self.context = context
      self.advice = advice
      self.challenge = challenge
      self.cause = cause
      self.pair = pair
      self.lapse = lapse
      self.trail = trail
    }
  }

  /// What was wrong, in one sentence without a full stop.
  package var reason: StaticString { details.reason }
  package var context: Context? { details.context }
  /// What the reader of the message can do; empty where there is nothing to say.
  package var advice: StaticString { details.advice }
  /// What has to be shown to go on; set exactly when the code is `authorizationRequired`.
  package var challenge: Challenge? { details.challenge }
  /// Which finding tells of it, where the status alone does not say.
  package var cause: Cause? { details.cause }
  /// The pair of a dictionary that decided; for who explains, and in no message.
  package var pair: Pair? { details.pair }
  /// How evidence that would have been enough has ceased to count, where that decided.
  package var lapse: EvidenceLapse? { details.lapse }
  /// How a service decided the call; nil where none was asked.
  package var trail: Trail? { details.trail }

  package init(
    _ code: Code, _ reason: StaticString, context: Context? = nil, advice: StaticString = "",
    challenge: Challenge? = nil, cause: Cause? = nil, lapse: EvidenceLapse? = nil
  ) {
    self.code = code
    details = Details(reason, context, advice, challenge, cause, nil, lapse)
  }

  /// -50 with a reason.
  package static func parameter(
    _ reason: StaticString, _ context: Context? = nil, cause: Cause? = nil
  ) -> KeychainError {
    KeychainError(.parameter, reason, context: context, cause: cause)
  }
}

extension KeychainError {
  /// The same, of a pair; the first that says which one knows best.
  package func about(_ key: String, isChange: Bool = false) -> KeychainError {
    var error = self
    let pair = Pair(key: pair?.key ?? key, isChange: isChange || pair?.isChange == true)
    error.details = Details(reason, context, advice, challenge, cause, pair, lapse, trail)
    return error
  }

  /// The same with a trail.
  func with(_ trail: Trail) -> KeychainError {
    var error = self
    error.details = Details(reason, context, advice, challenge, cause, pair, lapse, trail)
    return error
  }
}

extension KeychainError: Equatable {
  package static func == (left: KeychainError, right: KeychainError) -> Bool {
    left.code == right.code
  }
}

extension KeychainError: CustomStringConvertible {
  package var description: String {
    let detail =
      switch context {
      case .attribute(let attribute)?: " (\(attribute.name))"
      case .itemClass(let itemClass)?: " (\(itemClass.rawValue))"
      case .count(let count)?: " (\(count))"
      case .seconds(let seconds)?: " (\(seconds) s)"
      case .path(let path)?: " (\(path))"
      case .part(let part, let path)?: " (\(path), \(part))"
      case .renewedKeys?, .authentication?, nil: ""
      }
    let hint = "\(advice)".isEmpty ? "" : "; \(advice)"
    return "\(code.rawValue): \(reason)\(detail)\(hint)"
  }
}

extension KeychainError {
  /// The part of the store's file that is damaged, as "store.db, page 55"; nil for other errors.
  package var damagedPart: String? {
    guard code == .decode, case .part(let part, let path)? = context else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "\(name), \(part)"
  }

  /// Whether a part of the file is damaged, so that the rest may be whole.
  package var isDamagedPart: Bool { damagedPart != nil }
}

extension KeychainError {
  /// The error for a program, or all programs together, that may open no more files now.
  package static func noDescriptor(_ path: Context) -> KeychainError {
    KeychainError(
      .notAvailable, "too many files are open", context: path,
      advice: "close some, or raise the limit (ulimit -n), and try again")
  }
}

extension KeychainError {
  /// Why a dictionary or a caller is refused, by the number of the finding that tells of it
  /// (spec/diagnostics.md 3.5, 3.8).
  package enum Cause: UInt16, Sendable, CaseIterable {
    case invalidIdentity = 405
    case restrictedAttribute = 412
    case attributeNotOfClass = 701
    case classMissingOrUnknown = 702
    case wrongValueKind = 703
    case unknownKey = 704
    case matchKeyInAdd = 705
    case matchKeyInChange = 706
    case returnKeyInUpdate = 707
    case notAnAttribute = 708
    case accessibleAndAccessControl = 709
    case synchronizableThisDeviceOnly = 710
    case synchronizableAccessControl = 711
    case referenceMisused = 712
    case limitOfWrongKind = 715
    case filterNotForClass = 716
    case skipOnlyForSearch = 718
    case dataMakesNoObject = 721
  }

  /// -50 for a value that its key does not take.
  package static func wrongKind(
    _ reason: StaticString, _ context: Context? = nil
  ) -> KeychainError {
    .parameter(reason, context, cause: .wrongValueKind)
  }

  /// -34018 for a group that is none.
  package static let groupIsNoText = KeychainError(
    .missingEntitlement, "the access group is no string", context: .attribute(.accessGroup),
    cause: .wrongValueKind)
}
