// SPDX-License-Identifier: Apache-2.0

/// The name that somebody may have meant who has typed one that is none.
package enum Suggestion {
  /// The one of `names` that two changes of a letter at most make of a word; nil for none.
  ///
  /// The word itself is never shown: it may be a password in the wrong place.
  package static func of(_ word: String, among names: some Sequence<String>) -> String? {
    var best: (name: String, distance: Int)?
    for name in names.sorted() {
      let distance = distance(Array(word.utf8), Array(name.utf8))
      if distance <= min(2, name.utf8.count / 3), distance < best?.distance ?? .max {
        best = (name, distance)
      }
    }
    return best?.name
  }

  /// How many letters have to be put in, taken out or exchanged; much where a word is long.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard abs(left.count - right.count) <= 2 else { return .max }
    var row = Array(0...right.count)
    for (place, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = place + 1
      for (column, other) in right.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
