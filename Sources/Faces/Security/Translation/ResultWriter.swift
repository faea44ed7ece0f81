// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import SecureMemory

/// Turns the matching items of a call into the result that the caller receives
/// (Specification/secitem.md, "Result shape by return keys", "Results of Add").
struct ResultWriter {
  let verb: Request.Verb
  let profile: Profile
  /// The return keys (`kSecReturn…`) that the caller set to true.
  let returns: Returns

  /// The terms under which the caller uses returned keys of the secure element, such as whether the
  /// user may be asked.
  ///
  /// Nil if the result contains no keys.
  let terms: HeldElementKey.Terms?

  init(
    verb: Request.Verb, profile: Profile, returns: Returns, terms: HeldElementKey.Terms? = nil
  ) {
    self.verb = verb
    self.terms = terms
    self.profile = profile
    self.returns = returns
  }

  /// Returns the result of `SecItemCopyMatching` for the matching items.
  ///
  /// If the limit is one, the result is an object for the only match. The result is nil if that
  /// match has nothing that the return keys demand. With other limits, the result is an array.
  ///
  /// - Throws: -26275 if the caller demanded only references (`kSecReturnRef`) and no match
  ///   contains a valid key or certificate. Without this error, the call would succeed without an
  ///   object (Documentation/Decisions/objects-of-data.md).
  func result(_ matches: [Match], limit: Limit) throws(KeychainError) -> CFTypeRef? {
    let elements = matches.compactMap { element($0) }
    guard !elements.isEmpty || returns != .reference || !matches.contains(where: \.isObject) else {
      throw KeychainError(
        .decode, "the data of the found item is not a key or certificate", cause: .dataMakesNoObject
      )
    }
    guard !limit.isSingle else { return elements.first }
    let array = NSMutableArray(capacity: elements.count)
    for element in elements { array.add(element) }
    return array
  }

  /// The keys of an identity's result dictionary whose values come from one half of the identity,
  /// the certificate (Specification/secitem.md, "Identities").
  private enum HalfKey: String {
    case content = "certdata"
    case token = "certtkid"

    var name: NSString { NSString(string: rawValue) }
  }

  /// Returns the result for one item; nil if the item has no value that the return keys demand.
  ///
  /// Also nil if the caller set no return key.
  func element(_ match: Match) -> CFTypeRef? {
    if returns.isEmpty { return nil }
    if returns == .reference { return ReferencedObject.object(of: match, terms) }
    if returns == .secret { return secretAlone(match) }
    return returns == .persistentReference
      ? ResultBytes(match.persistentReference) : dictionary(match)
  }

  /// Returns the item's secret as the whole result; for calls whose only return key is
  /// `kSecReturnData`.
  ///
  /// If the item has no secret, the result is empty data, so that a caller who demands data always
  /// receives data. In the profile `quirks`, which copies Apple's behaviour, the result is nil, or
  /// the null object for `SecItemAdd` (Specification/secitem.md, "Discrepancies between documents
  /// and source"). A key of the secure element has no readable secret, so the result is nil.
  private func secretAlone(_ match: Match) -> CFTypeRef? {
    if let secret = match.secret { return ResultBytes(secret) }
    // A key of the secure element has no secret that a caller may read.
    guard match.element == nil else { return nil }
    guard profile == .quirks else { return NSData() }
    return verb == .add ? kCFNull : nil
  }

  private func dictionary(_ match: Match) -> NSDictionary {
    let result = NSMutableDictionary()
    // For these two return keys, Add returns a dictionary without attributes
    // (Specification/secitem.md, "Results of Add").
    if verb != .add || returns != [.secret, .persistentReference] { write(match, to: result) }
    if returns.contains(.reference) {
      result[kSecClass] = NSString(string: match.itemClass.rawValue)
      if let object = ReferencedObject.object(of: match, terms) { result[kSecValueRef] = object }
    }
    if returns.contains(.secret), let secret = match.secret {
      result[kSecValueData] = ResultBytes(secret)
    }
    if returns.contains(.persistentReference) {
      result[kSecValuePersistentRef] = ResultBytes(match.persistentReference)
    }
    return result
  }

  private func write(_ match: Match, to result: NSMutableDictionary) {
    let schema = Schema.of(match.itemClass)
    for entry in match.attributes ?? AttributeSet() {
      guard schema[entry.attribute]?.roles.contains(.hidden) == false else { continue }
      result[NSString(string: entry.attribute.name)] = entry.value.object
    }
    if let half = match.certificate {
      result[HalfKey.content.name] = half.content.map { ResultBytes($0) }
      result[HalfKey.token.name] = half.token?.object
    }
    let isShown = verb != .add || match.hasExplicitAccessControl
    if isShown, let accessControl = match.accessControl {
      result[kSecAttrAccessControl] = SecAccessControl(accessControl)
    }
  }
}

extension Match {
  /// True if the item is a key, a certificate or an identity, which can be returned as an object.
  fileprivate var isObject: Bool {
    switch itemClass {
    case .key, .certificate, .identity: true
    case .genericPassword, .internetPassword: false
    }
  }
}

extension AttributeValue {
  /// The attribute's value as an object of Foundation, for the caller's result.
  var object: NSObject {
    switch self {
    case .text(let text): NSString(string: text)
    case .bytes(let bytes): ResultBytes(bytes)
    case .number(let number): NSNumber(value: number)
    case .real(let real): NSNumber(value: real)
    case .date(let instant):
      NSDate(timeIntervalSinceReferenceDate: instant.secondsSinceReference)
    }
  }
}
