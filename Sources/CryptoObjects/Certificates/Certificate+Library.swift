// SPDX-License-Identifier: Apache-2.0

extension Certificate {
  /// The certificate in a form that libcrypto reads.
  ///
  /// libcrypto refuses a serial number with superfluous bytes in front
  /// (Documentation/Decisions/certificate-encodings.md). They are left out here, so the signature
  /// has to be checked over `bytes`.
  package var bytesForLibrary: [UInt8] {
    let (number, whole) = (shortestSerialNumber, bytes)
    let data = whole.span
    var walk = DERWalk(signedPart)
    guard number.count < serialNumber.count, let part = try? walk.next(data) else { return bytes }
    let signed = DERWriter.sequence([
      Array(bytes[part.content.lowerBound..<serialNumberPart.lowerBound]),
      DERWriter.element(.integer, number),
      Array(bytes[serialNumberPart.upperBound..<part.content.upperBound]),
    ])
    return DERWriter.sequence([signed, Array(bytes[signedPart.upperBound...])])
  }

  /// The serial number without the bytes in front that repeat its sign (X.690 8.3.2).
  private var shortestSerialNumber: [UInt8] {
    var digits = serialNumber[...]
    while let first = digits.first, let second = digits.dropFirst().first,
      first == (second < 0x80 ? 0 : 0xff)
    {
      digits.removeFirst()
    }
    return Array(digits)
  }
}
