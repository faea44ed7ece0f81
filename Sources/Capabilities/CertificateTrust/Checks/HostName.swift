// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Glibc

/// The host name that a certificate must be valid for (Specification/certificates.md, "Policies of
/// SecTrust").
///
/// Only the certificate's subject alternative names are compared with the host name. A DNS name of
/// the certificate is ignored if it is not a host name, for example if it is an IP address. A star
/// stands for one whole label. The star must be the first label of a name with at least three
/// labels. Lists of public suffixes are not consulted.
struct HostName {
  private let labels: [[UInt8]]
  /// The bytes of the host's IP address, or nil if the host is given by name.
  private let address: [UInt8]?

  init(_ text: String) {
    let bytes = Array(text.utf8)
    labels = Self.labels(bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes[...])
    address = Self.address(text)
  }

  /// True if the certificate is valid for the host.
  func matches(_ certificate: Certificate) -> Bool {
    certificate.subjectAlternativeNames.contains { name in
      switch name.kind {
      case .host: Self.isName(name.content) && matches(pattern: Self.labels(name.content[...]))
      case .address: address == name.content
      case .other, .email, .x400, .directory, .ediParty, .location, .registered: false
      }
    }
  }

  private func matches(pattern: [[UInt8]]) -> Bool {
    guard pattern.count == labels.count, !labels.contains([]) else { return false }
    guard pattern.first == [UInt8(ascii: "*")] else { return pattern == labels }
    return address == nil && labels.count >= 3 && pattern[1...] == labels[1...]
  }

  /// True if the bytes are a host name, possibly with a star as its first label.
  private static func isName(_ content: [UInt8]) -> Bool {
    guard (1...253).contains(content.count) else { return false }
    guard Self.address(String(decoding: content, as: UTF8.self)) == nil else { return false }
    let labels = content.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.enumerated().allSatisfy { place, label in
      if place == 0, label.elementsEqual([UInt8(ascii: "*")]) { return true }
      return (1...63).contains(label.count) && label.allSatisfy(isOfName)
    }
  }

  /// True if a host name may contain the byte: a letter, digit, hyphen or underscore.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Splits a host name at its dots into labels, in lower case.
  private static func labels(_ text: ArraySlice<UInt8>) -> [[UInt8]] {
    text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { label in
      label.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 0x20 : $0 }
    }
  }

  /// Returns the 4 or 16 bytes of an IP address in text form, or nil if the text is not an address.
  private static func address(_ text: String) -> [UInt8]? {
    // `inet_pton` would read only the text before a zero byte.
    guard !text.utf8.contains(0) else { return nil }
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if unsafe inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
