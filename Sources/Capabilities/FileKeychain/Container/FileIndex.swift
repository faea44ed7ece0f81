// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An index of a table, as the file has it (Specification/keychain-file-format.md, "Index
/// section").
///
/// The initialiser checks that the index keys (`IndexKey`) lie one after the other within the
/// table. The keys are not compared with the records: a reader checks the record to which a key
/// leads.
struct FileIndex {
  /// The size in bytes of the part of an index before the numbers of its attributes.
  static let headSize = 16

  let file: [UInt8]
  let id: UInt32
  let isUnique: Bool
  let formats: [ValueFormat]
  /// The number of index keys in this index.
  let count: Int
  /// The position in the file at which the table begins.
  ///
  /// The offsets of index keys are counted from this position.
  private let base: Int
  /// The position in the file at which the list of the keys' offsets begins.
  ///
  /// After this list the index has the numbers of the keys' records, and then the keys.
  let offsets: Int
  /// The position in the file after the last index key.
  let end: Int

  /// Reads the index that begins at `start`.
  ///
  /// Nil if the index is damaged, or is not the index that `index` describes.
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
    self.file = file
    (id, isUnique, base) = (index.id, index.isUnique, table.lowerBound)
    (self.count, self.offsets, self.end) = (count, offsets, end)
    formats = attributes.compactMap { relation.position(of: $0) }
      .map { relation.attributes[$0].format }
    guard isChain else { return nil }
  }

  /// True if the index keys lie one after the other, in the order of the list of their offsets, and
  /// fill the index.
  private var isChain: Bool {
    unsafe file.withUnsafeBytes { bytes in
      var next = offsets + 8 * count
      for place in 0..<count {
        guard unsafe base + bytes.size(offsets + 4 * place) == next, next <= end - 4 else {
          return false
        }
        let size = unsafe bytes.size(next)
        guard size <= end - next - 4 else { return false }
        next += 4 + size
      }
      return next == end
    }
  }

  /// Returns the place in the file of an index key's length, which stands before the key.
  ///
  /// - Parameter key: the position of the key in the index, counted from 0. After the last key,
  ///   the result is `end`.
  func place(of key: Int) -> Int {
    key < count ? base + (file.size(at: offsets + 4 * key) ?? 0) : end
  }

  /// Returns the number of the record to which an index key leads.
  ///
  /// - Parameter key: the position of the key in the index, counted from 0.
  func number(of key: Int) -> UInt32 { file.atom(at: offsets + 4 * (count + key)) ?? 0 }

  /// Returns the positions in the index, counted from 0, of the index keys of some records.
  ///
  /// - Parameter records: the numbers of the records.
  func keys(of records: Set<UInt32>) -> [Int] {
    guard let highest = records.max(), let lowest = records.min() else { return [] }
    return unsafe file.withUnsafeBytes { bytes in
      (0..<count).filter { key in
        let number = unsafe bytes.atom(offsets + 4 * (count + key))
        return number >= lowest && number <= highest && records.contains(number)
      }
    }
  }

  /// Returns how many index keys are less than `key`.
  ///
  /// - Parameter isAfterEqual: true to count also the index keys that are equal to `key`.
  func bound(of key: [UInt8], afterEqual isAfterEqual: Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let difference = IndexKey.compare(file, place(of: middle) + 4, key, 0, formats)
      if difference < 0 || (isAfterEqual && difference == 0) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Returns the numbers of the records that have the index key `key`.
  func records(of key: [UInt8]) -> [UInt32] {
    (bound(of: key, afterEqual: false)..<bound(of: key, afterEqual: true)).map { number(of: $0) }
  }
}
