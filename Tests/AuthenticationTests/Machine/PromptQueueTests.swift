// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests of programs of one user that prompt at the same time (Specification/access-control.md,
/// "Concurrency", "Deadlines and cancellation").
@Suite("Queued prompts", .serialized)
struct PromptQueueTests {
  /// A pinentry that answers once the file `answer` exists.
  private static let waits = """
    GETPIN() {
      while [ ! -e "$HOME/answer" ]; do sleep 0.05; done
      echo 'D \(EvidenceStore.passcode)'; echo OK
    }
    """

  private let store: EvidenceStore
  private let runtime = TemporaryDirectory()

  init() throws {
    store = try EvidenceStore("presence", environment: ["XDG_RUNTIME_DIR": runtime.path])
  }

  private func read(_ pinentry: PlayedPinentry, seconds: Int = 300) throws -> PromptWorker {
    try store.start(["read"], environment: store.at(pinentry, seconds: seconds))
  }

  @Test("one asks, eight wait, the tenth is refused at once; then each has its turn")
  func ten() throws {
    let pinentries = try (0..<9).map { _ in try PlayedPinentry(Self.waits) }
    let first = try read(pinentries[0])
    #expect(Patience.wait { pinentries[0].log.contains("GETPIN") })
    let others = try pinentries.dropFirst().map { try read($0) }
    #expect(Patience.wait { locks == 9 })
    let tenth = try PlayedPinentry(Self.waits)
    #expect(try store.read(tenth).status == -25308)
    #expect(tenth.log.isEmpty)
    #expect(pinentries.dropFirst().allSatisfy { $0.log.isEmpty })
    // A killed process gives its place back, waiting or prompting.
    kill(others[0].process, SIGKILL)
    #expect(Patience.wait { locks == 8 })
    kill(first.process, SIGKILL)
    for pinentry in pinentries { try pinentry.home.write("", to: "answer") }
    for other in others.dropFirst() {
      #expect(other.end() == 0)
      #expect(EvidenceStore.answer(other.output).secret == "secret")
    }
    #expect(locks == 0)
  }

  @Test("a process has one place, however often it asks")
  func again() throws {
    let pinentry = try PlayedPinentry(Self.waits)
    try pinentry.home.write("", to: "answer")
    let said = try store.finish(["ask", "5"], environment: store.at(pinentry))
    #expect(said.split(separator: "\n").filter { $0 == "status 0 secret" }.count == 5)
    let descriptors = said.split(separator: "\n").filter { $0.hasPrefix("descriptors") }
    #expect(descriptors.count == 5 && Set(descriptors).count == 1, "\(descriptors)")
  }

  @Test("who waits does so within its own time")
  func deadline() throws {
    let pinentry = try PlayedPinentry(Self.waits)
    let first = try read(pinentry)
    #expect(Patience.wait { pinentry.log.contains("GETPIN") })
    let late = try PlayedPinentry(Self.waits)
    let answer = try store.read(late, seconds: 5)
    #expect(answer.status == -25293 && (5_000..<50_000).contains(answer.milliseconds))
    #expect(late.log.isEmpty)
    try pinentry.home.write("", to: "answer")
    #expect(first.end() == 0)
    #expect(EvidenceStore.answer(first.output).secret == "secret")
  }

  /// The number of locked bytes in the queue's file, as the kernel lists them.
  private var locks: Int {
    var about = stat()
    guard unsafe stat(runtime.file("latchkey-prompts"), &about) == 0,
      let text = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
    else { return 0 }
    return text.split(separator: "\n").filter { line in
      let words = line.split(separator: " ")
      return words.count == 8 && words[5].hasSuffix(":\(about.st_ino)")
    }.count
  }
}
