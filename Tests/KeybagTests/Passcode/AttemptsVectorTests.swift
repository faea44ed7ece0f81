// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests of the file `attempts`, against vectors of another implementation in Tests/Vectors/keybag.
@Suite("File of wrong passcodes, vectors") struct AttemptsVectorTests {
  private static let all = Vector.all("keybag/attempts-v1.txt")
  static let read = all.filter { $0.expect != "written" }
  static let written = all.filter { $0.expect == "written" }

  @Test("there are as many cases as were written")
  func complete() { #expect([Self.read.count, Self.written.count] == [16, 8]) }

  private func store(_ vector: Vector) throws -> VectorKeybag {
    let store = try VectorKeybag.first()
    if vector.fields["attempts"] != nil {
      store.memory["/s/attempts"] = MemoryFileSystem.File(bytes: try vector.bytes("attempts"))
    }
    return store
  }

  private func moment(_ vector: Vector) throws -> BootMoment {
    BootMoment(
      boot: try #require(Identifier16(vector.bytes("boot"))),
      microseconds: Int64(try vector.number("now")))
  }

  private func text(_ counter: PasscodeThrottle.Counter) -> String {
    "\(counter.count)@\(VectorKeybag.hexadecimal(counter.last.boot.bytes))"
      + "@\(counter.last.microseconds)"
  }

  @Test("reading", arguments: read)
  func reading(_ vector: Vector) throws {
    let now = try moment(vector)
    let found = try store(vector).files.readAttempts(at: now)
    guard vector.expect == "success" else {
      #expect(found == .lost(at: now))
      return
    }
    #expect(text(found.prompt) == vector.fields["prompt"])
    #expect(Int(found.biometryFailures) == (try vector.number("biometry")))
    let programs = found.programs.sorted { $0.key < $1.key }.map { program, counter in
      "\(VectorKeybag.hexadecimal(program.bytes))=\(text(counter))"
    }
    #expect(programs.joined(separator: " ") == vector.fields["programs"])
  }

  @Test("what a try writes", arguments: written)
  func writing(_ vector: Vector) throws {
    let store = try store(vector)
    let door = try #require(vector.fields["door"])
    let answer: String
    do {
      _ = try store.files.open(
        trying: VectorKeybag.passcode(vector), at: door == "-" ? .prompt : .data(door),
        remembering: LastWrongPasscode(randomness: SystemRandomness()), at: moment(vector),
        randomness: SystemRandomness())
      answer = "success"
    } catch {
      answer = "\(error)"
    }
    #expect(answer == vector.fields["answer"])
    #expect(store.memory["/s/attempts"]?.bytes == (try vector.bytes("after")))
  }
}
