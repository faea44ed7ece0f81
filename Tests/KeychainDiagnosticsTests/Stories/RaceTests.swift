// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Story 15: two programs search, then add, at the same time (Specification/diagnostics.md,
/// "Stories on the simulated device").
@Suite("story 15: search, add, race")
struct RaceTests {
  private let rounds = 1_000

  private func find(_ key: [NSString: Any]) -> OSStatus {
    var result: CFTypeRef?
    return unsafe SecItemCopyMatching(Stage.password(key), &result)
  }

  @Test("each loser is told that it lost a race, never that its attributes are wrong")
  func race() {
    let stage = Stage()
    let other = SimulatedDevice.App(
      "com.example.b", entitlements: .init(prefix: Stage.team, groups: [Stage.group("g1")]))
    stage.phone.install(other)
    var told: [String: Int] = [:]
    for round in 0..<rounds {
      let key: [NSString: Any] = ["svce": "race", "acct": "\(round)"]
      let item = Stage.password(key.merging(["data": Data("x".utf8)]) { $1 })
      let apps = round.isMultiple(of: 2) ? [stage.app, other] : [other, stage.app]
      for app in apps { #expect(stage.phone.run(as: app) { find(key) } == errSecItemNotFound) }
      #expect(stage.phone.run(as: apps[0]) { SecItemAdd(item, nil) } == errSecSuccess)
      let lost = stage.phone.explain(.add(item), as: apps[1])
      for code in lost.telling { told[code, default: 0] += 1 }
      let status = stage.phone.run(as: apps[1]) { () -> OSStatus in
        let added = SecItemAdd(item, nil)
        guard added == errSecDuplicateItem else { return added }
        return SecItemUpdate(
          Stage.password(key), [kSecValueData: Data("y".utf8)] as NSDictionary)
      }
      #expect(status == errSecSuccess)
    }
    #expect(told == ["K109": rounds])
  }
}
