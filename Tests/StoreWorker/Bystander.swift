// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine
import KeychainTypes
import SecureMemory

/// `bystander STORE NAME FILE`: works on a store until FILE exists, while other processes work on
/// it too.
///
/// In each round it finds the old items, then adds, finds, updates and deletes an item. It prints
/// the number of rounds, and exits with 1 at the first answer that the calls do not define.
enum Bystander {
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 3 else { return 2 }
    do {
      let engine = try Engine.open(StoreLocation(directory: arguments[0]))
      let session = engine.session(as: Caller(identifier: arguments[1], groups: ["a"]))
      var round = 0
      // Runs one more round after FILE has appeared, so that the final state is seen too.
      var isLast = false
      while !isLast {
        isLast = unsafe access(arguments[2], F_OK) == 0
        round += 1
        try work(session, arguments[1], round)
      }
      let findings = try session.check().findings
      guard findings.isEmpty else { throw Wrong(what: "\(findings)") }
      print("\(round) rounds")
      return 0
    } catch {
      print("\(arguments[1]): \(error)")
      return 1
    }
  }

  private struct Wrong: Error {
    let what: String
  }

  private static func work(_ session: Session, _ name: String, _ round: Int) throws {
    let account = "\(name) \(round)"
    _ = try session.add(item(account, "first"))
    try expect(-25299) { () throws(KeychainError) in _ = try session.add(item(account, "second")) }
    var changes = Changes()
    changes.secret = SecretBytes(copying: Array("changed".utf8))
    try session.update(query(account), setting: changes)
    var reading = query(account)
    reading.returns = .secret
    guard let secret = try session.copyMatching(reading).first?.secret,
      secret == SecretBytes(copying: Array("changed".utf8))
    else { throw Wrong(what: "secret of \(account)") }
    if round > 3 { try session.delete(query("\(name) \(round - 3)")) }
    try expect(-25300) { () throws(KeychainError) in
      _ = try session.copyMatching(query("\(name) nothing"))
    }
    try expect(-25299) { () throws(KeychainError) in _ = try session.add(item("u0", "taken")) }
    var before = Query(.genericPassword, [Predicate(.service, .text("s"))])
    before.returns = .secret
    let found = try session.copyMatching(before)
    guard found.count == 40, found.allSatisfy({ $0.secret != nil }) else {
      throw Wrong(what: "\(found.count) items of before")
    }
  }

  private static func expect(_ status: Int32, _ body: () throws(KeychainError) -> Void) throws {
    do throws(KeychainError) {
      try body()
    } catch {
      guard error.code.rawValue == status else { throw error }
      return
    }
    throw Wrong(what: "success instead of \(status)")
  }

  private static func item(_ account: String, _ secret: String) -> NewItem {
    var item = NewItem(.genericPassword)
    item.attributes[.service] = .text(account.hasPrefix("u") ? "s" : "bystander")
    item.attributes[.account] = .text(account)
    item.secret = SecretBytes(copying: Array(secret.utf8))
    return item
  }

  private static func query(_ account: String) -> Query {
    Query(.genericPassword, [Predicate(.account, .text(account))])
  }
}
