// SPDX-License-Identifier: Apache-2.0

/// The pages that no table or index uses, as the list in the file says.
package struct FreePages {
  package private(set) var numbers: Set<UInt32> = []
  /// Whether the list could be followed to its end and is as long as the header says.
  package private(set) var isWhole = false

  /// Empty when the list, or the header that names it, is damaged.
  ///
  /// - Parameter trusting: to read it as it is, though sums are wrong: a guess.
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
