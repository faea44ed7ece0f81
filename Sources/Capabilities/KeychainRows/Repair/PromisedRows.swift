// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes

/// Finds the rows that a damaged store must have had, according to the head of its change history
/// (its authenticated summary).
///
/// The head contains the number of rows and the exclusive or (XOR) of their fingerprints. A set of
/// rows is accepted only if it has this number and this XOR.
///
/// A row is live if it was in the store, neither deleted nor replaced. A row is doubtful if its
/// page does not prove that it is live.
///
/// If there are many doubtful rows, not every set of them can be tried. The sets to try are then
/// chosen by the list of free pages and the search trees of the tables, which may be damaged.
package struct PromisedRows {
  package struct Answer {
    /// The positions of the live rows (neither deleted nor replaced) in the list `doubtful` that
    /// was passed to `answer`.
    package var live: Set<Int>
    /// The live rows that are damaged, so that only their unencrypted columns can be read.
    package var lost: [RowFacts]
  }

  /// The number of rows in a set, and the exclusive or (XOR) of their fingerprints.
  private struct Sum: Equatable {
    var fingerprint = Identifier16.zero
    var count: Int64 = 0

    mutating func add(_ other: Identifier16) {
      fingerprint = fingerprint.exclusiveOr(other)
      count += 1
    }
  }

  private let promised: Sum
  private let keybag: UnlockedKeybag

  package init(_ seal: HistorySeal, _ keybag: UnlockedKeybag) {
    promised = Sum(fingerprint: seal.fingerprint, count: seal.rowCount)
    self.keybag = keybag
  }

  /// Returns which doubtful rows are live and which damaged rows are lost, according to the head of
  /// the change history (its authenticated summary).
  ///
  /// Nil if no set of rows has the number and the XOR of fingerprints in the head.
  ///
  /// - Parameters:
  ///   - certain: The rows that are certainly live (neither deleted nor replaced).
  ///   - doubtful: The rows that may have been live.
  ///   - damaged: The unencrypted columns of rows that did not authenticate.
  package func answer(
    certain: [SealedRow], doubtful: [SalvagedRows.Candidate], damaged: [RowFacts]
  ) throws(SealError) -> Answer? {
    var start = Sum()
    var taken: Set<Identifier16> = []
    for row in certain {
      let value = try fingerprint(row.facts) ?? .zero
      start.add(value)
      taken.insert(value)
    }
    var known: [(place: Int, value: Identifier16)] = []
    for (place, candidate) in doubtful.enumerated() {
      // A row without a fingerprint was never promised.
      if let value = try fingerprint(candidate.row.facts) { known.append((place, value)) }
    }
    for guess in guesses(doubtful) {
      var sum = start
      var live: Set<Int> = []
      for (place, value) in known where guess(doubtful[place].standing) {
        sum.add(value)
        live.insert(place)
      }
      if sum == promised { return Answer(live: live, lost: []) }
    }
    taken.formUnion(known.map(\.value))
    var losses: [(value: Identifier16, facts: RowFacts)] = []
    for facts in damaged.prefix(ExactSubset.limit + 1) {
      if let value = try fingerprint(facts), taken.insert(value).inserted {
        losses.append((value, facts))
      }
    }
    return solved(start, known, doubtful, losses)
  }

  private func guesses(
    _ doubtful: [SalvagedRows.Candidate]
  ) -> [(Standing) -> Bool] {
    [
      { _ in false },
      { $0.isSuperset(of: [.current, .used]) },
      { $0.isSuperset(of: [.current, .reached]) },
      { $0.isSuperset(of: [.current, .used, .reached]) },
      { $0.contains(.current) },
      { _ in true },
    ]
  }

  /// Computes which doubtful and damaged rows are live (neither deleted nor replaced).
  ///
  /// The computed rows and the certain rows together have the number of rows, and the XOR of
  /// fingerprints, in the head of the change history. Nil if no set of rows that was tried has this
  /// number and this XOR.
  ///
  /// If there are at most 64 doubtful and damaged rows, every set of them is considered. If there
  /// are more, the computation decides on the damaged rows, and on some of the doubtful rows: those
  /// whose page has a wrong checksum or does not list the row. The other doubtful rows are then
  /// judged by the list of free pages and the search trees of the tables, which may be damaged.
  ///
  /// - Parameters:
  ///   - start: The number and the XOR of the certain rows.
  ///   - known: The doubtful rows that have a fingerprint: their positions in `doubtful`, and their
  ///     fingerprints.
  ///   - losses: The damaged rows, with their fingerprints.
  private func solved(
    _ start: Sum, _ known: [(place: Int, value: Identifier16)],
    _ doubtful: [SalvagedRows.Candidate], _ losses: [(value: Identifier16, facts: RowFacts)]
  ) -> Answer? {
    let isFew = known.count + losses.count <= ExactSubset.limit
    let guesses: [(Standing) -> Bool] =
      isFew
      ? [{ _ in false }]
      : [{ $0.contains(.used) }, { $0.contains(.reached) }, { _ in false }]
    for guess in guesses {
      var sum = start
      var live: Set<Int> = []
      var open: [(place: Int, value: Identifier16)] = []
      for (place, value) in known {
        let standing = doubtful[place].standing
        if isFew || standing.contains(.current) && !standing.isSuperset(of: [.listed, .sound]) {
          open.append((place, value))
        } else if standing.contains(.current), guess(standing) {
          sum.add(value)
          live.insert(place)
        }
      }
      let values = open.map(\.value) + losses.map(\.value)
      let rest = sum.fingerprint.exclusiveOr(promised.fingerprint)
      guard let places = ExactSubset.places(in: values, giving: rest),
        sum.count + Int64(places.count) == promised.count
      else { continue }
      live.formUnion(places.filter { $0 < open.count }.map { open[$0].place })
      let lost = places.filter { $0 >= open.count }.sorted().map { losses[$0 - open.count].facts }
      return Answer(live: live, lost: lost)
    }
    return nil
  }

  private func fingerprint(_ facts: RowFacts) throws(SealError) -> Identifier16? {
    let row = SealedRow(facts: facts, digests: [], metadata: [], secret: nil)
    return try HistorySeal.fingerprint(of: row, keybag)
  }
}

