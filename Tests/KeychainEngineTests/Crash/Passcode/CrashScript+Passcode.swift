// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory

/// A session in which a passcode is set, changed and removed, the store is locked and unlocked, and
/// a backup is restored.
extension CrashScript {
  static let passcodes = ["first", "second"]

  /// - Parameter backup: a backup under the words of `BackedUpStore`.
  static func passcodeSteps(restoring backup: [UInt8]) -> [Step] {
    [
      Step(name: "first use") { try $0.open() },
      protected("ak"), protected("ck"), protected("dk"), protected("aku"),
      Step(name: "first passcode") { actor in
        try actor.working().setPasscode(passcode("first"), for: limit)
      },
      protected("akpu"), protected("cku"),
      Step(name: "lock") { try $0.working().lockStore(all: false) },
      Step(name: "delete while locked") { try $0.working().delete(query("class", "aku")) },
      unlock("first"),
      Step(name: "another passcode") { actor in
        try actor.working().changePasscode(
          from: passcode("first"), to: passcode("second"), for: limit)
      },
      Step(name: "rotation of keys") { _ = try $0.working().rotateKeys() },
      Step(name: "lock all") { try $0.working().lockStore(all: true) },
      unlock("second"),
      Step(name: "restore") { actor in
        _ = try actor.working().restore(backup, under: BackedUpStore.wrapping())
      },
      Step(name: "item of akpu") { actor in
        var item = password("class", "akpu again", "needs the passcode")
        item.protectionName = "akpu"
        _ = try actor.working().add(item)
      },
      Step(name: "no passcode") { try $0.working().removePasscode(passcode("second")) },
      protected("dku"),
      Step(name: "passcode again") { actor in
        try actor.working().setPasscode(passcode("first"), for: limit)
      },
      Step(name: "close and open") { actor in
        actor.close()
        try actor.open()
      },
      Step(name: "last add") { actor in
        _ = try unlocked(actor.working(), "first").add(password("last", "one", "end"))
      },
    ]
  }

  /// Returns a backup of another device.
  static func backup() throws -> [UInt8] {
    let store = try TestStore()
    let session = try Engine.open(
      StoreLocation(directory: store.directory), environment: CrashOwner.environment
    ).session(as: Caller(identifier: "app", groups: ["a", "b"], seesAllGroups: true))
    for name in ["ak", "ck", "dk", "other"] {
      var item = password("class", name, "of the backup")
      item.protectionName = name == "other" ? "dk" : name
      _ = try session.add(item)
    }
    return try session.backup(under: BackedUpStore.wrapping()).content
  }

  private static let limit = UnlockLimit(seconds: nil)

  private static func unlock(_ text: String) -> Step {
    Step(name: "unlock") { actor in
      try actor.working().unlockStore(passcode(text), at: .prompt, for: limit)
    }
  }

  /// Unlocks the store if it is locked.
  ///
  /// That happens in a process that has begun anew, and after a failed change of the passcode: the
  /// passcode may be there, and the store locked.
  private static func unlocked(_ session: Session, _ text: String) throws -> Session {
    let status = try session.lockStatus()
    if status.hasPasscode, status.state != .unlocked {
      try session.unlockStore(passcode(text), at: .prompt, for: limit)
    }
    return session
  }

  private static func protected(_ protection: String) -> Step {
    Step(name: "add of \(protection)") { actor in
      var item = password("class", protection, "secret of \(protection)")
      item.protectionName = protection
      _ = try unlocked(actor.working(), "first").add(item)
    }
  }
}
