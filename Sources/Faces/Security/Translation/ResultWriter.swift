// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import SecureMemory

/// Turns matches into the objects that callers get (spec/secitem.md 4.3, 5.7).
struct ResultWriter {
  let verb: Request.Verb
  let profile: Profile
  /// As the caller has said it.
  let returns: Returns

  /// How keys of the secure element will be used.
  let terms: HeldElementKey.Terms?

  init(
    verb: Request.Verb, profile: Profile, returns: Returns, terms: HeldElementKey.Terms? = nil
  ) {
    self.verb = verb
    self.terms = terms
    self.profile = profile
    self.returns = returns
  }

  /// The result of CopyMatching.
  ///
  /// One match is given as itself, or nil when it has nothing of what was asked for; several, or
  /// one where several could have come, as an array.
  ///
  /// - Throws: -26275 where objects are asked for, and the data of what was found make none:
  ///   success never comes without the object (Documentation/Decisions/objects-of-data.md).
  func result(_ matches: [Match], limit: Limit) throws(KeychainError) -> CFTypeRef? {
    let elements = matches.compactMap { element($0) }
    guard !elements.isEmpty || returns != .reference || !matches.contains(where: \.isObject) else {
      throw KeychainError(
        .decode, "the data of what was found are no key or certificate", cause: .dataMakesNoObject)
    }
    guard !limit.isSingle else { return elements.first }
    let array = NSMutableArray(capacity: elements.count)
    for element in elements { array.add(element) }
    return array
  }

  /// What the dictionary of an identity has of its certificate alone (spec/secitem.md 4.8).
  private enum HalfKey: String {
    case content = "certdata"
    case token = "certtkid"

    var name: NSString { NSString(string: rawValue) }
  }

  /// What one item contributes; nil for nothing.
  func element(_ match: Match) -> CFTypeRef? {
    if returns.isEmpty { return nil }
    if returns == .reference { return ReferencedObject.object(of: match, terms) }
    if returns == .secret { return secretAlone(match) }
    return returns == .persistentReference
      ? ResultBytes(match.persistentReference) : dictionary(match)
  }

  /// An item without a secret: strict profiles give empty data, so that nobody gets nothing where
  /// he asked for data; Apple gives nil, or the null object from Add (spec/secitem.md 16).
  private func secretAlone(_ match: Match) -> CFTypeRef? {
    if let secret = match.secret { return ResultBytes(secret) }
    // A key of the secure element has none that anybody gets.
    guard match.element == nil else { return nil }
    guard profile == .quirks else { return NSData() }
    return verb == .add ? kCFNull : nil
  }

  private func dictionary(_ match: Match) -> NSDictionary {
    let result = NSMutableDictionary()
    // Add answers secret and persistent reference without attributes (spec/secitem.md 5.7).
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
  /// Whether the item is one of a class whose data are an object.
  fileprivate var isObject: Bool {
    switch itemClass {
    case .key, .certificate, .identity: true
    case .genericPassword, .internetPassword: false
    }
  }
}

extension AttributeValue {
  /// The value as an object of Foundation.
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
