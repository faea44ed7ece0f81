// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

/// The code of an error.
@discardableResult
public func CFErrorGetCode(_ err: CFError!) -> CFIndex { err?.code ?? 0 }

/// The domain of an error.
@discardableResult
public func CFErrorGetDomain(_ err: CFError!) -> CFErrorDomain! {
  err.map { NSString(string: $0.domain) }
}

/// What a person may read about an error.
@discardableResult
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! {
  err.map { NSString(string: $0.localizedDescription) }
}

/// The reason of an error; nil when it has none.
@discardableResult
public func CFErrorCopyFailureReason(_ err: CFError!) -> CFString! {
  err?.localizedFailureReason.map { NSString(string: $0) }
}

/// All that an error tells.
@discardableResult
public func CFErrorCopyUserInfo(_ err: CFError!) -> CFDictionary! {
  err.map { NSDictionary(dictionary: $0.userInfo) }
}

/// An error of a domain with a code.
@discardableResult
public func CFErrorCreate(
  _ allocator: CFAllocator!, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary!
) -> CFError! {
  var details: [String: Any] = [:]
  for (key, value) in zip(userInfo?.allKeys ?? [], userInfo?.allValues ?? []) {
    if let name = key as? NSString { details[String(name)] = value }
  }
  return NSError(domain: domain.map { String($0) } ?? "", code: code, userInfo: details)
}

extension NSError {
  /// The error for a status, worded as Apple's systems do: clients compare the text.
  ///
  /// Foundation on Linux words a bare error otherwise (spec/swift-source-compat.md 3).
  convenience init(status: OSStatus, _ detail: String) {
    let text = "The operation couldn\u{2019}t be completed. (OSStatus error \(status) - \(detail))"
    self.init(
      domain: "NSOSStatusErrorDomain", code: Int(status),
      userInfo: [NSLocalizedDescriptionKey: text, "NSDescription": detail])
  }
}

/// The text for a status (spec/secitem.md 13.2).
///
/// Never nil: a status without a text of its own gives `OSStatus` and the number, and 100000 plus
/// an `errno` gives the system's text in `UNIX[…]`. `reserved` has no meaning.
@discardableResult
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?)
  -> CFString?
{
  NSString(string: StatusText.describe(status))
}
