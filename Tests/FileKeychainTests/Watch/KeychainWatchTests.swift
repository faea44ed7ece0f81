// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Glibc
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// The watch for changes by other programs (Specification/file-keychain.md, "Events").
///
/// The other programs are in this process, and share nothing but files and the holder of keys.
@Suite("the watch of keychain files") struct KeychainWatchTests {
  private let world: KeychainWorld
  /// The keychains of the program that listens, and of another program.
  private let (mine, other): (Keychains, Keychains)

  init() throws {
    world = try KeychainWorld()
    (mine, other) = (world.keychains(of: "one"), world.keychains(of: "two"))
  }

  private static func values(_ service: String) -> RecordValues {
    var values = RecordValues(.genericPasswords)
    values[Relation.code("svce")] = .text(service)
    values[Relation.code("acct")] = .text("me")
    return values
  }

  private func made(_ name: String, by program: Keychains? = nil) throws -> Keychain {
    try (program ?? other).create(name, password: .text("password"))
  }

  /// Returns a keychain as a program sees it.
  private func seen(_ name: String, by program: Keychains? = nil) throws -> Keychain {
    try #require((program ?? other).member(named: name).file)
  }

  @discardableResult
  private func add(_ service: String, to keychain: Keychain) throws -> KeychainItem {
    try keychain.addPassword(Self.values(service), secret: .text("secret"))
  }

  private func item(_ service: String, in keychain: Keychain) throws -> KeychainItem {
    let term = RecordTerm(Relation.code("svce"), .text(service))
    return try #require(
      try keychain.items(in: .genericPasswords, where: [term], limit: 1).first)
  }

  @Test("each change by another program is reported once, in order")
  func others() throws {
    let keychain = try made("work.keychain")
    try add("old", to: keychain)
    let heard = Heard(mine)
    defer { heard.end() }
    try add("new", to: keychain)
    try heard.expect("added new")
    try item("old", in: keychain).update(secret: .text("x")) { _ in }
    try heard.expect("deleted old", "added old")
    try item("old", in: keychain).update { $0[Relation.code("icmt")] = .text("comment") }
    try heard.expect("deleted old", "added old")
    try item("old", in: keychain).update { $0[Relation.code("svce")] = .text("name") }
    try heard.expect("deleted old", "added name")
    let access = try #require(try item("name", in: keychain).access())
    try item("name", in: keychain).set(access, password: .text("password"))
    try heard.expect("updated name")
    try item("name", in: keychain).remove()
    try heard.expect("deleted name")
    try keychain.lock()
    try heard.expect("locked")
    try keychain.unlock(.text("password"))
    try heard.expect("unlocked")
    try keychain.changePassword(from: .text("password"), to: .text("other"))
    try heard.expect("password")
    world.clock.pass(seconds: 2)
    other.lockAll()
    try heard.expect("locked")
    try keychain.unlock(.text("other"))
    try heard.expect("unlocked")
    world.clock.pass(seconds: 301)
    try heard.expect("locked")
    try keychain.unlock(.text("other"))
    try heard.expect("unlocked")
    world.clock.rest(seconds: 60)
    try heard.expect("locked")
    try other.setList([.file(keychain)])
    try heard.expect("list")
    try other.setStandard(.file(keychain))
    try heard.expect("default")
    try other.remove(keychain)
    try heard.expect("list", "default")
  }

  @Test("changes by this program are reported once, with those of others in order")
  func own() throws {
    let heard = Heard(mine)
    defer { heard.end() }
    let keychain = try made("own.keychain", by: mine)
    try add("one", to: keychain)
    try heard.expect("own added one")
    let foreign = try seen("own.keychain")
    for round in 0..<20 {
      try add("f\(round)", to: foreign)
      try add("o\(round)", to: keychain)
      try item("f\(round)", in: keychain).remove()
    }
    try heard.expect(
      (0..<20).flatMap { ["added f\($0)", "own added o\($0)", "own deleted f\($0)"] })
    try keychain.lock()
    try foreign.unlock(.text("password"))
    try keychain.lock()
    try heard.expect("own locked", "unlocked", "own locked")
    try keychain.unlock(.text("password"))
    mine.lockAll()
    try heard.expect("own unlocked", "own locked")
    try keychain.unlock(.text("password"))
    try keychain.changePassword(from: .text("password"), to: .text("other"))
    try heard.expect("own unlocked", "own password")
    world.clock.pass(seconds: 2)
    try keychain.lock()
    world.person.willType(.password(.text("other")))
    _ = try keychain.settings()
    try heard.expect("own locked", "own unlocked")
    try mine.setList([.file(keychain)])
    try mine.setStandard(.file(keychain))
    try heard.expect("own list", "own default")
    try mine.remove(keychain)
    try heard.expect("own list", "own default")
    // The thread has looked again by the time it reports this.
    try add("last", to: try made("last.keychain"))
    try heard.expect("added last")
  }

  @Test("a burst of 200 changes loses no final state")
  func burst() throws {
    let keychain = try made("burst.keychain")
    for number in 0..<50 { try add("early\(number)", to: keychain) }
    let heard = Heard(mine)
    defer { heard.end() }
    for number in 0..<100 {
      try add("item\(number)", to: keychain)
      let gone = number < 50 ? "early\(number)" : "item\(number - 50)"
      try item(gone, in: keychain).remove()
    }
    let final = Set((50..<100).map { "item\($0)" })
    #expect(Patience.wait(within: Patience.soon) { heard.present.isSuperset(of: final) })
    #expect(Patience.wait(within: Patience.soon) { heard.present == final })
    #expect(heard.absent.isSuperset(of: (0..<50).map { "early\($0)" }))
  }

  @Test("a listener that has ended hears nothing, and its thread ends")
  func removal() throws {
    let keychain = try made("work.keychain")
    let threads = Self.threads
    let (first, second) = (Heard(mine), Heard(mine))
    try add("one", to: keychain)
    try first.expect("added one")
    first.end()
    try add("two", to: keychain)
    try first.expect("added two")
    second.end()
    #expect(!mine.surroundings.watch.isActive)
    #expect(Patience.wait(within: Patience.soon) { Self.threads <= threads })
    try add("three", to: keychain)
    try add("four", to: try seen("work.keychain", by: mine))
    #expect(first.lines.isEmpty && second.lines.isEmpty)
    let third = Heard(mine)
    try add("five", to: keychain)
    try third.expect("added five")
    third.end()
  }

  @Test("directories and files that are made later are watched, and unreadable files are harmless")
  func later() throws {
    let heard = Heard(mine)
    defer { heard.end() }
    let keychain = try made("first.keychain")
    try add("one", to: keychain)
    try heard.expect("added one")
    let far = world.directory + "/far/away/x.keychain"
    _ = mine.member(named: far)
    try add("two", to: try made(far))
    try heard.expect("added two")
    // A damaged file is no change, and neither is the sound one that follows it.
    let path = keychain.path
    let bytes = try keychain.image().bytes
    Self.write([1, 2, 3], to: path)
    Self.write(bytes, to: path)
    try add("three", to: keychain)
    try heard.expect("added three")
    Self.write([1, 2, 3], to: path)
    try add("four", to: try seen(far))
    try heard.expect("added four")
    Self.write(bytes, to: path)
    try heard.expect("deleted three")
    // Another keychain with this path has other items.
    try other.remove(keychain)
    try heard.expect("list")
    try add("one", to: try made("first.keychain"))
    try heard.expect("added one")
  }

  @Test("a file of 10,000 items: a change is reported, and its cost is bounded")
  func large() throws {
    let path = world.directory + "/large.keychain"
    var writer = try OwnWriter(.plain, password: "password")
    try writer.edit { editor in
      for number in 0..<10_000 {
        var values = RecordValues(.certificates)
        values[Relation.code("snbr")] = .text("serial number \(number)")
        _ = try editor.addCertificate([UInt8](repeating: 7, count: 400), values)
      }
    }
    Self.write(writer.bytes, to: path)
    let keychain = try seen(path)
    try keychain.unlock(.text("password"))
    _ = mine.member(named: path)
    let heard = Heard(mine)
    defer { heard.end() }
    try add("one", to: keychain)
    try heard.expect("added one")
    var (writing, watching) = (0.0, 0.0)
    for number in 0..<10 {
      let (before, own) = (Self.allThreads, Stopwatch(.thread))
      try add("n\(number)", to: keychain)
      writing += own.seconds
      try heard.expect("added n\(number)")
      watching += Self.allThreads - before - own.seconds
    }
    #expect(watching < 10 * writing, "\(watching) s beside \(writing) s of the writer")
  }

  /// The processor's time of the process in seconds.
  private static var allThreads: Double {
    var usage = rusage()
    unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) / 1e6
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    let file = unsafe open(path, O_WRONLY | O_TRUNC | O_CREAT, 0o600)
    let count = unsafe Glibc.write(file, bytes, bytes.count)
    #expect(count == bytes.count)
    close(file)
  }

  private static var threads: Int {
    guard let stream = unsafe opendir("/proc/self/task") else { return 0 }
    defer { unsafe closedir(stream) }
    var count = 0
    while unsafe readdir(stream) != nil { count += 1 }
    return count
  }
}

