// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests of the file `enrolment` and of domain states, against vectors of another implementation in
/// Tests/Vectors/keybag.
@Suite("File of enrolled fingers, vectors") struct EnrolmentVectorTests {
  private static let all = Vector.all("keybag/enrolment-v1.txt")
  static let read = all.filter { $0.fields["kind"] == "read" }
  static let written = all.filter { $0.fields["kind"] == "write" }
  static let domains = all.filter { $0.fields["kind"] == "domain" }

  @Test("there are as many cases as were written")
  func complete() {
    #expect([Self.read.count, Self.written.count, Self.domains.count] == [12, 4, 8])
  }

  private func store(_ vector: Vector) throws -> VectorKeybag {
    let store = try VectorKeybag.first()
    if vector.fields["enrolment"] != nil {
      store.memory["/s/enrolment"] = MemoryFileSystem.File(bytes: try vector.bytes("enrolment"))
    }
    return store
  }

  /// Returns the texts of a field that has them in hexadecimal, separated by blanks.
  private func texts(_ vector: Vector, _ field: String) throws -> [String] {
    try (vector.fields[field] ?? "").split(separator: " ").map {
      String(decoding: try Vector(fields: ["text": String($0)]).bytes("text"), as: UTF8.self)
    }
  }

  @Test("reading", arguments: read)
  func reading(_ vector: Vector) throws {
    let found = try store(vector).files.enrolmentGeneration(seeing: texts(vector, "texts"))
    #expect((found.map { VectorKeybag.hexadecimal($0.bytes) } ?? "none") == vector.expect)
  }

  @Test("writing", arguments: written)
  func writing(_ vector: Vector) throws {
    let store = try store(vector)
    let randomness = ScriptedRandomness(try vector.bytes("random"))
    _ = try store.files.renewEnrolmentGeneration(
      seeing: texts(vector, "texts"), randomness: randomness)
    #expect(randomness.isUsedUp)
    #expect(store.memory["/s/enrolment"]?.bytes == (try vector.bytes("after")))
  }

  @Test("domain states", arguments: domains)
  func domainStates(_ vector: Vector) throws {
    let info = try state(vector).info(in: facts(vector))
    #expect(info == (vector.fields["info"] == nil ? nil : try vector.bytes("info")))
    guard let info else { return }
    let application = try #require(vector.fields["application"])
    let value = try VectorKeybag.first().files.domainState(
      salt: Array(application.utf8), info: info)
    #expect(try value == vector.bytes("value"))
  }

  private func state(_ vector: Vector) throws -> DomainState {
    let words = try #require(vector.fields["state"]).split(separator: " ")
    switch words.first {
    case "evaluatedPolicy": return .evaluatedPolicy
    case "biometry": return .biometry
    case "companions": return .companions
    case "combined": return .combined
    default:
      return .companion(try #require(words.last.flatMap { Int($0) }.flatMap(CompanionType.init)))
    }
  }

  private func facts(_ vector: Vector) throws -> AuthenticationFacts {
    var facts = AuthenticationFacts()
    facts.biometry = AuthenticationFacts.Biometry(
      try #require(.init(rawValue: vector.number("sensor"))),
      generation: try #require(Identifier16(vector.bytes("generation"))),
      enrolments: try texts(vector, "enrolments"))
    for part in (vector.fields["companions"] ?? "").split(separator: " ") {
      let pair = part.split(separator: "=")
      let type = try #require(Int(pair[0]).flatMap(CompanionType.init))
      let pairing = try Vector(fields: ["pairing": String(pair[1])]).bytes("pairing")
      facts.companions[type] = AuthenticationFacts.Companion(
        isInReach: true, pairing: try #require(Identifier16(pairing)))
    }
    return facts
  }
}
