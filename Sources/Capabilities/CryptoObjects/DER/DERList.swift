// SPDX-License-Identifier: Apache-2.0

/// Reads all elements of a SEQUENCE.
///
/// The bytes must be exactly this SEQUENCE, with nothing after it.
enum DERList {
  static func elements<Value>(
    _ bytes: [UInt8],
    _ read: (DERElement, Span<UInt8>) throws(DERFailure) -> Value
  ) throws(DERFailure) -> [Value] {
    let span = bytes.span
    var outside = DERWalk(span)
    var walk = DERWalk(try outside.next(.sequence, span))
    try outside.finish()
    var result: [Value] = []
    while !walk.isAtEnd { result.append(try read(walk.next(span), span)) }
    return result
  }
}
