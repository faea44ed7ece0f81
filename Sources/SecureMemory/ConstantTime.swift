// SPDX-License-Identifier: Apache-2.0

/// Whether two byte sequences are equal, in a time that depends on their lengths only.
///
/// For everything whose wrong guess must not be told apart byte by byte: secrets, digests, tags.
@inlinable
package func constantTimeEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  var difference: UInt8 = 0
  for index in left.indices { difference |= left[index] ^ right[index] }
  return difference == 0
}