/// Finds the subset of values whose exclusive or (XOR) is a given sum, by linear elimination over
/// bits.
///
/// With at most 64 values of 128 bits, a subset fits by chance with a probability of 2^-64.
private enum ExactSubset {
  static let limit = 64

  /// A combination of values: `members` has one bit set for each value, and `sum` is the XOR of the
  /// values.
  private struct Line {
    var sum: Identifier16
    var members: UInt64

    mutating func add(_ other: Line) {
      sum = sum.exclusiveOr(other.sum)
      members ^= other.members
    }
  }

  /// Returns the positions of the values whose XOR is `sum`, if exactly one subset of the values
  /// fits.
  ///
  /// Nil if no subset has this XOR, if several subsets may have it, or if there are more than 64
  /// values.
  static func places(in values: [Identifier16], giving sum: Identifier16) -> Set<Int>? {
    guard values.count <= limit else { return nil }
    var lines: [Int: Line] = [:]
    for (place, value) in values.enumerated() {
      let line = reduced(Line(sum: value, members: 1 << UInt64(place)), by: lines)
      guard let bit = line.sum.highestBit else { return nil }
      lines[bit] = line
    }
    let rest = reduced(Line(sum: sum, members: 0), by: lines)
    guard rest.sum == .zero else { return nil }
    return Set(values.indices.filter { rest.members >> UInt64($0) & 1 == 1 })
  }

  private static func reduced(_ line: Line, by lines: [Int: Line]) -> Line {
    var line = line
    // Each line has a highest bit that no other line shares as its highest. Adding it changes only
    // lower bits.
    for bit in lines.keys.sorted(by: >) where line.sum.has(bit) {
      if let other = lines[bit] { line.add(other) }
    }
    return line
  }
}

extension Identifier16 {
  package func exclusiveOr(_ other: Identifier16) -> Identifier16 {
    Identifier16(high: high ^ other.high, low: low ^ other.low)
  }

  fileprivate func has(_ bit: Int) -> Bool {
    bit >= 64 ? high >> UInt64(bit - 64) & 1 == 1 : low >> UInt64(bit) & 1 == 1
  }

  fileprivate var highestBit: Int? {
    if high != 0 { return 127 - high.leadingZeroBitCount }
    return low != 0 ? 63 - low.leadingZeroBitCount : nil
  }
}
