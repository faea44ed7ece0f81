// SPDX-License-Identifier: Apache-2.0
import CLatchkeyFoundation
package import Foundation

extension NSDictionary {
  /// Calls `take` with each key and value of the dictionary, as the original Foundation objects.
  ///
  /// A plain `NSDictionary` lends its objects without a conversion. Other ways of reading have
  /// disadvantages: enumerating would convert keys and values to Swift values. Enumerating would
  /// also never return for a container that contains itself.
  ///
  /// The lists `allKeys` and `allValues` wrap each object in an `Any`, and unwrapping needs a
  /// dynamic cast. Wrapping and unwrapping would take an eighth of the time that
  /// `SecItemCopyMatching` spends outside the engine. Therefore only subclasses of `NSDictionary`
  /// are read by these lists.
  package func forEachObject(_ take: (_ key: AnyObject, _ value: AnyObject) -> Void) {
    // A plain immutable dictionary keeps its objects alive, so they are passed on without a copy.
    guard type(of: self) == NSDictionary.self else {
      // A subclass may be inconsistent, even with lists of different lengths.
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

  /// Returns the dictionary's value for a key, as the original Foundation object; nil if the
  /// dictionary does not have the key.
  package func entry(_ name: NSString) -> AnyObject? {
    var found: AnyObject?
    forEachObject { key, value in
      if found == nil, (key as? NSString)?.isEqual(name) == true { found = value }
    }
    return found
  }
}

extension NSString {
  /// Returns the text, or nil if it has more than `units` UTF-16 units.
  ///
  /// A longer text is not copied: another program may have made the text, so it can be of any size.
  package func text(ofAtMost units: Int) -> String? {
    // Most objects of exactly this class contain a Swift text. `String(self)` then makes no copy,
    // and the length is known.
    guard type(of: self) == NSString.self || length <= units else { return nil }
    let text = String(self)
    return text.utf8.count <= units || text.utf16.count <= units ? text : nil
  }
}
