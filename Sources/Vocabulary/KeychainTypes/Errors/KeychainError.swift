// SPDX-License-Identifier: Apache-2.0

/// The error of every call to a keychain service: a status, a fixed reason and typed details.
///
/// The reason is a `StaticString`, and the context has names, counts and paths only. No attribute
/// value and no secret can therefore get into an error (Specification/design.md, "Promises", 7).
/// Two errors are equal if their codes are equal.
package struct KeychainError: Error, Sendable {
  /// A status number, such as -25300, with a name; `Security` publishes the numbers as `errSec…`.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
  }

  /// A fact about the error, for example a path; most of these facts are part of the error's
  /// message.
  package enum Context: Hashable, Sendable {
    case attribute(Attribute)
    case itemClass(ItemClass)
    case count(Int)
    /// The path of the file or directory that the reason of the error refers to.
    case path(String)
    /// The number of seconds to wait until the call is no longer refused.
    case seconds(Int)
    /// The store's keys were replaced while the call ran; the engine therefore makes the call
    /// again.
    case renewedKeys
    /// The failure that ended an authentication; calls such as `evaluatePolicy` report this failure
    /// unchanged.
    case authentication(AuthenticationFailure)
    /// A part of a file of the store, and the path of the file.
    ///
    /// The part is, for example, a page, a frame of the log or a row of a table.
    case part(String, of: String)
  }

  /// The pair (key and value) of the caller's dictionary that caused an error, named by its key.
  package struct Pair: Hashable, Sendable {
    package var key: String
    /// True if the pair is in the dictionary of changes of an update, false if it is in the query
    /// or the item.
    package var isChange = false
  }

  package let code: Code
  private var details: Details

  /// All content of an error except its code, in a separate object.
  ///
  /// Many values that are copied in every call contain an optional error, which is usually nil.
  /// Because the details are in an object, the optional error takes only two words of memory.
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

  /// The reason for the error, in one sentence without a full stop.
  package var reason: StaticString { details.reason }
  package var context: Context? { details.context }
  /// The next step for the person who reads the error message; empty if there is no advice.
  package var advice: StaticString { details.advice }
  /// The evidence that the call needs before it is made again; nil unless the code is
  /// `authorizationRequired`.
  package var challenge: Challenge? { details.challenge }
  /// The cause of the error, which selects the finding (numbered explanation) of the error; nil if
  /// the status alone selects it.
  package var cause: Cause? { details.cause }
  /// The pair of the caller's dictionary that caused the error; nil if no single pair caused it.
  ///
  /// The pair is for explanations, and no message contains it.
  package var pair: Pair? { details.pair }
  /// When and why the user's proofs expired, if the error was caused by expired proofs; otherwise
  /// nil.
  package var lapse: EvidenceLapse? { details.lapse }
  /// The record of the steps in which the service decided the call; nil if no service was asked.
  package var trail: Trail? { details.trail }

  package init(
    _ code: Code, _ reason: StaticString, context: Context? = nil, advice: StaticString = "",
    challenge: Challenge? = nil, cause: Cause? = nil, lapse: EvidenceLapse? = nil
  ) {
    self.code = code
    details = Details(reason, context, advice, challenge, cause, nil, lapse)
  }

  /// Returns an error with the status -50 and a reason.
  package static func parameter(
    _ reason: StaticString, _ context: Context? = nil, cause: Cause? = nil
  ) -> KeychainError {
    KeychainError(.parameter, reason, context: context, cause: cause)
  }
}

extension KeychainError {
  /// Returns this error with a key of the caller's dictionary: the key whose pair caused the error.
  ///
  /// If the error already names a key, that key is kept.
  ///
  /// - Parameter isChange: true if the pair is in the dictionary of changes of an update.
  package func about(_ key: String, isChange: Bool = false) -> KeychainError {
    var error = self
    let pair = Pair(key: pair?.key ?? key, isChange: isChange || pair?.isChange == true)
    error.details = Details(reason, context, advice, challenge, cause, pair, lapse, trail)
    return error
  }

  /// Returns this error with a trail, the record of the steps in which the service decided the
  /// call.
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
  /// The damaged part of the store's file, for example "store.db, page 55"; nil if the error
  /// reports no damaged part.
  package var damagedPart: String? {
    guard code == .decode, case .part(let part, let path)? = context else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "\(name), \(part)"
  }

  /// True if the error reports that one part of a file is damaged; the other parts may be sound.
  package var isDamagedPart: Bool { damagedPart != nil }
}

extension KeychainError {
  /// Returns the error for a file that cannot be opened, because the process or the system has too
  /// many open files.
  package static func noDescriptor(_ path: Context) -> KeychainError {
    KeychainError(
      .notAvailable, "too many files are open", context: path,
      advice: "close some files, or raise the limit (ulimit -n), and try again")
  }
}

extension KeychainError {
  /// The cause of an error, if the error lies in the caller's dictionary or identity
  /// (Specification/diagnostics.md, "Identity and access group findings", "Dictionary findings").
  ///
  /// The raw value is the number in the code of the finding (explanation) for the cause: 701 for
  /// K701.
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

  /// Returns an error with the status -50 for a dictionary value whose type does not suit its
  /// dictionary key.
  package static func wrongKind(
    _ reason: StaticString, _ context: Context? = nil
  ) -> KeychainError {
    .parameter(reason, context, cause: .wrongValueKind)
  }

  /// The error -34018 for a dictionary in which the value of the access group is not text.
  package static let groupIsNoText = KeychainError(
    .missingEntitlement, "the access group is not a string", context: .attribute(.accessGroup),
    cause: .wrongValueKind)
}
