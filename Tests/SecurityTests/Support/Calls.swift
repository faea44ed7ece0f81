// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import SecureMemory
import Security
import Testing

/// The four SecItem calls with Swift dictionaries and values in place of pointers.
///
/// Each call is explained before it is made, and must answer the status that the explanation
/// predicts.
enum Calls {
  /// Counts the calls, and the calls with a predicted status.
  final class Count: Sendable {
    private let state = Lock((calls: 0, foretold: 0))
    var calls: Int { state.withLock { $0.calls } }
    var foretold: Int { state.withLock { $0.foretold } }
    fileprivate func add(isForetold: Bool) {
      state.withLock {
        $0.calls += 1
        if isForetold { $0.foretold += 1 }
      }
    }
  }

  @TaskLocal static var count: Count?

  /// The value of the result variable before a call, which shows whether the call wrote to it.
  static var untouched: NSString { "untouched" }

  static func add(_ attributes: [String: Any]) -> OSStatus {
    let attributes = attributes as CFDictionary
    return foretold(.add(attributes)) { SecItemAdd(attributes, nil) }
  }

  static func adding(_ attributes: [String: Any]) -> (status: OSStatus, result: AnyObject?) {
    var result: CFTypeRef? = untouched
    let attributes = attributes as CFDictionary
    let status = foretold(.add(attributes)) { unsafe SecItemAdd(attributes, &result) }
    return (status, result)
  }

  static func copy(_ query: [String: Any]) -> (status: OSStatus, result: AnyObject?) {
    var result: CFTypeRef? = untouched
    let query = query as CFDictionary
    let status = foretold(.copyMatching(query)) { unsafe SecItemCopyMatching(query, &result) }
    return (status, result)
  }

  static func find(_ query: [String: Any]) -> OSStatus {
    let query = query as CFDictionary
    return foretold(.copyMatching(query)) { SecItemCopyMatching(query, nil) }
  }

  static func update(_ query: [String: Any], _ changes: [String: Any]) -> OSStatus {
    let (query, changes) = (query as CFDictionary, changes as CFDictionary)
    return foretold(.update(query, setting: changes)) { SecItemUpdate(query, changes) }
  }

  static func delete(_ query: [String: Any]) -> OSStatus {
    let query = query as CFDictionary
    return foretold(.delete(query)) { SecItemDelete(query) }
  }

  private static func foretold(_ call: KeychainCall, _ make: () -> OSStatus) -> OSStatus {
    let foretold = Foresight.status(of: call)
    count?.add(isForetold: foretold != nil)
    let status = make()
    if let foretold { #expect(foretold == status, "the explanation said otherwise") }
    return status
  }

  /// Returns an access control, or nil if the flags exclude each other.
  static func accessControl(_ protection: String, _ flags: SecAccessControlCreateFlags)
    -> SecAccessControl?
  {
    SecAccessControlCreateWithFlags(nil, protection as CFTypeRef, flags, nil)
  }
}
