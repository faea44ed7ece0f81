// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// Setting, changing and removing the passcode (Specification/access-control.md, "Events of the
/// device", "Effects on items", "Throttling").
enum PasscodeCases {
  static let all: [ContractCase] = [setting, changing, removing, wrong, throttled, nothing]

  /// The calls that take a passcode.
  private enum Door: CaseIterable {
    case unlock, change, remove

    func open(_ bench: ContractBench, with passcode: Passcode) throws(KeychainError) {
      let forever = ContractBench.forever
      switch self {
      case .unlock: try bench.first.unlockStore(passcode, at: .prompt, for: forever)
      case .change: try bench.first.changePasscode(from: passcode, to: passcode, for: forever)
      case .remove: try bench.first.removePasscode(passcode)
      }
    }
  }

  private static func fill(_ bench: ContractBench) throws {
    for protection in Protection.allCases { _ = try bench.first.add(bench.item(protection)) }
  }

  private static let setting = ContractCase("setting a passcode leaves the items as they are") {
    bench in
    for protection in Protection.allCases.dropLast() {
      _ = try bench.first.add(bench.item(protection))
    }
    try bench.set("1234")
    let status = try bench.first.lockStatus()
    bench.expect(status.hasPasscode && status.state == .unlocked, "\(status)")
    bench.expectEqual(try bench.readable(), Protection.allCases.dropLast())
    _ = try bench.first.add(bench.item(.whenPasscodeSetThisDeviceOnly))
    bench.expect(.parameter) { () throws(KeychainError) in
      try bench.first.setPasscode(bench.passcode("5678"), for: ContractBench.forever)
    }
    try bench.restart()
    try bench.unlock("1234")
    bench.expectEqual(try bench.readable(), Protection.allCases)
  }

  private static let changing = ContractCase(
    "after a change the new passcode unlocks and the old one does not; no item is touched"
  ) { bench in
    try bench.set("1234")
    try fill(bench)
    let before = try bench.first.describeStore().lastWrite
    try bench.first.changePasscode(
      from: bench.passcode("1234"), to: bench.passcode("5678"), for: ContractBench.forever)
    bench.expectEqual(try bench.readable(), Protection.allCases)
    bench.expectEqual(try bench.first.describeStore().lastWrite, before, "the write number")
    try bench.restart()
    bench.expect(.authorizationFailed) { () throws(KeychainError) in try bench.unlock("1234") }
    bench.expectEqual(try bench.first.lockStatus().state, .beforeFirstUnlock)
    try bench.unlock("5678")
    bench.expectEqual(try bench.readable(), Protection.allCases)
  }

  private static let removing = ContractCase(
    "removing the passcode removes what needs one, for ever, and nothing else"
  ) { bench in
    try bench.set("1234")
    try fill(bench)
    try bench.first.removePasscode(bench.passcode("1234"))
    bench.expectEqual(try bench.readable(), Protection.allCases.dropLast())
    bench.expect(.itemNotFound) { () throws(KeychainError) in
      _ = try bench.first.copyMatching(bench.query(.whenPasscodeSetThisDeviceOnly))
    }
    bench.expect(.notAvailable) { () throws(KeychainError) in
      _ = try bench.first.add(bench.item(.whenPasscodeSetThisDeviceOnly))
    }
    bench.expectEqual(try bench.first.lockStatus().hasPasscode, false)
    try bench.restart()
    bench.expectEqual(try bench.readable(), Protection.allCases.dropLast(), "never locked again")
    try bench.set("1234")
    bench.expectEqual(try bench.readable(), Protection.allCases.dropLast(), "not brought back")
    _ = try bench.first.add(bench.item(.whenPasscodeSetThisDeviceOnly))
    bench.expectEqual(try bench.readable(), Protection.allCases)
    bench.expect(try bench.first.check().isClean, "not clean")
  }

  private static let wrong = ContractCase(
    "a wrong passcode changes nothing and is counted; the same one again is not"
  ) { bench in
    try bench.set("1234")
    try fill(bench)
    for (number, door) in Door.allCases.enumerated() {
      for _ in 0..<2 {
        bench.expect(.authorizationFailed) { () throws(KeychainError) in
          try door.open(bench, with: bench.passcode("wrong \(number)"))
        }
        bench.expectEqual(try bench.first.lockStatus().wrongTries, number + 1, "the count")
      }
    }
    bench.expectEqual(try bench.readable(), Protection.allCases)
    try bench.unlock("1234")
    bench.expectEqual(try bench.first.lockStatus().wrongTries, 0, "after the right one")
  }

  private static let throttled = ContractCase(
    "after five wrong ones not even the right one is looked at for a minute"
  ) { bench in
    try bench.set("1234")
    try bench.put(in: .locked)
    for number in 1...5 {
      bench.expectEqual(try bench.first.lockStatus().secondsToWait, 0, "\(number)")
      bench.expect(.authorizationFailed) { () throws(KeychainError) in
        try bench.unlock("wrong \(number)")
      }
    }
    bench.expect((55...60).contains(try bench.first.lockStatus().secondsToWait), "no delay")
    bench.expect(.authorizationFailed) { () throws(KeychainError) in try bench.unlock("1234") }
    let status = try bench.first.lockStatus()
    bench.expectEqual(status.wrongTries, 5, "a try during the delay counts")
    bench.expectEqual(status.state, .locked)
    try bench.restart()
    bench.expect(try bench.first.lockStatus().secondsToWait > 0, "a restart ends the delay")
  }

  private static let nothing = ContractCase("where no passcode is set there is none to prove") {
    bench in
    let passcode = try bench.passcode("1234")
    bench.expect(.parameter) { () throws(KeychainError) in try bench.unlock("1234") }
    bench.expect(.parameter) { () throws(KeychainError) in
      try bench.first.changePasscode(from: passcode, to: passcode, for: ContractBench.forever)
    }
    bench.expect(.parameter) { () throws(KeychainError) in
      try bench.first.removePasscode(passcode)
    }
  }
}
