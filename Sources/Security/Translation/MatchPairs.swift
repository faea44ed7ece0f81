// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainTypes

/// Reads the match keys (spec/secitem.md 3.3, 4.5).
///
/// Those that look into certificates are checked in full; as certificates have no objects yet,
/// they are answered with -4 where they would have an effect.
struct MatchPairs {
  private let itemClass: ItemClass
  /// Whether any match key was given, an unknown one included.
  private(set) var areGiven = false
  private(set) var limit: Limit?
  private(set) var host: String?
  /// -4 for a filter that does not fit the class or that is not there yet.
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
    case .policy: throw .parameter("the policy is none")
    case .issuers: takeIssuers(pair.value)
    case .emailAddress:
      guard pair.value is NSString else {
        throw .parameter("the e-mail address is no text")
      }
      refuseForCertificates()
    case .trustedOnly:
      guard let flag = ForeignValue.boolean(pair.value) else {
        throw .parameter("a match key has a value that is no Boolean")
      }
      if flag { refuseForCertificates() }
    case .validOnDate:
      guard pair.value is NSDate || pair.value is NSNull else {
        throw .parameter("the date is none")
      }
      refuseForCertificates()
    case .host: try takeHost(pair.value)
    case .subjectContains, .caseInsensitive, .itemList, .searchList: return
    }
  }

  /// A number, or one of the two words.
  private static func limit(_ value: AnyObject) throws(KeychainError) -> Limit {
    if let name = value as? NSString {
      if name == ValueName.limitOne as NSString { return .one }
      if name == ValueName.limitAll as NSString { return .all }
      throw .parameter("the limit is none of the two words")
    }
    guard ForeignValue.boolean(value) == nil, let number = value as? NSNumber,
      let count = try ForeignValue(number).wholeNumber, count >= -1
    else { throw .parameter("the limit is no number of items") }
    return count == -1 ? .all : Limit(count: Int(clamping: count))
  }

  /// Names of issuers: elements that are no name are dropped, and without any the key has no
  /// effect.
  private mutating func takeIssuers(_ value: AnyObject) {
    guard let array = value as? NSArray else { return }
    let hasName = PropertyList.elements(of: array).contains { element in
      guard case .bytes(let bytes)? = try? ForeignValue(element as AnyObject) else { return false }
      return DistinguishedName(bytes) != nil
    }
    guard hasName else { return }
    refusal = itemClass.hasCertificate ? .certificateFilter : .filterOfOtherClass
  }

  private mutating func takeHost(_ value: AnyObject) throws(KeychainError) {
    guard case .text(let name) = try ForeignValue(value) else {
      throw .parameter("the host is no text")
    }
    host = name
    if itemClass != .internetPassword { refusal = .filterOfOtherClass }
  }

  /// For classes without certificates these filters have no effect.
  private mutating func refuseForCertificates() {
    if itemClass.hasCertificate { refusal = .certificateFilter }
  }
}

extension ItemClass {
  fileprivate var hasCertificate: Bool { self == .certificate || self == .identity }
}

extension ForeignValue {
  /// The number if it is a whole one.
  fileprivate var wholeNumber: Int64? {
    switch self {
    case .number(let number): number
    case .real(let real): Int64(exactly: real)
    default: nil
    }
  }
}

extension KeychainError {
  fileprivate static let filterOfOtherClass = KeychainError(
    .unimplemented, "the filter belongs to another class")
  fileprivate static let certificateFilter = KeychainError(
    .unimplemented, "filters on certificates are not there yet")
}
