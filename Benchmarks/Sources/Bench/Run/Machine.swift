// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A description of the machine, and whether other work was going on there.
struct Machine {
  /// The share of the processors' time in other hands above which a run counts as under load.
  private static let mostBusy = 0.10

  let description: String
  let state: String

  /// Watches for this many seconds how busy the machine is.
  init(seconds: Double, directory: String) {
    let busy = Self.busyShare(seconds)
    let load = Self.text("/proc/loadavg").split(separator: " ").first.map(String.init) ?? "?"
    let memory = Self.field("MemTotal", in: "/proc/meminfo").split(separator: " ").first
      .flatMap { Double($0) }.map { Text.decimal($0 / 1_048_576, 0) + " GiB" }
    let kernel = Self.text("/proc/sys/kernel/osrelease").split(separator: "\n").first ?? ""
    description =
      "machine: \(sysconf(CInt(_SC_NPROCESSORS_ONLN))) cores "
      + "(\(Self.field("model name", in: "/proc/cpuinfo"))), "
      + "\(memory ?? "?"), Linux \(kernel), \(Self.fileSystem(of: directory))"
    let quiet = busy <= Self.mostBusy
    state =
      "state: " + (quiet ? "quiet" : "UNDER LOAD, so these numbers are no results")
      + "; others used \(Text.decimal(busy * 100, 0)) % of the processors"
      + " just before, load average \(load) (our own build counts in it)"
  }

  static var date: String {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime]
    return "date: " + format.string(from: Date())
  }

  /// Returns the share of time in which the processors were busy while this process slept.
  private static func busyShare(_ seconds: Double) -> Double {
    let before = ticks()
    usleep(useconds_t(seconds * 1_000_000))
    let after = ticks()
    let all = after.all - before.all
    return all > 0 ? 1 - (after.idle - before.idle) / all : 0
  }

  private static func ticks() -> (all: Double, idle: Double) {
    let words = text("/proc/stat").split(separator: "\n").first?.split(separator: " ") ?? []
    let numbers = words.dropFirst().prefix(8).compactMap { Double($0) }
    guard numbers.count >= 5 else { return (0, 0) }
    return (numbers.reduce(0, +), numbers[3] + numbers[4])
  }

  private static func field(_ name: String, in file: String) -> String {
    let line = text(file).split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    let value = line.split(separator: ":", maxSplits: 1).last ?? ""
    return value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func fileSystem(of directory: String) -> String {
    let kind = try? Spawned.run(["/usr/bin/stat", "-f", "-c", "%T", directory])
    return "file system " + (kind?.split(separator: "\n").first.map(String.init) ?? "?")
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
