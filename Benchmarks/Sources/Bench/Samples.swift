// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Durations of one thing, in nanoseconds.
struct Samples {
  private var sorted: [Int64]

  init(_ nanoseconds: [Int64]) { sorted = nanoseconds.sorted() }

  var count: Int { sorted.count }
  var p50: Double { quantile(0.50) }
  var p99: Double { quantile(0.99) }

  private func quantile(_ part: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))])
  }
}

/// Runs two things alternately, so that whatever else the machine does meets both.
///
/// - Parameter warmUp: how many runs of each come before those that count.
func alternate(
  _ count: Int, warmUp: Int, _ first: (Int) throws -> Void, _ second: (Int) throws -> Void
) throws -> (Samples, Samples) {
  var firsts: [Int64] = []
  var seconds: [Int64] = []
  for index in 0..<(warmUp + count) {
    // Who begins changes too: the second of a pair finds warmer caches.
    let a: Int64
    let b: Int64
    if index.isMultiple(of: 2) {
      a = try nanoseconds { try first(index) }
      b = try nanoseconds { try second(index) }
    } else {
      b = try nanoseconds { try second(index) }
      a = try nanoseconds { try first(index) }
    }
    if index >= warmUp {
      firsts.append(a)
      seconds.append(b)
    }
  }
  return (Samples(firsts), Samples(seconds))
}

/// How long one call takes.
func nanoseconds(_ body: () throws -> Void) rethrows -> Int64 {
  let began = monotonic()
  try body()
  return monotonic() - began
}

private func monotonic() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
