// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A caller's dictionary, read once: its pairs in the order of evaluation.
struct ForeignDictionary {
  /// One pair; the value is as Foundation gave it.
  struct Pair {
    let key: ForeignKey
    let value: Any
  }

  /// More pairs than this are refused with -50 (DESIGN section 6).
  static let mostPairs = 128

  private(set) var pairs: [Pair]
  /// Whether there were too many pairs, which were then not looked at.
  let isOversized: Bool

  /// Neither `allKeys` nor `allValues` turns its objects into Swift values: enumerating does, and
  /// never comes back from a container that holds itself.
  init(_ dictionary: NSDictionary) {
    isOversized = dictionary.count > Self.mostPairs
    guard !isOversized else {
      pairs = []
      return
    }
    pairs = zip(dictionary.allKeys, dictionary.allValues).map { key, value in
      Pair(key: ForeignKey(key), value: value)
    }
    pairs.sort { ForeignKey.isEvaluatedEarlier($0.key, $1.key) }
  }

  /// The value of a key of text.
  subscript(name: String) -> Any? {
    pairs.first { $0.key.isText && $0.key.name == name }?.value
  }

  /// Whether there is a key of text.
  func contains(_ name: String) -> Bool { self[name] != nil }

  /// Takes pairs away.
  mutating func remove(where isUnwanted: (ForeignKey) -> Bool) {
    pairs.removeAll { isUnwanted($0.key) }
  }
}
