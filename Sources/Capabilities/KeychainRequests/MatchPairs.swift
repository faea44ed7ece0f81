// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import KeychainTypes

/// Reads the match keys (`kSecMatch...`) of a request (Specification/secitem.md, "Match, return,
/// use and value keys", "Filters of SecItemCopyMatching").
package struct MatchPairs {
  private let itemClass: ItemClass
  /// True if the request has at least one match key, known or unknown.
  private(set) var areGiven = false
  package private(set) var limit: Limit?
  package private(set) var host: String?
  /// The conditions on certificates that the match keys contain.
  ///
  /// The conditions have no meaning in a query for a class without certificates.
  package private(set) var filter = CertificateFilter()
  /// The error (-4) if the class of the query does not support a policy, an issuer or a host that
  /// the request names.
  ///
  /// Nil if the class supports them, or if the request has no such keys. Other match keys have no
  /// effect on classes that they do not fit.
  package private(set) var refusal: KeychainError?

  package init(_ itemClass: ItemClass) {
    self.itemClass = itemClass
  }

  /// Reads one pair with a match key, and throws if its value is invalid.
  ///
  /// A value is invalid if it has the wrong type, or is a limit that is not allowed. A list of
  /// issuers with the wrong type is ignored.
  package mutating func take(_ pair: Request.Pair) throws(KeychainError) {
    areGiven = true
    guard let key = MatchKey(rawValue: pair.key.name) else { return }
    switch key {
    case .limit: limit = try Self.limit(pair.value)
    case .policy: try takePolicy(pair.value)
    case .issuers: takeIssuers(pair.value)
    case .emailAddress:
      guard case .text(let address) = try pair.value.fitting() else {
        throw .wrongKind("the e-mail address is not text")
      }
      filter.emailAddress = address
    case .trustedOnly:
      // This key has no effect for classes without certificates.
      switch pair.value {
      case .judge(let judge): filter.trust = judge
      case .boolean(false): filter.trust = nil
      default: throw .wrongKind("the value of a match key is not a Boolean")
      }
    case .validOnDate: filter.moment = try Self.moment(pair.value)
    case .host: try takeHost(pair.value)
    case .subjectContains, .caseInsensitive, .itemList, .searchList: return
    }
  }

  /// Reads the limit on the number of results: a number, kSecMatchLimitOne or kSecMatchLimitAll.
  ///
  /// The number -1 means no limit.
  private static func limit(_ value: RequestValue) throws(KeychainError) -> Limit {
    switch value {
    case .text(ValueName.limitOne): return .one
    case .text(ValueName.limitAll): return .all
    case .text, .tooLarge(isText: true):
      throw .parameter(
        "the limit is neither kSecMatchLimitOne nor kSecMatchLimitAll", cause: .limitOfWrongKind)
    default: break
    }
    guard let count = value.wholeNumber, count >= -1 else {
      throw .parameter("the limit is not a number of items", cause: .limitOfWrongKind)
    }
    return count == -1 ? .all : Limit(count: Int(clamping: count))
  }

  /// Reads the date on which certificates must be valid, from the value of `kSecMatchValidOnDate`.
  ///
  /// The value null means the current time.
  private static func moment(
    _ value: RequestValue
  ) throws(KeychainError) -> CertificateFilter.Moment {
    if case .null = value { return .now }
    guard case .date(let moment) = try value.fitting() else {
      throw .wrongKind("the value is not a date")
    }
    return .at(moment)
  }

  /// Reads the list of issuer names: the chain of a matching certificate must contain one of these
  /// issuers.
  ///
  /// Elements that are not encoded names are ignored. If no element is a name, the key has no
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
      throw .wrongKind("the host is not text")
    }
    host = name
    if itemClass != .internetPassword { refusal = .filterOfOtherClass }
  }
}

extension KeychainError {
  fileprivate static let filterOfOtherClass = KeychainError(
    .unimplemented, "the filter does not apply to this class", cause: .filterNotForClass)
  package static let policyIsNone = KeychainError.wrongKind("the value is not a policy")
}
