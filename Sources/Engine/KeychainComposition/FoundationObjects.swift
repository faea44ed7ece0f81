// SPDX-License-Identifier: Apache-2.0
import CLatchkeyFoundation
package import Foundation

extension NSDictionary {
  /// Hands out keys and values as the objects that they are.
  ///
  /// Enumerating would turn them into Swift values, and never come back from a container that holds
  /// itself. Lists of keys and values do not, but wrap each in an `Any`, whose way back costs a
  /// dynamic cast: together an eighth of what a `SecItemCopyMatching` takes on top of the engine.
  package func forEachObject(_ take: (_ key: AnyObject, _ value: AnyObject) -> Void) {
    // One that cannot change and is of no subclass keeps its objects: they are lent as they lie.
    guard type(of: self) == NSDictionary.self else {
      // A subclass may say anything of itself, two lists of different lengths too.
      for (key, value) in zip(allKeys, allValues) { take(key as AnyObject, value as AnyObject) }
      return
    }
    let count = self.count
    unsafe withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 2 * count) { room in
      unsafe room.initialize(repeating: nil)
      guard let keys = room.baseAddress else { return }
      unsafe latchkey_lend_pairs(Unmanaged.passUnretained(self).toOpaque(), keys, keys + count)
      for index in 0..<count {
        guard let key = unsafe room[index], let value = unsafe room[count + index] else { continue }
        unsafe take(
          Unmanaged<AnyObject>.fromOpaque(key).takeUnretainedValue(),
          Unmanaged<AnyObject>.fromOpaque(value).takeUnretainedValue())
      }
    }
  }

  /// The value of a name as the object that it is.
  package func entry(_ name: NSString) -> AnyObject? {
    var found: AnyObject?
    forEachObject { key, value in
      if found == nil, (key as? NSString)?.isEqual(name) == true { found = value }
    }
    return found
  }
}

extension NSString {
  /// The text, where it has at most so many UTF-16 units; nil for a longer one.
  ///
  /// A longer text of another program is not copied.
  package func text(ofAtMost units: Int) -> String? {
    // Most hold a text of Swift's, which is handed out as it is and knows how long it is.
    guard type(of: self) == NSString.self || length <= units else { return nil }
    let text = String(self)
    return text.utf8.count <= units || text.utf16.count <= units ? text : nil
  }
}
