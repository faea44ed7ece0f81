// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine
import KeychainTypes
import SecureMemory

/// The items of a `LockingTask`, with the results of reading and writing them.
///
/// Each protection has an equal number of items. A search of memory and files finds their secrets
/// and labels.
final class LockingItems: Sendable {
  private static let service = "locking"
  private static let sizes = [12, 32, 100, 300, 1000, 5000]

  private let session: Session
  /// The statuses of each kind of call since the last `told`: "all" of every call, "new" only of
  /// rounds that have begun since then.
  private let statuses = Lock<[String: [String: Set<Int32>]]>([:])
  private let tellings = Lock(0)
  private let ended = Lock(Int32(0))

  init(session: Session) { self.session = session }

  /// The mark of an item's secret: its protection in the upper bits, and its number in the lower
  /// ones.
  static func number(_ protection: Protection, _ item: Int) -> UInt64 {
    UInt64(protection.rawValue) << 24 | UInt64(item)
  }

  /// A label that differs from all other labels, and that no program contains.
  static func label(_ number: UInt64) -> String {
    let digits = String((number | 1 << 40) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
    return digits + digits
  }

  /// Adds `count` items of each protection.
  func fill(_ count: Int) throws(KeychainError) {
    for protection in Protection.allCases {
      for item in 0..<count { _ = try session.add(new(protection, item)) }
    }
  }

  /// Reads every item `rounds` times, and returns the number of wrong secrets.
  func readAll(rounds: Int) throws(KeychainError) -> Int32 {
    var wrong: Int32 = 0
    for round in 0..<rounds {
      for protection in Protection.allCases {
        var query = Query(
          .genericPassword,
          [
            Predicate(.service, .text(Self.service)),
            Predicate(.protection, .text(protection.name)),
          ], limit: .all)
        query.returns = round % 2 == 0 ? .secret : [.secret, .attributes]
        let found = try session.copyMatching(query)
        wrong += found.allSatisfy { Self.isWhole($0.secret, protection) } ? 0 : 1
      }
    }
    return wrong
  }

  /// Returns the status of reading one secret of `ak`.
  func probe() -> Int32 { read(.whenUnlocked, 0) }

  /// The number of completed rounds of work.
  var rounds: Int32 { ended.withLock { $0 } }

  /// Does one round of work, and notes its statuses.
  func workOnce(_ round: Int, count: Int) {
    defer { ended.withLock { $0 += 1 } }
    let telling = tellings.withLock { $0 }
    for protection in Protection.allCases {
      note(telling, "read-\(protection.name)", read(protection, round % count))
    }
    guard round % 8 == 0 else { return }
    for protection in [Protection.whenUnlocked, .always] {
      let item = 1 << 20 | Int(getpid())
      note(
        telling,
        "add-\(protection.name)",
        status { () throws(KeychainError) in
          _ = try session.add(new(protection, item))
        })
      var changes = Changes()
      changes.attributes[.comment] = .text("changed")
      note(
        telling,
        "update-\(protection.name)",
        status { () throws(KeychainError) in
          try session.update(query(protection, item), setting: changes)
        })
      note(
        telling,
        "delete-\(protection.name)",
        status { () throws(KeychainError) in
          try session.delete(query(protection, item))
        })
    }
  }

  /// Returns the noted statuses as lines, and clears them.
  func told() -> [String] {
    let told = tellings.withLock { count in
      count += 1
      return statuses.withLock { statuses in
        defer { statuses = [:] }
        return statuses
      }
    }
    return told.flatMap { kind, statuses in
      statuses.map { call, statuses in
        "\(kind) \(call) \(statuses.sorted().map { "\($0)" }.joined(separator: " "))"
      }
    }.sorted()
  }

  private func note(_ telling: Int, _ call: String, _ status: Int32) {
    tellings.withLock { count in
      let kinds = count == telling ? ["all", "new"] : ["all"]
      statuses.withLock { statuses in
        for kind in kinds { statuses[kind, default: [:]][call, default: []].insert(status) }
      }
    }
  }

  /// Reads an item and returns its status, or 1 if the secret is wrong.
  private func read(_ protection: Protection, _ item: Int) -> Int32 {
    var query = query(protection, item)
    query.returns = .secret
    var isRight = true
    let status = status { () throws(KeychainError) in
      isRight = Self.isWhole(try session.copyMatching(query).first?.secret, protection)
    }
    return status == 0 && !isRight ? 1 : status
  }

  private static func isWhole(_ secret: SecretBytes?, _ protection: Protection) -> Bool {
    guard let secret else { return false }
    // The secret's own item number is part of it.
    return sizes.contains(secret.count)
      && MarkedSecret.isMarked(secret, by: protection.rawValue)
  }

  private func status(_ body: () throws(KeychainError) -> Void) -> Int32 {
    do throws(KeychainError) {
      try body()
      return 0
    } catch {
      return error.code.rawValue
    }
  }

  private func new(_ protection: Protection, _ number: Int) -> NewItem {
    var item = NewItem(.genericPassword)
    item.attributes[.service] = .text(Self.service)
    item.attributes[.account] = .text("\(protection.name) \(number)")
    item.attributes[.label] = .text(Self.label(Self.number(protection, number)))
    item.protectionName = protection.name
    item.secret = MarkedSecret.secret(
      Self.number(protection, number), count: Self.sizes[number % Self.sizes.count])
    return item
  }

  private func query(_ protection: Protection, _ number: Int) -> Query {
    Query(
      .genericPassword,
      [
        Predicate(.service, .text(Self.service)),
        Predicate(.account, .text("\(protection.name) \(number)")),
      ])
  }
}
