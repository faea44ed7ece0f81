// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainTesting
import KeychainTypes
import SecureMemory
import Security
import Testing

/// The four SecItem calls on keychain files, with Swift values in place of pointers.
///
/// Each call is explained before it is made: the explanation must foretell the status and change no
/// file. The record of the call must have its status too.
enum FileItemCalls {
  static func add(_ attributes: [String: Any]) -> OSStatus {
    let attributes = attributes as NSDictionary
    return foretold(.add(attributes), hasResult: false) { SecItemAdd(attributes, nil) }
  }

  static func adding(_ attributes: [String: Any]) -> (status: OSStatus, result: AnyObject?) {
    var result: CFTypeRef?
    let attributes = attributes as NSDictionary
    let status = foretold(.add(attributes)) { unsafe SecItemAdd(attributes, &result) }
    return (status, result)
  }

  static func copy(_ query: [String: Any]) -> (status: OSStatus, result: AnyObject?) {
    var result: CFTypeRef?
    let query = query as NSDictionary
    let status = foretold(.copyMatching(query)) { unsafe SecItemCopyMatching(query, &result) }
    return (status, result)
  }

  static func find(_ query: [String: Any]) -> OSStatus {
    let query = query as NSDictionary
    return foretold(.copyMatching(query), hasResult: false) { SecItemCopyMatching(query, nil) }
  }

  static func update(_ query: [String: Any], _ changes: [String: Any]) -> OSStatus {
    let (query, changes) = (query as NSDictionary, changes as NSDictionary)
    return foretold(.update(query, setting: changes)) { SecItemUpdate(query, changes) }
  }

  static func delete(_ query: [String: Any]) -> OSStatus {
    let query = query as NSDictionary
    return foretold(.delete(query)) { SecItemDelete(query) }
  }

  /// Makes a call after its rehearsal, and compares rehearsal, call and record.
  private static func foretold(
    _ call: KeychainCall, hasResult: Bool = true, _ make: () -> OSStatus
  ) -> OSStatus {
    let (verb, dictionary, changes) = call.parts
    let before = files
    let profile = (try? ProfileChoice.current()) ?? .dataProtection
    let facts = try? Rehearsal.ofThisProcess(in: profile).facts(
      verb, dictionary, setting: changes, hasResult: hasResult)
    #expect(before == files, "the rehearsal changed a file")
    let collector = CallCollector()
    Watchers.begin()
    defer { Watchers.end() }
    let status = CallCollector.$current.withValue(collector, operation: make)
    let steps = facts?.keychains?.steps ?? []
    if let facts, facts.asks.isEmpty, !steps.contains(where: \.asksUser) {
      #expect(facts.status == status, "the rehearsal said otherwise: \(steps)")
    }
    if let record = collector.calls.last?.explanation {
      #expect(record.status == status)
      if let trail = record.facts.keychains, trail.steps.contains(where: \.isAsked),
        status != errSecParam, trail.steps.contains(where: { $0.kind == .file && $0.isAsked })
      {
        #expect(trail.error?.code.rawValue ?? 0 == status, "\(trail)")
      }
    }
    return status
  }

  /// The contents of the keychain files of this test, by their names.
  private static var files: [String: Data] {
    guard let folder = KeychainChoice.scoped?.places.folder else { return [:] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        FileManager.default.contents(atPath: folder + "/" + name).map { (name, $0) }
      })
  }

  /// Returns the attribute dictionary of the first match.
  static func attributes(_ query: [String: Any]) -> [String: Any]? {
    copy(query.merging(["r_Attributes": true]) { $1 }).result as? [String: Any]
  }

  /// Returns the secret of the first match, as text.
  static func secret(_ query: [String: Any]) -> String? {
    let data = copy(query.merging(["r_Data": true]) { $1 }).result as? Data
    return data.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the number of matches.
  static func count(_ query: [String: Any]) -> Int {
    let all: [String: Any] = ["r_PersistentRef": true, "m_Limit": "m_LimitAll"]
    return (copy(query.merging(all) { $1 }).result as? NSArray)?.count ?? 0
  }

  /// Returns the accounts of all matches, in their order.
  static func accounts(_ query: [String: Any]) -> [String] {
    let all: [String: Any] = ["r_Attributes": true, "m_Limit": "m_LimitAll"]
    let found = copy(query.merging(all) { $1 }).result as? [[String: Any]] ?? []
    return found.map { $0["acct"] as? String ?? "" }
  }
}
