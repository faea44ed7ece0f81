// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import Foundation
import KeychainComposition
import KeychainRequests
import KeychainTypes
import SecureMemory

/// Translates a caller's dictionary into a request to the keychain service
/// (Specification/secitem.md, "Order of evaluation", steps C3 to C13).
///
/// The dictionary key and the class of the caller's object decide the type of each value in the
/// request. The translation throws no error: an object that the key does not accept becomes
/// `refused`. The service reports the refusal when it evaluates that value.
extension ForeignDictionary {
  /// Makes the request of a `SecItem` call.
  ///
  /// - Parameter changes: the second dictionary of `SecItemUpdate`; nil for the other calls.
  func request(
    _ verb: Request.Verb, setting changes: ForeignDictionary? = nil, in profile: Profile
  ) -> Request {
    let object = referencedObject
    var request = Request(verb, pairs(for: verb, object), profile: profile)
    if verb == .add, case .key(let key)? = object { request.element = key.element }
    if let changes {
      request.changes = changes.pairs(
        for: verb, changes.referencedObject, areChanges: true)
    }
    return request
  }

  /// The cryptographic key or certificate in `kSecValueRef`; nil if the dictionary has no
  /// `kSecValueRef`, or has another object there.
  private var referencedObject: ReferencedObject? {
    self[.value, ValueKey.reference.rawValue].flatMap { ReferencedObject($0) }
  }

  /// Returns the pairs of the request (Specification/secitem.md, "Order of evaluation", steps C2
  /// and C5).
  ///
  /// If `kSecValueRef` contains a key or certificate, the attributes of that object replace the
  /// entry. An attribute in the caller's dictionary overrides an attribute of the object.
  ///
  /// - Parameter areChanges: true if this is the second dictionary of `SecItemUpdate`.
  private func pairs(
    for verb: Request.Verb, _ object: ReferencedObject?, areChanges: Bool = false
  ) -> RequestPairs {
    guard !isOversized else { return .tooMany }
    let isStored = verb == .add || areChanges
    guard let object else { return requestPairs(isStored) }
    var source = self
    source.remove(where: Self.isReference)
    do throws(KeychainError) {
      source.complete(with: try object.pairs(for: verb))
    } catch {
      var result = source.requestPairs(isStored)
      result.insert(Request.Pair(RequestKey(ValueKey.reference.rawValue), .refused(error)))
      return result
    }
    return source.requestPairs(isStored)
  }

  private func requestPairs(_ isStored: Bool) -> RequestPairs {
    var result = RequestPairs(reserving: pairs.count)
    for place in pairs.indices {
      // Reads the pair part by part, because the whole pair would be copied.
      let value = Self.value(of: pairs[place].key, pairs[place].value, isStored: isStored)
      result.append(Request.Pair(pairs[place].key, value))
    }
    return result
  }

  private static func isReference(_ key: RequestKey) -> Bool {
    key.family == .value && key.name == ValueKey.reference.rawValue
  }

