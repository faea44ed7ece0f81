// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests that a key of the secure element is in memory only during a use (Specification/seckey.md,
/// "Secure Enclave keys").
@Suite(
  "No key of the secure element in a core dump", .serialized,
  .disabled(
    if: ProcessInfo.processInfo.environment["LATCHKEY_SANITIZER"] != nil,
    "a sanitizer's terabytes of shadow memory would be dumped too"))
struct ElementDumpTests {
  /// Returns patterns of the only key in a store: its private number in both byte orders, and the
  /// start of its point.
  ///
  /// The point is not secret. Finding it shows that the search works.
  private static func patterns(_ store: String) throws -> [SearchPattern] {
    let engine = try Engine.open(StoreLocation(directory: store), environment: .system)
    let rows = try engine.store.fetch(StorePlan(.key, contents: .secret))
    #expect(rows.count == 1)
    let codec = engine.codec
    guard let row = rows.first, case .item(let item) = codec.open(row),
      let kept = try codec.openSecret(of: item)?.withBytes({ $0.array })
    else { throw DumpedWorker.Failure(text: "the key does not open") }
    #expect(kept.count == 97 && Array(kept[..<65]) == item.element?.point)
    let number = Array(kept[65...])
    return [
      SearchPattern("point", Array(kept[1..<17])),
      SearchPattern("number", Array(number[..<16])),
      SearchPattern("end of number", Array(number[16...])),
      SearchPattern("limbs of number", Array(number.reversed()[..<16])),
      SearchPattern("end of limbs of number", Array(number.reversed()[16...])),
    ]
  }

  @Test("after many uses the number is nowhere, and in what is never dumped neither")
  func core() throws {
    let worker = try DumpedWorker(["50"], task: "element")
    #expect(worker.report["wrong"] == 0)
    let search = MemorySearch(try Self.patterns(worker.store))
    #expect(try worker.searchCore(search).names == ["point"])
    let memory = try worker.searchMemory(search)
    #expect(memory.dumped.names == ["point"])
    #expect(memory.hidden.names == [])
    #expect(worker.finish() == 0)
  }
}
