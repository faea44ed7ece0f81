// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory

/// The scripted session in which every act on a file is made to crash or fail.
///
/// Each step is one call that is acknowledged by returning.
struct CrashScript {
  struct Step: Sendable {
    let name: String
    let run: @Sendable (inout Actor) throws -> Void
  }

  /// The player of the script: an engine that the steps open and close.
  struct Actor {
    let directory: String
    let environment: Environment
    private(set) var engine: Engine?

    init(directory: String, environment: Environment) {
      self.directory = directory
      self.environment = environment
    }

    mutating func open() throws {
      engine = try Engine.open(
        StoreLocation(directory: directory), environment: environment)
    }

    mutating func close() { engine = nil }

    var session: Session? {
      engine?.session(as: Caller(identifier: "app", groups: ["a", "b"], seesAllGroups: true))
    }

    /// Returns a session of the open store.
    ///
    /// It opens the store if an earlier step has failed to. It opens it anew if the engine would
    /// not hear of a lock, as a process does with its engine.
    mutating func working() throws -> Session {
      if engine?.isInPlace != true { try open() }
      return try unwrap(session)
    }
  }

  /// Steps for every kind of change of a store, beginning with its creation.
  static let steps: [Step] = [
    Step(name: "first use") { try $0.open() },
    add(password("mail", "one", "first")),
    add(password("mail", "two", "second")),
    add(password("mail", "travelling", "third", sync: true)),
    add(internet), add(certificate), add(key),
    add(password("large", "one", String(repeating: "x", count: 3_000))),
    Step(name: "update of a secret") { actor in
      var changes = Changes()
      changes.secret = SecretBytes(copying: Array("changed".utf8))
      try actor.working().update(query("mail", "one"), setting: changes)
    },
    Step(name: "update of a primary key") { actor in
      var changes = Changes()
      changes.attributes[.account] = .text("renamed")
      try actor.working().update(query("mail", "two"), setting: changes)
    },
    Step(name: "checkpoint") { try $0.working().engine.store.checkpoint(truncating: false) },
    Step(name: "move of a synchronizable item") { actor in
      var changes = Changes()
      changes.attributes[.account] = .text("moved")
      try actor.working().update(query("mail", "travelling", sync: .any), setting: changes)
    },
    Step(name: "close and open") { actor in
      actor.close()
      try actor.open()
    },
    Step(name: "delete") { try $0.working().delete(query("mail", "renamed")) },
    Step(name: "delete with tombstone") {
      try $0.working().delete(query("mail", "moved", sync: .any))
    },
    add(password("many", "a", "1")), add(password("many", "b", "2")),
    add(password("many", "c", "3")),
    Step(name: "update of several") { actor in
      var changes = Changes()
      changes.attributes[.label] = .text("together")
      try actor.working().update(query("many"), setting: changes)
    },
    Step(name: "emptied log") { try $0.working().engine.store.checkpoint(truncating: true) },
    Step(name: "rotation of keys") { _ = try $0.working().rotateKeys() },
    Step(name: "delete of several") { try $0.working().delete(query("many")) },
    add(password("last", "one", "end")),
  ]

  /// Steps for a store of an older format.
  static let migration: [Step] = [
    Step(name: "migration") { try $0.open() },
    add(password("mail", "one", "first")),
    Step(name: "close and open") { actor in
      actor.close()
      try actor.open()
    },
  ]

  private static func add(_ item: NewItem) -> Step {
    Step(name: "add \(item.itemClass.rawValue)") { _ = try $0.working().add(item) }
  }

  private static var internet: NewItem {
    var item = NewItem(.internetPassword)
    item.attributes[.server] = .text("server")
    item.attributes[.account] = .text("one")
    item.secret = SecretBytes(copying: Array("net".utf8))
    return item
  }

  private static var certificate: NewItem {
    var item = NewItem(.certificate)
    item.attributes[.issuer] = .bytes([1, 2, 3])
    item.attributes[.serialNumber] = .bytes([4])
    item.secret = SecretBytes(copying: [5, 6])
    return item
  }

  private static var key: NewItem {
    var item = NewItem(.key)
    item.attributes[.applicationLabel] = .bytes([7, 8])
    item.secret = SecretBytes(copying: [9])
    return item
  }
}