  /// Returns the value that the request contains for a pair of the caller's dictionary.
  ///
  /// Under some keys, the caller passes an object that cannot be part of an item, such as a policy
  /// or an authentication context. For these keys, the request contains another value in place of
  /// the object.
  ///
  /// - Parameter isStored: true if the dictionary contains values to store, false if it is a query.
  private static func value(
    of key: borrowing RequestKey, _ object: AnyObject, isStored: Bool
  ) -> RequestValue {
    switch key.family {
    case .value:
      switch ValueKey(rawValue: key.name) {
      case .secret:
        if let data = object as? NSData {
          return isStored ? RequestValue(secret: data) : .bytes([])
        }
      case .reference:
        return .refused(.wrongKind("the reference is neither a key nor a certificate"))
      case .persistentReference:
        let parts = (object as? NSArray).map { PropertyList.elements(of: $0) } ?? []
        let references = parts.compactMap { $0 as AnyObject as? NSData }
        // Only keychain files accept several references.
        guard references.isEmpty || references.count < parts.count else {
          return .list(references.map { RequestValue($0) })
        }
      case nil: break
      }
    case .use:
      switch UseKey(rawValue: key.name) {
      // These objects never leave the caller's process (Specification/secitem.md, "Order of
      // evaluation", C11).
      case .context:
        return object is any CarriesAuthenticationContext
          ? .object : .refused(.wrongKind("the value is not an authentication context"))
      case .prompt, .callerName, .tokenRawItems: return .object
      case .noInteraction: return RequestValue(object)
      case .tombstones, .evidence, .interaction, .itemList, .keychain, nil: break
      }
    case .match:
      switch MatchKey(rawValue: key.name) {
      case .policy:
        guard let policy = object as? SecPolicy else { return .refused(.policyIsNone) }
        return .judge(
          PolicyJudge(
            policy.value, anchorsAt: .ofThisProcess, settingsAt: .ofThisProcess))
      case .trustedOnly where RequestValue.boolean(object) == true:
        return .judge(PolicyJudge(.basic, anchorsAt: .ofThisProcess, settingsAt: .ofThisProcess))
      case .issuers:
        if let names = object as? NSArray,
          PropertyList.canHold(names, or: { $0 is SecAccessControl })
        {
          return .list(PropertyList.elements(of: names).map { RequestValue($0 as AnyObject) })
        }
      default: break
      }
    case .itemClass, .attribute, .returns, .ignored, .unknown: break
    }
    let value = RequestValue(object)
    guard case .other = value else { return value }
    return PropertyList.canHold(object, or: { $0 is SecAccessControl })
      ? value
      : .refused(
        .parameter("a value has a type that the keychain does not support", cause: .wrongValueKind))
  }
}

extension RequestValue {
  /// Copies the data in `kSecValueData` into secret memory.
  ///
  /// The value is `tooLarge` if the data is larger than a secret can be.
  fileprivate init(secret data: NSData) {
    self =
      data.length <= SecretBytes.mostBytes
      ? .secret(SecretBytes(foreign: data)) : .tooLarge(isText: false)
  }
}

extension SecretBytes {
  /// Copies data of the caller, such as a password, into secret memory.
  init(foreign data: NSData) {
    self = unsafe SecretBytes(count: data.length) { (target: UnsafeMutableRawBufferPointer) in
      unsafe target.copyMemory(
        from: UnsafeRawBufferPointer(start: data.bytes, count: data.length))
    }
  }
}

extension RequestValue {
  /// Makes the value of a request from an object of Foundation.
  ///
  /// A text or data object that is larger than the limit for attributes is not copied: the value is
  /// `tooLarge`. The value is `other` for a class without a case in `RequestValue`, and for a
  /// number or date that is out of range.
  init(_ value: AnyObject) {
    switch value {
    case let text as NSString:
      guard let copied = text.text(ofAtMost: Self.mostAttributeBytes),
        copied.utf8.count <= Self.mostAttributeBytes
      else {
        self = .tooLarge(isText: true)
        return
      }
      self = .text(copied)
    case let data as NSData:
      guard data.length <= Self.mostAttributeBytes else {
        self = .tooLarge(isText: false)
        return
      }
      self = .bytes(data.array)
    case let number as NSNumber: self = Self.number(number)
    case let date as NSDate:
      let instant = Instant(secondsSinceReference: date.timeIntervalSinceReferenceDate)
      self = instant.map { .date($0) } ?? .other
    case let identifier as NSUUID:
      let bytes = unsafe withUnsafeBytes(of: (identifier as UUID).uuid) { unsafe Array($0) }
      self = Identifier16(bytes).map { .uuid($0) } ?? .other
    case let accessControl as SecAccessControl: self = .accessControl(accessControl.value)
    case is NSNull: self = .null
    default: self = .other
    }
  }

  /// Returns the value of `kCFBooleanTrue` or `kCFBooleanFalse`; nil for other objects, such as the
  /// number 1.
  static func boolean(_ value: AnyObject) -> Bool? {
    if value === kCFBooleanTrue { return true }
    return value === kCFBooleanFalse ? false : nil
  }

  private static func number(_ number: NSNumber) -> RequestValue {
    if let flag = boolean(number) { return .boolean(flag) }
    switch unsafe UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): return .real(number.doubleValue)
    case UInt8(ascii: "Q"):
      return Int64(exactly: number.uint64Value).map { .number($0) } ?? .other
    default: return .number(number.int64Value)
    }
  }
}
