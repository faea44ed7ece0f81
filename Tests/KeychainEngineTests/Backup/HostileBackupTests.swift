// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import SecureMemory
import Testing

/// Tests files that are damaged or not backups: the restore is refused with a reason, and nothing
/// is changed.
@Suite("Damaged and hostile backups") struct HostileBackupTests {
  private struct Target {
    let store: BackedUpStore
    let content: [UInt8]
    let before: StoreSnapshot

    init() throws {
      store = try BackedUpStore(hasPasscode: false)
      _ = try store.session.add(password("s", "a", "secret"))
      content = try store.backup().content
      _ = try store.session.add(password("s", "after", "kept"))
      before = try StoreSnapshot(store.session)
    }

    /// Returns the status of restoring other bytes, which must leave the store unchanged.
    func refusal(_ bytes: [UInt8]) throws -> Int32 {
      let answer = status { _ = try store.restore(bytes) }
      #expect(try StoreSnapshot(store.session) == before)
      return answer
    }
  }

  @Test("every byte turned")
  func flips() throws {
    let target = try Target()
    var codes: Set<Int32> = []
    for place in target.content.indices {
      var bytes = target.content
      bytes[place] ^= UInt8(1 << (place % 8))
      let code = try target.refusal(bytes)
      #expect(code == -26275, "byte \(place)")
      codes.insert(code)
    }
    #expect(codes == [-26275])
  }

  @Test("every length cut, and more behind")
  func cuts() throws {
    let target = try Target()
    for length in target.content.indices {
      #expect(try target.refusal(Array(target.content[..<length])) == -26275, "\(length) bytes")
    }
    #expect(try target.refusal(target.content + [0]) == -26275)
    #expect(try target.refusal([]) == -26275)
    #expect(try target.refusal(Array("SQLite format 3".utf8)) == -26275)
  }

  @Test("each trouble has its own sentence")
  func sentences() throws {
    let target = try Target()
    func reason(_ change: (inout [UInt8]) -> Void) -> String {
      var bytes = target.content
      change(&bytes)
      do {
        _ = try target.store.restore(bytes)
        return "none"
      } catch let error as KeychainError {
        return "\(error.reason)"
      } catch {
        return "\(error)"
      }
    }
    #expect(reason { $0[0] ^= 1 } == "the file is not a backup of a store")
    #expect(reason { $0[8] = 2 } == "the backup was made by a newer version")
    #expect(reason { $0.removeLast() } == "the backup is damaged or cut short")
    // A cost that would take 2^63 bytes is refused before any key is derived.
    #expect(reason { $0[12] = 63 } == "the backup is damaged or cut short")
    #expect(reason { $0[16] = 255 } == "the backup is damaged or cut short")
  }
}
