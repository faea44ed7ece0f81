// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Copies through `SecItemCopyMatching`.
///
/// They run in a process of its own, since the public functions use the store of their process.
enum SecItemRows {
  static func measure(_ fixture: Fixture, _ run: Run) throws {
    let output = try Spawned.run(
      [run.program, "part", "secitem", fixture.directory, "\(fixture.items)", "\(run.samples)"],
      ["LATCHKEY_HOME": fixture.directory + "/store"])
    let sides = output.split(separator: "\n").map { line in
      Samples(line.split(separator: " ").compactMap { Int64($0) })
    }
    guard sides.count == 2 else { throw BenchError(what: "no samples from the part secitem") }
    var line = Line(
      "copy/secitem", "through SecItemCopyMatching", fixture.items,
      ("SecItemCopyMatching", sides[1]), ("engine", sides[0]))
    line.value = (sides[1].typical - sides[0].typical) / 1_000
    line.unit = "us"
    run.table.add(line)
  }

  /// Runs in the other process and prints the samples of both sides.
  static func part(_ directory: String, items: Int, samples: Int) throws {
    let fixture = try Fixture(items: items, directory: directory)
    let rounds = roundsIncludingWarmUp(samples)
    let queries = fixture.queries(rounds)
    let names = (0..<rounds).map { round -> (String, String) in
      let index = Names.scattered(round, items)
      return (Names.service(index), Names.account(index))
    }
    let (engine, functions) = try alternate(
      samples, Side { try Fixture.copy(queries[$0], from: fixture.session) },
      Side { try copy(names[$0].0, names[$0].1) })
    print(engine.text)
    print(functions.text)
  }

  /// Copies a secret as a client does, its dictionary included.
  static func copy(_ service: String, _ account: String) throws {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
      kSecAttrAccount as String: account, kSecReturnData as String: true,
    ]
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    guard status == errSecSuccess, let data = result as? Data, !data.isEmpty else {
      throw BenchError(what: "SecItemCopyMatching answers \(status)")
    }
  }

  /// Adds the item of `Names.item` as a client does.
  static func add(_ index: Int) throws {
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: Names.service(index),
      kSecAttrAccount as String: Names.account(index),
      kSecAttrLabel as String: Names.service(index),
      kSecValueData as String: Data(Names.secret(index).utf8),
    ]
    let status = SecItemAdd(item as CFDictionary, nil)
    guard status == errSecSuccess else { throw BenchError(what: "SecItemAdd answers \(status)") }
  }
}
