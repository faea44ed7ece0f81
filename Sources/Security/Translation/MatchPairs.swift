// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainTypes

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
  mutating func take(_ pair: ForeignDictionary.Pair) throws(KeychainError) {
    areGiven = true
    guard let key = MatchKey(rawValue: pair.key.name) else { return }
    switch key {
    case .limit: limit = try Self.limit(pair.value)
    case .policy: try takePolicy(pair.value)
    case .issuers: takeIssuers(pair.value)
    case .emailAddress:
      guard case .text(let address) = try ForeignValue(pair.value) else {
        throw .wrongKind("the e-mail address is no text")
      }
      filter.emailAddress = address
    case .trustedOnly:
      guard let flag = ForeignValue.boolean(pair.value) else {
        throw .wrongKind("a match key has a value that is no Boolean")
      }
      // For classes without certificates it has no effect.
      filter.trust = flag ? PolicyJudge(.basic, anchorsAt: .ofThisProcess) : nil
    case .validOnDate: filter.moment = try Self.moment(pair.value)
    case .host: try takeHost(pair.value)
    case .subjectContains, .caseInsensitive, .itemList, .searchList: return
    }
  }

  /// A number, or one of the two words.
  private static func limit(_ value: AnyObject) throws(KeychainError) -> Limit {
    if let name = value as? NSString {
      if name == ValueName.limitOne as NSString { return .one }
      if name == ValueName.limitAll as NSString { return .all }
      throw .parameter("the limit is none of the two words", cause: .limitOfWrongKind)
    }
    guard ForeignValue.boolean(value) == nil, let number = value as? NSNumber,
      let count = try ForeignValue(number).wholeNumber, count >= -1
    else { throw .parameter("the limit is no number of items", cause: .limitOfWrongKind) }
    return count == -1 ? .all : Limit(count: Int(clamping: count))
  }

  /// A date, or null for now.
  private static func moment(
    _ value: AnyObject
  ) throws(KeychainError) -> CertificateFilter.Moment {
    if value is NSNull { return .now }
    guard case .date(let moment) = try ForeignValue(value) else {
      throw .wrongKind("the date is none")
    }
    return .at(moment)
  }

  /// Names of issuers: elements that are no name are dropped, and without any the key has no
  /// effect.
  private mutating func takeIssuers(_ value: AnyObject) {
    guard let array = value as? NSArray else { return }
    filter.issuers = PropertyList.elements(of: array).compactMap { element in
      guard case .bytes(let bytes)? = try? ForeignValue(element as AnyObject) else { return nil }
      return DistinguishedName(bytes)?.normalizedContent
    }
    if !filter.issuers.isEmpty, !itemClass.hasCertificate { refusal = .filterOfOtherClass }
  }

  private mutating func takePolicy(_ value: AnyObject) throws(KeychainError) {
    guard let policy = value as? SecPolicy else { throw .policyIsNone }
    filter.policy = PolicyJudge(policy.value, anchorsAt: .ofThisProcess)
    if !itemClass.hasCertificate { refusal = .filterOfOtherClass }
  }

  private mutating func takeHost(_ value: AnyObject) throws(KeychainError) {
    guard case .text(let name) = try ForeignValue(value) else {
      throw .wrongKind("the host is no text")
    }
    host = name
    if itemClass != .internetPassword { refusal = .filterOfOtherClass }
  }
}

extension KeychainError {
  fileprivate static let filterOfOtherClass = KeychainError(
    .unimplemented, "the filter belongs to another class", cause: .filterNotForClass)
  static let policyIsNone = KeychainError.wrongKind("the policy is none")
}
