// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import KeychainTypes

/// Reads the match keys (spec/secitem.md 3.3, 4.5).
struct MatchPairs {
  private let itemClass: ItemClass
  /// Whether any match key was given, an unknown one included.
  private(set) var areGiven = false
  private(set) var limit: Limit?
  private(set) var host: String?
  /// What is asked of certificates; without meaning for other classes.
  private(set) var filter = CertificateFilter()
  /// -4 for a filter that does not fit the class.
  private(set) var refusal: KeychainError?

  init(_ itemClass: ItemClass) {
    self.itemClass = itemClass
  }

  /// Takes one pair.
  mutating func take(_ pair: Request.Pair) throws(KeychainError) {
    areGiven = true
    guard let key = MatchKey(rawValue: pair.key.name) else { return }
    switch key {
    case .limit: limit = try Self.limit(pair.value)
    case .policy: try takePolicy(pair.value)
    case .issuers: takeIssuers(pair.value)
    case .emailAddress:
      guard case .text(let address) = try pair.value.fitting() else {
        throw .wrongKind("the e-mail address is no text")
      }
      filter.emailAddress = address
    case .trustedOnly:
      // For classes without certificates it has no effect.
      switch pair.value {
      case .judge(let judge): filter.trust = judge
      case .boolean(false): filter.trust = nil
      default: throw .wrongKind("a match key has a value that is no Boolean")
      }
    case .validOnDate: filter.moment = try Self.moment(pair.value)
    case .host: try takeHost(pair.value)
    case .subjectContains, .caseInsensitive, .itemList, .searchList: return
    }
  }

  /// A number, or one of the two words.
  private static func limit(_ value: RequestValue) throws(KeychainError) -> Limit {
    switch value {
    case .text(ValueName.limitOne): return .one
    case .text(ValueName.limitAll): return .all
    case .text, .tooLarge(isText: true):
      throw .parameter("the limit is none of the two words", cause: .limitOfWrongKind)
    default: break
    }
    guard let count = value.wholeNumber, count >= -1 else {
      throw .parameter("the limit is no number of items", cause: .limitOfWrongKind)
    }
    return count == -1 ? .all : Limit(count: Int(clamping: count))
  }

  /// A date, or null for now.
  private static func moment(
    _ value: RequestValue
  ) throws(KeychainError) -> CertificateFilter.Moment {
    if case .null = value { return .now }
    guard case .date(let moment) = try value.fitting() else { throw .wrongKind("the date is none") }
    return .at(moment)
  }

  /// Names of issuers: elements that are no name are dropped, and without any the key has no
  /// effect.
  private mutating func takeIssuers(_ value: RequestValue) {
    guard case .list(let elements) = value else { return }
    filter.issuers = elements.compactMap { element in
      guard case .bytes(let bytes)? = try? element.fitting() else { return nil }
      return DistinguishedName(bytes)?.normalizedContent
    }
    if !filter.issuers.isEmpty, !itemClass.hasCertificate { refusal = .filterOfOtherClass }
  }

  private mutating func takePolicy(_ value: RequestValue) throws(KeychainError) {
    guard case .judge(let judge) = value else { throw .policyIsNone }
    filter.policy = judge
    if !itemClass.hasCertificate { refusal = .filterOfOtherClass }
  }

  private mutating func takeHost(_ value: RequestValue) throws(KeychainError) {
    guard case .text(let name) = try value.fitting() else {
      throw .wrongKind("the host is no text")
    }
    host = name
    if itemClass != .internetPassword { refusal = .filterOfOtherClass }
  }
}

extension KeychainError {
  fileprivate static let filterOfOtherClass = KeychainError(
    .unimplemented, "the filter belongs to another class", cause: .filterNotForClass)
  package static let policyIsNone = KeychainError.wrongKind("the policy is none")
}
