// SPDX-License-Identifier: Apache-2.0

/// Finds the known name that the user probably meant by a misspelt word.
package enum Suggestion {
  /// Returns the name that is closest to a word; nil if no name is close enough.
  ///
  /// A name of six or more letters may differ from the word in two letters, and a name of three to
  /// five letters in one letter. A shorter name must equal the word. Only a name is returned and
  /// never the word, because the word may be a password in the wrong place.
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

  /// Returns the number of letters to insert, remove, replace or swap to turn `left` into `right`.
  ///
  /// Returns `Int.max` if the lengths differ by more than two.
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
