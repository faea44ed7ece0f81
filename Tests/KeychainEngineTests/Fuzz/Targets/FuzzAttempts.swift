// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes

/// Reads the file of wrong passcodes: the bytes as given, and with a valid code.
enum FuzzAttempts {
  private static let now = BootMoment(boot: Identifier16(high: 1, low: 2), microseconds: 1 << 40)

  static func run(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    let isAuthentic = input.byte() % 4 != 0
    let content = Array(input.rest)
    guard let (store, files) = FuzzKeyFiles.with("attempts", content) else { return }
    if isAuthentic {
      let head = Array("LATCHKAT".utf8) + [1, 0, 0, 0]
      guard let whole = store.authenticated(head + content, "latchkey 1 attempts") else { return }
      store.put("attempts", whole)
    }
    guard let found = try? files.readAttempts(at: now) else {
      preconditionFailure("a damaged file counts as lost")
    }
    for counter in [found.prompt] + found.programs.values {
      precondition((0...3600).contains(counter.secondsToWait(at: now)), "an hour at most")
    }
    // Writing the counts and reading them again gives equal counts. Only the note that counts were
    // lost ends with the write.
    let change = try? files.changeBiometryFailures(at: now) { $0 == 5 ? 4 : 5 }
    guard change != nil, let again = try? files.readAttempts(at: now) else {
      preconditionFailure("what was read can be written")
    }
    precondition(
      again.prompt == found.prompt && again.programs == found.programs && !again.isLost,
      "it stays what it was")
  }
}
