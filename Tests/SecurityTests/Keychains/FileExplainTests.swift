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

/// The findings about SecItem calls on keychain files (Specification/diagnostics.md, "Tree 6:
/// Mac-specific").
///
/// Each call is rehearsed and then made: rehearsal, call and record have one status, and both
/// reports have the codes of the row.
@Suite("why SecItem calls on keychain files answer as they do")
struct FileExplainTests {
  typealias Pairs = [String: Any]

  /// The keychains of a row: `one.keychain` is in the search list and has the item (service, me);
  /// `far.keychain` has the item (far, me) and is in no list.
  struct Scene {
    let home: KeychainHome
    let one: SecKeychain
    let far: SecKeychain
    let gone: SecKeychain
  }

  /// A call in a state of the keychains.
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    var merging = false
    /// The program that makes the call; the program `one` has added the items.
    var program = "one"
    var state: @Sendable (Scene) -> Void = { _ in }
    let call: @Sendable (Scene) -> KeychainCall
    let status: OSStatus
    let codes: [String]

    var testDescription: String { name }
  }

  private static func query(
    _ more: Pairs, service: String = "service", returning: String? = nil
  ) -> NSDictionary {
    var pairs: Pairs = ["class": "genp", "svce": service]
    if let returning { pairs[returning] = true }
    return pairs.merging(more) { $1 } as NSDictionary
  }

  private static func search(
    _ more: @escaping @Sendable (Scene) -> Pairs = { _ in [:] }, service: String = "service",
    returning: String? = nil
  ) -> @Sendable (Scene) -> KeychainCall {
    { .copyMatching(query(more($0), service: service, returning: returning)) }
  }

  private static let inOne: @Sendable (Scene) -> Pairs = { ["m_SearchList": [$0.one]] }
  private static let locked: @Sendable (Scene) -> Void = { _ = SecKeychainLock($0.one) }

  static let rows: [Row] = [
    Row(name: "found", call: search(inOne), status: 0, codes: ["K001", "K601", "K602"]),
    Row(
      name: "missing file", call: search { ["m_SearchList": [$0.gone]] }, status: -25294,
      codes: ["K610"]),
    Row(
      name: "locked, with data", state: locked, call: search(inOne, returning: "r_Data"),
      status: -25308, codes: ["K604"]),
    Row(
      name: "locked, attributes alone", state: locked,
      call: search(inOne, returning: "r_Attributes"), status: 0, codes: ["K001"]),
    Row(
      name: "63: questions are forbidden, and the keychain is locked",
      state: {
        locked($0)
        _ = SecKeychainSetUserInteractionAllowed(false)
      }, call: search(inOne, returning: "r_Data"), status: -25293, codes: ["K604"]),
    Row(
      name: "unknown class",
      call: { .copyMatching(query(["m_SearchList": [$0.one], "class": "x"])) },
      status: -25306, codes: ["K702"]),
    Row(
      name: "87: not in the search list", merging: true, call: search(service: "far"),
      status: -25300, codes: ["K608"]),
    Row(
      name: "87: the access list refuses, and no user is there", program: "two",
      call: search(inOne, returning: "r_Data"), status: -25308, codes: ["K609"]),
    Row(
      name: "87: the access list refuses, and questions are forbidden", program: "two",
      state: { _ in _ = SecKeychainSetUserInteractionAllowed(false) },
      call: search(inOne, returning: "r_Data"), status: -25293, codes: ["K609"]),
    Row(
      name: "64: the item is in a file, and the flag asks the store alone", merging: true,
      call: search { _ in ["nleg": true] }, status: -25300, codes: ["K606"]),
    Row(
      name: "the item is in the store, and the flag asks the files alone", merging: true,
      state: { _ in _ = add(["svce": "inner", "nleg": true]) },
      call: search({ _ in ["nleg": false] }, service: "inner"), status: -25300,
      codes: ["K606"]),
    Row(
      name: "both places have the item", merging: true,
      state: { _ in _ = add(["svce": "service", "nleg": true]) }, call: search(), status: 0,
      codes: ["K001", "K602"]),
    Row(
      name: "no search list: the store alone", merging: true,
      state: { _ in _ = SecKeychainSetSearchList([SecKeychain.store as Any] as NSArray) },
      call: search(service: "nowhere"), status: -25300, codes: ["K201"]),
    Row(
      name: "86: an add goes to the file, without its group", merging: true,
      call: { _ in .add(query(["acct": "new", "agrp": "g1"])) }, status: 0,
      codes: ["K601", "K605"]),
    Row(
      name: "an add of an item that is there",
      call: { .add(query(["acct": "me", "u_Keychain": $0.one])) },
      status: -25299, codes: ["K102"]),
    Row(
      name: "an add to a locked keychain", state: locked,
      call: { .add(query(["acct": "new", "u_Keychain": $0.one])) }, status: -25308,
      codes: ["K604"]),
    Row(
      name: "an add to a missing file",
      call: { .add(query(["acct": "new", "u_Keychain": $0.gone])) },
      status: -25294, codes: ["K610"]),
    Row(
      name: "an update of a locked keychain", state: locked,
      call: { .update(query(inOne($0)), setting: ["labl": "x"]) }, status: -25308,
      codes: ["K604"]),
    Row(
      name: "an update to the name of another item",
      state: { _ = KeychainCalls.add("service", "other", to: $0.one) },
      call: {
        .update(query(["m_SearchList": [$0.one], "acct": "me"]), setting: ["acct": "other"])
      }, status: -25299, codes: ["K102"]),
    Row(
      name: "a delete of one of two",
      state: { _ = KeychainCalls.add("service", "other", to: $0.one) },
      call: { .delete(query(inOne($0))) }, status: 0, codes: ["K001", "K602"]),
    Row(
      name: "a delete in a locked keychain", state: locked, call: { .delete(query(inOne($0))) },
      status: 0, codes: ["K001"]),
    Row(
      name: "an attribute without a place",
      call: search { ["m_SearchList": [$0.one], "pdmn": "ak"] }, status: 0,
      codes: ["K001", "K605"]),
    Row(
      name: "story 12: a tag of a certificate, which only the store refuses", merging: true,
      call: { _ in
        .copyMatching(["class": "cert", "atag": "t", "labl": "nobody's"] as NSDictionary)
      },
      status: -25300, codes: ["K218", "K602", "K605"]),
    Row(
      name: "a damaged file",
      state: { try? Data("no keychain".utf8).write(to: URL(fileURLWithPath: $0.one.path)) },
      call: search(inOne), status: -25295, codes: ["K908"]),
  ]

  private static func add(_ more: Pairs) -> OSStatus {
    SecItemAdd(query(more.merging(["acct": "me"]) { $1 }), nil)
  }

  @Test("rehearsal, call and record agree, and the rehearsal changes nothing", arguments: rows)
  func agree(_ row: Row) throws {
    let home = try KeychainHome()
    let scene = try home.run {
      let scene = Scene(
        home: home, one: try KeychainCalls.created("one.keychain"),
        far: try KeychainCalls.created("far.keychain"),
        gone: try KeychainCalls.open("gone.keychain"))
      KeychainCalls.add("service", "me", "Kanarienvogel", to: scene.one)
      KeychainCalls.add("far", "me", to: scene.far)
      #expect(SecKeychainSetSearchList([scene.one] as NSArray) == errSecSuccess)
      #expect(SecKeychainSetDefault(scene.one) == errSecSuccess)
      return scene
    }
    home.run { ProfileChoice.$scopedMerging.withValue(row.merging) { row.state(scene) } }
    let keychains = row.program == "one" ? home.keychains : home.keychains(of: row.program)
    keychains.surroundings.mayAsk = home.keychains.surroundings.mayAsk
    try home.run(keychains) {
      try ProfileChoice.$scopedMerging.withValue(row.merging) {
        let own = Scene(
          home: home, one: try KeychainCalls.open("one.keychain"),
          far: try KeychainCalls.open("far.keychain"), gone: scene.gone)
        let (before, call) = (Self.contents(home), row.call(own))
        let foretold = explain(call)
        #expect(Self.contents(home) == before, "the rehearsal changed a file")
        #expect(foretold.status == row.status, "\(foretold)")
        Self.expect(row.codes, in: foretold.report)
        let record = try #require(Self.make(call, row.status))
        Self.expect(row.codes, in: record)
        for report in [foretold.report, record] {
          #expect(!report.json.contains("Kanarienvogel") && !report.json.contains("\"me\""))
          #expect(report.text(showsInfo: true).split(separator: "\n").allSatisfy { $0.count <= 80 })
        }
      }
    }
  }

  /// Checks that a report has the given codes; the first one of a failed call decides it.
  private static func expect(
    _ codes: [String], in report: KeychainExplaining.Explanation,
    at place: SourceLocation = #_sourceLocation
  ) {
    let found = report.codes.map { "\($0)" }
    let isThere = codes.allSatisfy(found.contains)
    #expect(
      isThere && (report.status == 0 || found.first == codes.first), "\(report.text())",
      sourceLocation: place)
  }

  /// Makes a call, and returns its record.
  private static func make(
    _ call: KeychainCall, _ status: OSStatus
  ) -> KeychainExplaining.Explanation? {
    let collector = CallCollector()
    Watchers.begin()
    defer { Watchers.end() }
    let (verb, dictionary, changes) = call.parts
    let real = CallCollector.$current.withValue(collector) {
      switch verb {
      case .add: return SecItemAdd(dictionary, nil)
      case .delete: return SecItemDelete(dictionary)
      case .update: return SecItemUpdate(dictionary, changes ?? NSDictionary())
      case .copyMatching:
        var result: CFTypeRef?
        return unsafe SecItemCopyMatching(dictionary, &result)
      }
    }
    #expect(real == status)
    return collector.calls.last?.explanation
  }

  /// The content of each file of a home.
  private static func contents(_ home: KeychainHome) -> [String: Data] {
    let names = FileManager.default.enumerator(atPath: home.directory)?.allObjects ?? []
    var contents: [String: Data] = [:]
    for case let name as String in names {
      contents[name] = FileManager.default.contents(atPath: home.directory + "/" + name)
    }
    return contents
  }

  @Test("62: a locked item of the store hides behind the files' answer")
  func hidden() throws {
    let home = try KeychainHome()
    let device = SimulatedDevice()
    try device.setPasscode("1234")
    let keychain = try home.run { try KeychainCalls.created("one.keychain") }
    try KeychainChoice.$scoped.withValue(home.keychains) {
      #expect(SecKeychainSetSearchList([keychain] as NSArray) == errSecSuccess)
      try device.run {
        try ProfileChoice.$scopedMerging.withValue(true) {
          let item: Pairs = ["pdmn": "ak", "nleg": true, "v_Data": Data([1])]
          #expect(SecItemAdd(Self.query(item.merging(["acct": "me"]) { $1 }), nil) == 0)
          device.lock()
          let call = KeychainCall.copyMatching(Self.query(["acct": "me"], returning: "r_Data"))
          let foretold = explain(call)
          #expect(foretold.status == errSecItemNotFound)
          Self.expect(["K603", "K602"], in: foretold.report)
          #expect(foretold.text.contains("  reported"))
          Self.expect(["K603", "K602"], in: try #require(Self.make(call, errSecItemNotFound)))
        }
      }
    }
  }

  @Test("a user who would be asked is not: the rehearsal succeeds, and says who asks")
  func asked() throws {
    let person = ConsentingPerson()
    let home = try KeychainHome(person)
    let keychain = try home.run { try KeychainCalls.created("one.keychain") }
    home.run { _ = KeychainCalls.add("service", "me", to: keychain) }
    let other = KeychainHome.keychains(
      in: home.directory, of: "two", home.keychains.surroundings.holder, person)
    try home.run(other) {
      let own = try KeychainCalls.open("one.keychain")
      let read = KeychainCall.copyMatching(
        Self.query(["m_SearchList": [own]], returning: "r_Data"))
      let foretold = explain(read)
      #expect(foretold.status == errSecSuccess && foretold.contains(.fileAclRefuses))
      #expect(person.questions == 0)
      #expect(Self.make(read, errSecSuccess)?.status == errSecSuccess && person.questions > 0)
      #expect(SecKeychainLock(own) == errSecSuccess)
      let (asked, locked) = (person.questions, explain(read))
      #expect(locked.status == errSecSuccess && locked.contains(.fileKeychainLocked))
      let again = explain(.add(Self.query(["acct": "me", "u_Keychain": own])))
      #expect(again.status == errSecDuplicateItem && person.questions == asked)
    }
  }
}
