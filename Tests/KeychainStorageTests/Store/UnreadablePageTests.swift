// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import Testing

/// Tests that a page which the disk refuses, once or always, counts as missing without affecting
/// others.
@Suite struct UnreadablePageTests {
  @Test("what the disk refuses once is not made up of what lies behind it")
  func refusedOnce() {
    let source = RefusingSource(pages: 6)
    let images = PageImages(source, log: { _, _ in nil }, mark: nil, salt: 7)
    source.refusals = 1
    #expect(images.inFile(2) == nil)
    #expect(images.inFile(2)?.bytes.count == 512)
    #expect(source.largest <= 65_536, "no more than a page is asked for")
  }

  @Test("a page that the file ends in is filled up with zeros, and not sound")
  func cut() {
    let source = RefusingSource(pages: 6, behind: 100)
    let images = PageImages(source, log: { _, _ in nil }, mark: nil, salt: 7)
    let last = images.inFile(7)
    #expect(images.filePages == 7 && last?.bytes.count == 512 && last?.isSound == false)
    #expect(last?.bytes.prefix(100).allSatisfy { $0 == 7 } == true)
    #expect(last?.bytes.dropFirst(100).allSatisfy { $0 == 0 } == true)
  }
}

/// A file with a disk that refuses some reads.
private final class RefusingSource: PageSource {
  let size: Int
  var refusals = 0
  private(set) var largest = 0

  init(pages: Int, behind rest: Int = 0) { size = pages * 512 + rest }

  func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    largest = max(largest, count)
    if refusals > 0 {
      refusals -= 1
      return nil
    }
    return offset + count <= size ? [UInt8](repeating: 7, count: count) : nil
  }
}
