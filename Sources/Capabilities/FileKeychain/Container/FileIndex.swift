// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An index of a table, as the file has it (Specification/keychain-file-format.md, "Index
/// section").
///
/// The initialiser checks that the keys lie one after the other within the table. It does not
/// compare them with the records: a key says where a record may be, and the record decides.
struct FileIndex {
  /// The size of an index up to the numbers of its attributes.
  static let headSize = 16

  let file: [UInt8]
  let id: UInt32
  let isUnique: Bool
  let formats: [ValueFormat]
  /// The place of each key in the file, at its length.
  let places: [Int]
  /// The number of the record of each key.
  let numbers: [UInt32]
  /// The place in the file after the last key.
  let end: Int

  /// Reads the index that begins at `start`; nil if it is not sound, or another than `index`.
  init?(
    _ file: [UInt8], at start: Int, in table: Range<Int>, _ index: Relation.Index,
    _ relation: Relation
  ) {
    let attributes = index.attributes
    guard let size = file.size(at: start), size <= table.upperBound - start,
      file.atom(at: start + 4) == index.id,
      file.atom(at: start + 8) == (index.isUnique ? 1 : 0),
      file.size(at: start + 12) == attributes.count,
      attributes.indices.allSatisfy({
        file.atom(at: start + Self.headSize + 4 * $0) == attributes[$0]
      }), let count = file.size(at: start + Self.headSize + 4 * attributes.count)
    else { return nil }
    let offsets = start + Self.headSize + 4 + 4 * attributes.count
    let end = start + size
    guard count <= (end - offsets) / 8 else { return nil }
    var (places, numbers): ([Int], [UInt32]) = ([], [])
    places.reserveCapacity(count)
    numbers.reserveCapacity(count)
    var next = offsets + 8 * count
    for place in 0..<count {
      guard let offset = file.size(at: offsets + 4 * place), table.lowerBound + offset == next,
        let number = file.atom(at: offsets + 4 * count + 4 * place), next <= end - 4,
        let length = file.size(at: next), length <= end - next - 4
      else { return nil }
      places.append(next)
      numbers.append(number)
      next += 4 + length
    }
    guard next == end else { return nil }
    self.file = file
    (id, isUnique, self.end) = (index.id, index.isUnique, end)
    formats = attributes.compactMap { relation.position(of: $0) }
      .map { relation.attributes[$0].format }
    (self.places, self.numbers) = (places, numbers)
  }

  /// Returns the place in the order of keys before which all keys are less than `key`, or equal to
  /// it if `isAfterEqual` is true.
  func bound(of key: [UInt8], afterEqual isAfterEqual: Bool) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      let difference = IndexKey.compare(file, places[middle] + 4, key, 0, formats)
      if difference < 0 || (isAfterEqual && difference == 0) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Returns the numbers of the records whose key is `key`.
  func records(of key: [UInt8]) -> ArraySlice<UInt32> {
    let range = bound(of: key, afterEqual: false)..<bound(of: key, afterEqual: true)
    return numbers[range]
  }
}
