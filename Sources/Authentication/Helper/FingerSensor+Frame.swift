// SPDX-License-Identifier: Apache-2.0

extension FingerSensor {
  /// The texts, each with a zero behind it.
  package var frame: HelperFrame {
    HelperFrame(.found, ([name, scanType] + fingers).flatMap { Array($0.utf8) + [0] })
  }

  /// Reads what `frame` wrote.
  package init(_ frame: HelperFrame) throws(HelperError) {
    let texts = frame.bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
    guard frame.kind == .found, texts.count >= 2 else { throw .garbled }
    self.init(name: texts[0], scanType: texts[1], fingers: Array(texts.dropFirst(2)))
  }
}
