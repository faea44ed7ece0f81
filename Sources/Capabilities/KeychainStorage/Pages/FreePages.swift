// SPDX-License-Identifier: Apache-2.0

/// The pages that no table or index uses, read from the list of free pages in the database file.
package struct FreePages {
  package private(set) var numbers: Set<UInt32> = []
  /// True if the list of free pages was read to its end and has the length that the header says.
  package private(set) var isWhole = false

  /// Reads the list of free pages from the pages of a store.
  ///
  /// The result contains no pages if the list is damaged, or if the header that names the first
  /// page of the list is damaged.
  ///
  /// - Parameter trusting: True to read the list even from pages with wrong checksums. The result
  ///   is then a guess.
  package init(_ images: PageImages, trusting: Bool = false) {
    guard let head = images.image(1), head.isSound || trusting else { return }
    var trunk = LogHeader.number(head.bytes, 32)
    var numbers: Set<UInt32> = []
    while trunk != 0 {
      guard numbers.insert(trunk).inserted, let image = images.image(trunk),
        image.isSound || trusting
      else { return }
      let count = Int(LogHeader.number(image.bytes, 4))
      guard 8 + 4 * count <= images.pageSize else { return }
      for place in 0..<count { numbers.insert(LogHeader.number(image.bytes, 8 + 4 * place)) }
      trunk = LogHeader.number(image.bytes, 0)
    }
    self.numbers = numbers
    isWhole = numbers.count == Int(LogHeader.number(head.bytes, 36))
  }
}
