// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The durations of repeated runs of one body, in nanoseconds.
struct Samples {
  private let sorted: [Int64]

  init(_ nanoseconds: [Int64]) { sorted = nanoseconds.sorted() }

  /// The fewest samples for which percentiles are meaningful.
  static let fewestForPercentiles = 1_000

  var count: Int { sorted.count }
  var hasPercentiles: Bool { count >= Self.fewestForPercentiles }
  var mean: Double { sorted.isEmpty ? .nan : Double(sorted.reduce(0, +)) / Double(count) }

  /// The value to form ratios with: the median, or the mean of few samples.
  var typical: Double { hasPercentiles ? quantile(0.5) : mean }

  func quantile(_ part: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    return Double(sorted[min(count - 1, Int(Double(count) * part))])
  }
}

/// One side of a comparison.
struct Side {
  let run: (Int) throws -> Void
  /// Restores the state before the run.
  ///
  /// Not measured.
  var after: (Int) throws -> Void = { _ in }
}

/// Returns the number of rounds that `alternate` runs: the samples and a tenth more, which do not
/// count.
func roundsIncludingWarmUp(_ count: Int) -> Int { count + count / 10 + 1 }

/// Runs two sides alternately, so that other work on the machine affects both.
func alternate(_ count: Int, _ first: Side, _ second: Side) throws -> (Samples, Samples) {
  let sides = [first, second]
  let warmUp = roundsIncludingWarmUp(count) - count
  var taken: [[Int64]] = [[], []]
  for round in 0..<(warmUp + count) {
    // The order alternates too, because the second side of a pair finds warmer caches.
    for side in round.isMultiple(of: 2) ? [0, 1] : [1, 0] {
      let took = try nanoseconds { try sides[side].run(round) }
      try sides[side].after(round)
      if round >= warmUp { taken[side].append(took) }
    }
  }
  return (Samples(taken[0]), Samples(taken[1]))
}

/// Returns the nanoseconds that a call takes.
func nanoseconds(_ body: () throws -> Void) rethrows -> Int64 {
  let began = monotonic()
  try body()
  return monotonic() - began
}

func monotonic() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

extension Samples {
  /// All samples as text, for another process to read.
  var text: String { sorted.map { "\($0)" }.joined(separator: " ") }
}
