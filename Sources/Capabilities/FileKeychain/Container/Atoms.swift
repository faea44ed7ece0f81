// SPDX-License-Identifier: Apache-2.0

/// Numbers of four bytes in a keychain file, highest byte first ("atoms";
/// Specification/keychain-file-format.md, "Layers").
extension [UInt8] {
  /// Returns the atom (a number of four bytes) at an offset; nil if the bytes end before its end.
  func atom(at offset: Int) -> UInt32? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16
      | UInt32(self[offset + 2]) << 8 | UInt32(self[offset + 3])
  }

  /// Returns the atom (a number of four bytes) at an offset, for use as a size or an offset.
  ///
  /// Nil if the bytes end before the end of the atom.
  func size(at offset: Int) -> Int? { atom(at: offset).map { Int($0) } }

  mutating func append(atom: UInt32) {
    append(UInt8(truncatingIfNeeded: atom >> 24))
    append(UInt8(truncatingIfNeeded: atom >> 16))
    append(UInt8(truncatingIfNeeded: atom >> 8))
    append(UInt8(truncatingIfNeeded: atom))
  }

  /// Appends a size or an offset as an atom: a number of four bytes.
  mutating func append(size: Int) { append(atom: UInt32(truncatingIfNeeded: size)) }

  /// Overwrites the atom (a number of four bytes) at an offset.
  mutating func set(_ atom: UInt32, at offset: Int) {
    for place in 0..<4 {
      self[offset + place] = UInt8(truncatingIfNeeded: atom >> (24 - 8 * place))
    }
  }

  /// Appends atoms: numbers of four bytes.
  mutating func append(atoms: [UInt32]) {
    let turned = atoms.map { $0.bigEndian }
    unsafe turned.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }

  /// Appends the atoms (numbers of four bytes) in a range of `other`, each increased by `shift`.
  mutating func append(atomsOf other: [UInt8], _ range: Range<Int>, plus shift: Int) {
    let shift = UInt32(truncatingIfNeeded: shift)
    let atoms = unsafe [UInt32](unsafeUninitializedCapacity: range.count / 4) { atoms, count in
      count = range.count / 4
      unsafe other.withUnsafeBytes { bytes in
        for place in 0..<count {
          let atom = unsafe bytes.atom(range.lowerBound + 4 * place) &+ shift
          unsafe atoms.initializeElement(at: place, to: atom.bigEndian)
        }
      }
    }
    unsafe atoms.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }

  /// Overwrites the bytes from an offset on with atoms: numbers of four bytes.
  mutating func set(atoms: [UInt32], at offset: Int) {
    let turned = atoms.map { $0.bigEndian }
    unsafe turned.withUnsafeBytes { turned in
      unsafe withUnsafeMutableBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + turned.count])
          .copyMemory(from: turned)
      }
    }
  }

  /// Appends zeros until the number of bytes since `start` is a multiple of four.
  mutating func pad(from start: Int = 0) {
    while !(count - start).isMultiple(of: 4) { append(0) }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the atom (a number of four bytes) at an offset.
  ///
  /// The caller has checked that the atom lies within the bytes.
  func atom(_ offset: Int) -> UInt32 {
    UInt32(bigEndian: unsafe loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Returns the atom (a number of four bytes) at an offset, for use as a size or an offset.
  ///
  /// The caller has checked that the atom lies within the bytes.
  func size(_ offset: Int) -> Int { unsafe Int(atom(offset)) }
}

extension Int {
  /// This number, rounded up to a multiple of four.
  var aligned: Int { (self + 3) & ~3 }
}
