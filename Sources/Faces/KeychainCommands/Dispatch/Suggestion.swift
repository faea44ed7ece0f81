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

  /// How many letters have to be put in, taken out, replaced or exchanged with the next one; much
  /// where one of the words is far longer.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard abs(left.count - right.count) <= 2 else { return .max }
    var earlier: [Int] = []
    var row = Array(0...right.count)
    for (place, letter) in left.enumerated() {
      var next = [place + 1]
      for (column, other) in right.enumerated() {
        let replaced = row[column] + (letter == other ? 0 : 1)
        var cost = min(replaced, row[column + 1] + 1, next[column] + 1)
        if place > 0, column > 0, letter == right[column - 1], left[place - 1] == other {
          cost = min(cost, earlier[column - 1] + 1)
        }
        next.append(cost)
      }
      (earlier, row) = (row, next)
    }
    return row[right.count]
  }
}
