// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

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
