// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import Testing

/// Tests every damage of `DamageCase.all`: here a sample, and by `make damage` all of them.
@Suite struct DamageTests {
  @Test func aSample() throws {
    let image = try #require(DamageImage.killed)
    #expect(image.files["store.db-wal"].map { $0.count > 10_000 } ?? false)
    let all = DamageCase.all(of: image)
    let run = DamageRun(image)
    // A prime step reaches every file and every kind of damage.
    for place in stride(from: 7, to: all.count, by: all.count / 45 | 1) { run.step(all[place]) }
    for damage in all where damage.isRare { run.step(damage) }
    #expect(run.failures == [])
  }

  @Test(.enabled(if: DamageRun.share != nil, "make damage runs all of it"))
  func everything() throws {
    let image = try #require(DamageImage.killed)
    let (part, parts) = try #require(DamageRun.share)
    let all = DamageCase.all(of: image)
    let run = DamageRun(image)
    for place in stride(from: part, to: all.count, by: parts) {
      run.report("\(place) of \(all.count): \(all[place])")
      run.step(all[place])
    }
    print("damage, part \(part) of \(parts): \(run.summary)")
    #expect(run.failures == [])
  }
}

extension DamageCase {
  /// True if the damage is a rare case that concerns a whole file.
  var isRare: Bool {
    switch act {
    case .remove: true
    case .cut(let size): size == 0
    case .flip, .zero: false
    }
  }
}

/// A series of trials in one directory.
final class DamageRun {
  private let image: DamageImage
  private let directory: String
  private(set) var failures: [String] = []
  private var trials = 0
  private var repairs = 0
  private var unnoticed: [String: Int] = [:]

  init(_ image: DamageImage) {
    self.image = image
    directory = NSTemporaryDirectory() + "latchkey-damage-" + UUID().uuidString
    try? FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  deinit { removeFolder(directory) }

  func step(_ damage: DamageCase) {
    var trial = DamageTrial(image, in: directory)
    trials += 1
    var repairing = true
    if case .flip(let byte, _) = damage.act { repairing = byte % 16 == 3 }
    if repairing { repairs += 1 }
    trial.run(damage, repairing: repairing)
    if !trial.isNoticed { unnoticed[damage.file, default: 0] += 1 }
    failures += trial.failures.map { "\(damage): \($0)" }
  }

  var summary: String {
    let rest = unnoticed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "\(trials) damages, \(repairs) repairs, \(failures.count) failures; harmless and not "
      + "noticed: \(rest.joined(separator: ", "))"
  }

  /// Notes the current place of the run, so that a trap or a hang can be located.
  func report(_ text: String) {
    guard let path = ProcessInfo.processInfo.environment["LATCHKEY_DAMAGE_PLACE"] else { return }
    DamageFiles.write(Array((text + "\n").utf8), to: path)
  }

  /// The part of all cases that this process runs: LATCHKEY_DAMAGE=part/parts.
  static let share: (part: Int, parts: Int)? = {
    let words = ProcessInfo.processInfo.environment["LATCHKEY_DAMAGE"]?.split(separator: "/")
    guard let numbers = words?.compactMap({ Int($0) }), numbers.count == 2, numbers[1] > 0 else {
      return nil
    }
    return (numbers[0], numbers[1])
  }()
}
