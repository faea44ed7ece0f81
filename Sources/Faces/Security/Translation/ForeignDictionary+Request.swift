// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import Foundation
import KeychainComposition
import KeychainRequests
import KeychainTypes
import SecureMemory

/// A caller's dictionary as a request: what each value is, by its key and its type
/// (spec/secitem.md 3.1, C3 to C13).
///
/// This is all that Apple's syntax alone decides. Nothing is refused here: a value that no request
/// can have is `refused` in its place, and the service says so in its turn.
extension ForeignDictionary {
  /// The request of a call.
  ///
  /// - Parameter changes: what Update sets.
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

  /// The object in `v_Ref`, where it stands for an item.
  private var referencedObject: ReferencedObject? {
    self[.value, ValueKey.reference.rawValue].flatMap { ReferencedObject($0) }
  }

  /// The pairs; those that an object stands for are in the place of `v_Ref`, and what the caller
  /// says himself stays (spec/secitem.md 3.1 C2, C5).
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
      // By its parts, as a pair as a whole would be copied.
      let value = Self.value(of: pairs[place].key, pairs[place].value, isStored: isStored)
      result.append(Request.Pair(pairs[place].key, value))
    }
    return result
  }

  private static func isReference(_ key: RequestKey) -> Bool {
    key.family == .value && key.name == ValueKey.reference.rawValue
  }

  /// The table: which objects a key takes that are no values of a keychain.
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
        return .refused(.wrongKind("the reference is neither key nor certificate"))
      case .persistentReference, nil: break
      }
    case .use:
      switch UseKey(rawValue: key.name) {
      // These never leave the caller's process (C11).
      case .context:
        return object is any CarriesAuthenticationContext
          ? .object : .refused(.wrongKind("the authentication context is none"))
      case .prompt, .callerName, .tokenRawItems: return .object
      case .noInteraction: return RequestValue(object)
      case .tombstones, .evidence, .interaction, .itemList, .keychain, nil: break
      }
    case .match:
      switch MatchKey(rawValue: key.name) {
      case .policy:
        guard let policy = object as? SecPolicy else { return .refused(.policyIsNone) }
        return .judge(PolicyJudge(policy.value, anchorsAt: .ofThisProcess))
      case .trustedOnly where RequestValue.boolean(object) == true:
        return .judge(PolicyJudge(.basic, anchorsAt: .ofThisProcess))
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
        .parameter("a value is of no type that a keychain understands", cause: .wrongValueKind))
  }
}

extension RequestValue {
  /// The data of `v_Data`, copied into memory for secrets.
  fileprivate init(secret data: NSData) {
    self =
      data.length <= SecretBytes.mostBytes
      ? .secret(SecretBytes(foreign: data)) : .tooLarge(isText: false)
  }
}

extension SecretBytes {
  /// A copy of a caller's data.
  init(foreign data: NSData) {
    self = unsafe SecretBytes(count: data.length) { (target: UnsafeMutableRawBufferPointer) in
      unsafe target.copyMemory(
        from: UnsafeRawBufferPointer(start: data.bytes, count: data.length))
    }
  }
}

extension RequestValue {
  /// The value that an object of Foundation stands for; what is larger than an attribute is not
  /// copied.
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
      self = .bytes(unsafe [UInt8](UnsafeRawBufferPointer(start: data.bytes, count: data.length)))
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

  /// A Boolean only if it is one of the two unique objects; a number 1 is none.
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
