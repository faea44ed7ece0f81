// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import Security
import Testing

@Suite("Texts of statuses")
struct ErrorMessageTests {
  private static let families: [ClosedRange<OSStatus>] = [
    -25245 ... -25240, -25264 ... -25256, -25320 ... -25291,
  ]

  private func message(_ status: OSStatus) -> String? {
    SecCopyErrorMessageString(status, nil) as String?
  }

  @Test(
    "that scripts compare are literal",
    arguments: [
      (-25300, "The specified item could not be found in the keychain."),
      (-25299, "The specified item already exists in the keychain."),
      (-25293, "The user name or passphrase you entered is not correct."),
      (-25308, "User interaction is not allowed."),
      (-25294, "The specified keychain could not be found."),
      (-25296, "A keychain with the same name already exists."),
      (-25307, "A default keychain could not be found."),
      (-25264, "MAC verification failed during PKCS12 import (wrong password?)"),
      (-25257, "Unknown format in import."),
    ] as [(OSStatus, String)])
  func literal(_ status: OSStatus, _ text: String) {
    #expect(message(status) == text)
  }

  @Test("exist for every status of the public header")
  func complete() {
    let detail: ClosedRange<OSStatus> = -67904 ... -67585
    #expect(detail.filter { StatusText.sentence(for: $0) == nil } == [])
    for status in [0, -4, -34, -36, -49, -50, -61, -108, -128, -909, -2070, -4960] as [OSStatus] {
      #expect(StatusText.sentence(for: status) != nil, "\(status)")
    }
    for status in Self.families.joined() {
      #expect(StatusText.sentence(for: status) != nil, "\(status)")
    }
  }

  @Test(
    "fall back to the number, or to the system's text",
    arguments: [
      (-25330, "OSStatus -25330"),  // private: no text, as on Apple's systems
      (-26276, "OSStatus -26276"),
      (1, "OSStatus 1"),
      (.max, "OSStatus 2147483647"),
      (.min, "OSStatus -2147483648"),
      (100_002, "UNIX[No such file or directory]"),
      (100_013, "UNIX[Permission denied]"),
      (104_096, "OSStatus 104096"),
    ] as [(OSStatus, String)])
  func fallback(_ status: OSStatus, _ text: String) {
    #expect(message(status) == text)
  }
}
