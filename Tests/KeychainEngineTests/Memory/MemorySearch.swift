// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Searches memory for many patterns at every place, and for the marks of secrets.
struct MemorySearch {
  /// The mark that `StoreWorker memory` puts into its secrets, before a number of eight bytes.
  static let mark: [UInt8] = [0xD3, 0x6E, 0x91, 0x2C, 0xFA, 0x45, 0xB8, 0x07]

  private let names: [UInt64: [SearchPattern]]
  private let markWord: UInt64
  /// True at each pair of bytes that begins a pattern.
  ///
  /// The loop over all places asks only this.
  private let beginnings: [Bool]

  init(_ patterns: [SearchPattern]) {
    let first = { (bytes: [UInt8]) in
      bytes.prefix(8).enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) << ($1.offset * 8) }
    }
    names = Dictionary(grouping: patterns) { first($0.bytes) }
    var beginnings = [Bool](repeating: false, count: 1 << 16)
    for key in names.keys { beginnings[Int(key & 0xFFFF)] = true }
    let mark = first(Self.mark)
    markWord = mark
    beginnings[Int(mark & 0xFFFF)] = true
    self.beginnings = beginnings
  }

  /// The findings: names of patterns, and numbers of secrets.
  struct Found: Equatable {
    var names: Set<String> = []
    /// The low halves of the numbers only, because a cut last block shows no more.
    var secrets: Set<UInt32> = []
  }

  func search(_ memory: UnsafeRawBufferPointer) -> Found {
    var found = Found()
    let page = 4096
    let zeros = [UInt8](repeating: 0, count: page)
    guard let base = memory.baseAddress else { return found }
    var start = 0
    while start < memory.count {
      // A pattern may cross the end of its page.
      let end = min(start + page, memory.count)
      let isZero = unsafe memcmp(base + start, zeros, end - start) == 0
      if !isZero { unsafe search(memory, from: start, to: end, &found) }
      start = end
    }
    return found
  }

  private func search(
    _ memory: UnsafeRawBufferPointer, from start: Int, to end: Int, _ found: inout Found
  ) {
    unsafe beginnings.withUnsafeBufferPointer { beginnings in
      let last = min(end, memory.count - SearchPattern.size + 1)
      var place = start
      while place < last {
        let word = unsafe memory.loadUnaligned(fromByteOffset: place, as: UInt16.self)
        if unsafe beginnings[Int(word)] { unsafe look(at: place, in: memory, &found) }
        place += 1
      }
    }
  }

  private func look(at place: Int, in memory: UnsafeRawBufferPointer, _ found: inout Found) {
    let word = unsafe memory.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    if word == markWord {
      found.secrets.insert(
        unsafe memory.loadUnaligned(fromByteOffset: place + 8, as: UInt32.self))
    }
    for pattern in names[word] ?? [] {
      let bytes = unsafe UnsafeRawBufferPointer(
        rebasing: memory[place..<place + SearchPattern.size])
      if unsafe bytes.elementsEqual(pattern.bytes) { found.names.insert(pattern.name) }
    }
  }
}

extension MemorySearch.Found {
  /// Adds the findings of another range.
  mutating func add(_ other: MemorySearch.Found) {
    names.formUnion(other.names)
    secrets.formUnion(other.secrets)
  }
}
