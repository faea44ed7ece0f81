// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// Tests of a keybag from before the first passcode, which a repair kept.
///
/// An attacker combines it with a copy of the current store.
@Suite("a keybag from before the passcode") struct OldKeybagTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func security(
    _ line: String, in folder: String? = nil, _ descriptors: [Int32: String] = [:]
  ) throws -> Program.Result {
    try Program(home: folder ?? home.path + "/store").run(
      line.split(separator: " ").map(String.init),
      descriptors: descriptors.mapValues { Array(($0 + "\n").utf8) })
  }

  /// Flips a bit of the keybag, repairs the store, and returns the names of the files set aside.
  private func damageAndRepair() throws -> [String] {
    let path = home.path + "/store/keybag"
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: path))
    #expect(try security("check --repair").status == 0)
    return try FileManager.default.contentsOfDirectory(atPath: home.path + "/store")
      .filter { $0.hasPrefix("aside-") && $0.contains("keybag") }
  }

  @Test("it opens neither what was there nor what was added since, and it is named")
  func thief() throws {
    #expect(try security("add-generic-password -a old -s s -w first").status == 0)
    let asides = try damageAndRepair()
    let copy = try #require(asides.first { $0.hasSuffix(".keybag.copy") })
    let set = try security("set-passcode --passcode-fd 3", [3: "correct horse"])
    #expect(set.status == 0)
    for name in asides { #expect(set.error.contains("  \(name)\n"), "\(set.error)") }
    #expect(set.error.contains("Earlier copies of the store's directory"))
    #expect(try security("add-generic-password -a new -s s -w second").status == 0)
    let doctor = try security("doctor")
    // A long name may be broken at the end of a line.
    let words = doctor.output.filter { !$0.isWhitespace }
    #expect(words.contains(asides.sorted()[0]), "\(doctor.output)")
    #expect(try security("lock-store --all").status == 0)
    let stolen = home.path + "/stolen"
    try FileManager.default.copyItem(atPath: home.path + "/store", toPath: stolen)
    for target in ["keybag", "keybag.copy"] {
      try FileManager.default.removeItem(atPath: stolen + "/" + target)
      try FileManager.default.copyItem(
        atPath: stolen + "/" + copy, toPath: stolen + "/" + target)
    }
    for account in ["old", "new"] {
      let found = try security("find-generic-password -a \(account) -s s -w", in: stolen)
      #expect(found.status != 0 && found.output.isEmpty, "\(found)")
    }
    // The owner still has every item.
    #expect(try security("unlock-store --passcode-fd 3", [3: "correct horse"]).status == 0)
    for (account, secret) in [("old", "first"), ("new", "second")] {
      let found = try security("find-generic-password -a \(account) -s s -w")
      #expect(found.output == secret + "\n")
    }
    #expect(try security("lock-store --all").status == 0)
  }
}
