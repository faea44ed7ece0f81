// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes

/// Which rows the head of the history promised: it holds how many live rows there were, and the
/// exclusive or of their fingerprints.
///
/// Only a set of rows that gives both exactly is an answer. Guesses about pages tell which sets are
/// worth trying, never which one is true.
package struct PromisedRows {
  package struct Answer {
    /// Places among the rows in doubt.
    package var live: Set<Int>
    /// Rows that were there too and of which nothing can be used but what stands in the clear.
    package var lost: [RowFacts]
  }

  /// What a set of rows comes to.
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

  /// The answer among sets that hold all of `certain`; nil where none is proved.
  ///
  /// - Parameters:
  ///   - doubtful: rows that may have been live.
  ///   - damaged: what stands in the clear of rows that did not prove themselves.
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

  /// The exact subset, of all in doubt if they are few, else of those whose places are unclear.
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

/// Finds which of some values have a given exclusive or, by elimination over bits.
///
/// With at most 64 values of 128 bits, a set that fits by chance has a likelihood of 2^-64.
private enum ExactSubset {
  static let limit = 64

  /// A combination of values, whose exclusive or is `sum`.
  private struct Line {
    var sum: Identifier16
    var members: UInt64

    mutating func add(_ other: Line) {
      sum = sum.exclusiveOr(other.sum)
      members ^= other.members
    }
  }

  /// The places of the only subset that gives the sum; nil where there is none, where more than
  /// one may, and for more values than the limit.
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
    // Each line has its highest bit alone, and adding it changes lower ones only.
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
