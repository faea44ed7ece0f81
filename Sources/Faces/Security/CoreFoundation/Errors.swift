// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

/// Returns the code of an error; 0 if the error is nil.
@discardableResult
public func CFErrorGetCode(_ err: CFError!) -> CFIndex { err?.code ?? 0 }

/// Returns the domain of an error; nil if the error is nil.
@discardableResult
public func CFErrorGetDomain(_ err: CFError!) -> CFErrorDomain! {
  err.map { NSString(string: $0.domain) }
}

/// Returns the localized description of an error, which a program can show to the user; nil if the
/// error is nil.
@discardableResult
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! {
  err.map { NSString(string: $0.localizedDescription) }
}

/// Returns the localized reason of an error; nil if the error contains no reason.
@discardableResult
public func CFErrorCopyFailureReason(_ err: CFError!) -> CFString! {
  err?.localizedFailureReason.map { NSString(string: $0) }
}

/// Returns the user information dictionary of an error; nil if the error is nil.
@discardableResult
public func CFErrorCopyUserInfo(_ err: CFError!) -> CFDictionary! {
  err.map { NSDictionary(dictionary: $0.userInfo) }
}

/// Makes an error from a domain, a code and a user information dictionary.
///
/// `allocator` has no effect. Entries of the dictionary whose key is not a string are left out.
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
  /// Makes the error for a status, with Apple's wording, because some programs compare the text.
  ///
  /// The text is stored in the error, because Foundation on Linux would otherwise use other words
  /// (Specification/swift-source-compat.md, "Typing decision").
  ///
  /// - Parameter detail: the reason of the failure. The reason becomes the description for
  ///   developers, and a part of the localized description.
  convenience init(status: OSStatus, _ detail: String) {
    let text = "The operation couldn\u{2019}t be completed. (OSStatus error \(status) - \(detail))"
    self.init(
      domain: "NSOSStatusErrorDomain", code: Int(status),
      userInfo: [NSLocalizedDescriptionKey: text, "NSDescription": detail])
  }
}

/// Returns the text for a status (Specification/secitem.md, "SecCopyErrorMessageString").
///
/// The result is never nil. For a status without a text, it is `OSStatus` and the number. For a
/// status that is 100000 plus an `errno`, it is `UNIX[TEXT]` with the system's text for the
/// `errno`. `reserved` has no effect.
@discardableResult
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?)
  -> CFString?
{
  NSString(string: StatusText.describe(status))
}
