// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory
import Testing

/// A piece of an arena, which keeps pointers out of the tests.
@safe
private struct Piece {
  let arena: SecretArena
  let base: UnsafeMutableRawPointer
  let origin: SecretArena.Origin
  let count: Int

  init(_ arena: SecretArena, _ count: Int) {
    let memory = unsafe arena.allocate(count)
    self.arena = arena
    self.count = count
    unsafe base = memory.base
    unsafe origin = memory.origin
  }

  var address: UInt { unsafe UInt(bitPattern: base) }

  var isZero: Bool {
    let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
    return unsafe bytes.allSatisfy { $0 == 0 }
  }

  var home: String {
    switch origin {
    case .slot(let sizeClass, let isLocked): "slot \(sizeClass)\(isLocked ? "" : " spilled")"
    case .pages(let pages): pages.isLocked ? "pages" : "pages spilled"
    case .heap: "heap"
    }
  }

  func scribble(_ byte: UInt8) { unsafe memset(base, CInt(byte), count) }

  func release() { unsafe arena.release(base, count: count, origin: origin) }
}

@Suite("SecretArena")
struct SecretArenaTests {
  @Test(
    "sizes and where they live",
    arguments: [
      (0, "slot 0"), (1, "slot 0"), (64, "slot 0"), (65, "slot 1"), (256, "slot 1"),
      (257, "slot 2"), (4096, "slot 2"), (4097, "pages"), (900_000, "pages"),
      (1_048_577, "pages spilled"),
    ])
  func origins(count: Int, expected: String) {
    let piece = Piece(SecretArena(), count)
    #expect(piece.home == expected)
    #expect(piece.isZero)
    piece.release()
  }

  @Test("pieces never overlap, are zero, and are wiped when they come back")
  func distinct() {
    let arena = SecretArena()
    for round in 0..<3 {
      var held: [Piece] = []
      for index in 0..<2000 {
        let piece = Piece(arena, [5, 64, 200, 3000][index % 4])
        #expect(piece.isZero, "round \(round), piece \(index)")
        piece.scribble(UInt8(index & 0xFF) | 1)
        held.append(piece)
      }
      let ordered = held.sorted { $0.address < $1.address }
      for (one, next) in zip(ordered, ordered.dropFirst()) {
        #expect(one.address + UInt(one.count) <= next.address)
      }
      for piece in held { piece.release() }
    }
  }

  @Test("locked memory ends at its limit, and says so")
  func limit() {
    let arena = SecretArena()
    #expect(arena.weakness.isEmpty)
    let held = (0..<5000).map { _ in Piece(arena, 500) }
    let inSlots = held.filter { $0.home == "slot 2" }.count
    #expect(inSlots <= SecretArena.largestLocked / 4096)
    #expect(inSlots >= 200)
    #expect(held.filter { $0.home == "slot 2 spilled" }.count == 5000 - inSlots)
    #expect(arena.weakness == .spilled)
    for piece in held { piece.release() }
  }

  @Test("each refusal of the system is recorded, and memory is still given")
  func refusals() {
    var unlocked = LockedPages.Marks()
    unsafe unlocked.lock = { _, _ in false }
    var dumpable = LockedPages.Marks()
    unsafe dumpable.hideFromDumps = { _, _ in false }
    var inherited = LockedPages.Marks()
    unsafe inherited.wipeOnFork = { _, _ in false }
    let rows: [(LockedPages.Marks, MemoryWeakness)] = [
      (unlocked, .swappable), (dumpable, .dumpable), (inherited, .inherited),
    ]
    for (marks, expected) in rows {
      let arena = SecretArena(marks: marks)
      let piece = Piece(arena, 32)
      #expect(piece.isZero)
      piece.release()
      #expect(arena.weakness == expected)
    }
    // Memory that cannot be locked is hidden anyway.
    let arena = SecretArena(marks: unlocked)
    let large = Piece(arena, 10_000)
    #expect(large.home == "pages spilled")
    large.release()
    #expect(arena.weakness == [.swappable, .spilled])
  }

  @Test("many threads at once")
  func threads() async {
    await withTaskGroup(of: Bool.self) { group in
      for thread in 0..<8 {
        group.addTask {
          (0..<3000).allSatisfy { round in
            let bytes = [UInt8](repeating: UInt8(thread * 16 + round % 16), count: 1 + round % 300)
            let secret = SecretBytes(copying: bytes)
            return secret.withBytes { span in span.indices.allSatisfy { span[$0] == bytes[0] } }
          }
        }
      }
      for await right in group { #expect(right) }
    }
  }
}
