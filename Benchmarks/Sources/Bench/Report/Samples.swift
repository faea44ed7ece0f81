// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Durations of one thing, in nanoseconds.
struct Samples {
  private let sorted: [Int64]

  init(_ nanoseconds: [Int64]) { sorted = nanoseconds.sorted() }

  /// With fewer a percentile says nothing.
  static let fewestForPercentiles = 1_000

  var count: Int { sorted.count }
  var hasPercentiles: Bool { count >= Self.fewestForPercentiles }
  var mean: Double { sorted.isEmpty ? .nan : Double(sorted.reduce(0, +)) / Double(count) }

  /// What ratios are taken of: the median, of few samples the mean.
  var typical: Double { hasPercentiles ? quantile(0.5) : mean }

  func quantile(_ part: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    return Double(sorted[min(count - 1, Int(Double(count) * part))])
  }
}

/// One of the things that are compared.
struct Side {
  let run: (Int) throws -> Void
  /// What puts everything back as it was; not measured.
  var after: (Int) throws -> Void = { _ in }
}

/// How many rounds `alternate` runs for so many samples: a tenth more, which do not count.
func roundsIncludingWarmUp(_ count: Int) -> Int { count + count / 10 + 1 }

/// Runs two things alternately, so that whatever else the machine does meets both.
func alternate(_ count: Int, _ first: Side, _ second: Side) throws -> (Samples, Samples) {
  let sides = [first, second]
  let warmUp = roundsIncludingWarmUp(count) - count
  var taken: [[Int64]] = [[], []]
  for round in 0..<(warmUp + count) {
    // Who begins changes too: the second of a pair finds warmer caches.
    for side in round.isMultiple(of: 2) ? [0, 1] : [1, 0] {
      let took = try nanoseconds { try sides[side].run(round) }
      try sides[side].after(round)
      if round >= warmUp { taken[side].append(took) }
    }
  }
  return (Samples(taken[0]), Samples(taken[1]))
}

/// How long one call takes.
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
  /// All of them, for another process to read.
  var text: String { sorted.map { "\($0)" }.joined(separator: " ") }
}
