// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory
import Security

/// Secrets that a search of memory finds, whichever part of them was left.
///
/// Each block of 16 bytes is a mark of 8 bytes and the secret's number.
///
/// This program acts like a careful client: it wipes its secrets when it releases them. The mark is
/// nowhere else in its memory.
enum MarkedSecret {
  /// The complement of the mark.
  ///
  /// Only a secret contains the mark itself.
  private static let complement: [UInt8] = [0x2C, 0x91, 0x6E, 0xD3, 0x05, 0xBA, 0x47, 0xF8]

  static func make(_ number: UInt64, count: Int) -> NSData {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    for place in 0..<count { unsafe bytes[place] = byte(at: place, of: number) }
    return unsafe NSData(bytesNoCopy: bytes, length: count) { start, count in
      unsafe explicit_bzero(start, count)
      unsafe start.deallocate()
    }
  }

  /// Makes a marked secret for callers of an engine.
  static func secret(_ number: UInt64, count: Int) -> SecretBytes {
    SecretBytes(count: count) { (output: inout MutableSpan<UInt8>) in
      for place in 0..<count { output[place] = byte(at: place, of: number) }
    }
  }

  /// Returns true if a secret consists of marks of one number, whose fourth byte is `kind`.
  static func isMarked(_ secret: SecretBytes, by kind: UInt8) -> Bool {
    secret.withBytes { bytes in
      bytes.indices.allSatisfy { place in
        switch place % 16 {
        case ..<8: bytes[place] == ~complement[place % 16]
        case 11: bytes[place] == kind
        default: bytes[place] == bytes[place % 16]
        }
      }
    }
  }

  /// Returns true if the data are all bytes of a secret.
  ///
  /// Reads them in place, without a copy.
  static func isWhole(_ data: NSData, _ number: UInt64, count: Int) -> Bool {
    let bytes = unsafe UnsafeRawBufferPointer(start: data.bytes, count: data.length)
    return data.length == count
      && bytes.indices.allSatisfy { unsafe bytes[$0] == byte(at: $0, of: number) }
  }

  /// Returns true if the `Data` that Foundation has made of the object are all bytes of a secret.
  static func isWhole(_ data: Data, _ number: UInt64, count: Int) -> Bool {
    unsafe data.withUnsafeBytes { bytes in
      bytes.count == count
        && bytes.indices.allSatisfy { unsafe bytes[$0] == byte(at: $0, of: number) }
    }
  }

  private static func byte(at place: Int, of number: UInt64) -> UInt8 {
    let step = place % 16
    guard step >= 8 else { return ~complement[step] }
    return UInt8(truncatingIfNeeded: number >> UInt64((step - 8) * 8))
  }
}