/// A listener that keeps the changes as lines.
private final class Heard: Sendable {
  private let watch: KeychainWatch
  private let number: Int
  private let kept: Lock<[String]>

  init(_ keychains: Keychains) {
    let kept = Lock<[String]>([])
    self.kept = kept
    watch = keychains.surroundings.watch
    number = watch.start(hearingLocks: true, of: keychains, trust: []) { change in
      let line = (change.isOwn ? "own " : "") + Self.text(change.kind)
      kept.withLock { $0.append(line) }
    }
  }

  func end() { watch.stop(number) }

  var lines: [String] { kept.withLock { $0 } }

  /// The items that were added last, and those that were deleted last.
  var present: Set<String> { last.filter(\.value).keys.reduce(into: []) { $0.insert($1) } }
  var absent: Set<String> { last.filter { !$0.value }.keys.reduce(into: []) { $0.insert($1) } }

  private var last: [String: Bool] {
    lines.reduce(into: [:]) { last, line in
      let words = line.split(separator: " ").map(String.init)
      last[words.last ?? ""] = words.first == "added"
    }
  }

  /// Waits for exactly these lines, and forgets them.
  func expect(_ lines: String..., location: SourceLocation = #_sourceLocation) throws {
    try expect(lines, location: location)
  }

  func expect(_ lines: [String], location: SourceLocation = #_sourceLocation) throws {
    _ = Patience.wait(within: Patience.soon) { self.lines.count >= lines.count }
    let heard = kept.withLock { kept in
      defer { kept = [] }
      return kept
    }
    try #require(heard == lines, sourceLocation: location)
  }

  private static func text(_ kind: KeychainChange.Kind) -> String {
    switch kind {
    case .locked: "locked"
    case .unlocked: "unlocked"
    case .added(let item): "added " + name(item)
    case .deleted(let item): "deleted " + name(item)
    case .updated(let item): "updated " + name(item)
    case .passwordChanged: "password"
    case .defaultChanged: "default"
    case .listChanged: "list"
    case .trustSettingsChanged: "trust"
    }
  }

  /// The service in the primary key of a password with the account `me`.
  private static func name(_ item: KeychainItem) -> String {
    String(decoding: item.primaryKey.dropFirst(14), as: UTF8.self)
  }
}
