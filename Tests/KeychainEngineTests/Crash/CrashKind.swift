// SPDX-License-Identifier: Apache-2.0

/// The kind of a crash.
enum CrashKind: CustomStringConvertible {
  case killed, powerless, torn(Int), mixed

  var description: String {
    switch self {
    case .killed: "killed"
    case .powerless: "without power, all lost that was not synced"
    case .torn(let cut): "without power, the last write torn after \(cut) bytes"
    case .mixed: "without power, some lost that was not synced"
    }
  }

  /// Returns the disks that a crash can leave behind at this moment.
  static func images(
    _ disk: DiskModel, _ random: inout SeededGenerator
  ) -> [(CrashKind, DiskModel.Image)] {
    var images: [(CrashKind, DiskModel.Image)] = [(.killed, disk.seen)]
    guard disk.isPending else { return images }
    images.append((.powerless, disk.durable))
    for cut in disk.cuts {
      images.append((.torn(cut), disk.image({ _ in true }, tearingLastAt: cut)))
      images.append((.torn(cut), disk.image({ $0 }, tearingLastAt: cut)))
    }
    for round in 0..<4 {
      var dice = random
      let cuts = disk.cuts
      let cut = cuts.isEmpty || dice.below(2) == 0 ? nil : cuts[dice.below(cuts.count)]
      let share = [2, 4, 4, 8][round]
      images.append(
        (
          .mixed,
          disk.image({ _ in dice.below(share) != 0 }, tearingLastAt: cut)
        ))
      random = dice
    }
    return images
  }
}

extension SeededGenerator {
  /// Returns a number from 0 up to, but not including, `limit`.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
