// SPDX-License-Identifier: Apache-2.0

/// Computes how different two texts are, for example to find a name that was mistyped.
///
/// The distance is the number of letters to change, add, remove or exchange with the next letter
/// (optimal string alignment).
package enum TextDistance {
  /// Returns the distance of two texts; nil if the distance is more than `most`, or if a text has
  /// more than 256 characters.
  package static func within(_ most: Int, _ left: String, _ right: String) -> Int? {
    let (left, right) = (Array(left), Array(right))
    guard abs(left.count - right.count) <= most, max(left.count, right.count) <= 256 else {
      return nil
    }
    var former = Array(0...right.count)
    var before = former
    for (row, letter) in left.enumerated() {
      var line = [row + 1]
      for (column, other) in right.enumerated() {
        let changed = former[column] + (letter == other ? 0 : 1)
        var cost = min(former[column + 1] + 1, line[column] + 1, changed)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, before[column - 1] + 1)
        }
        line.append(cost)
      }
      (before, former) = (former, line)
    }
    let distance = former[right.count]
    return distance <= most ? distance : nil
  }
}
