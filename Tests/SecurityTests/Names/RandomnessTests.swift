// SPDX-License-Identifier: Apache-2.0
import Security
import Testing

@Suite("Random bytes")
struct RandomnessTests {
  @Test("fill the whole buffer and nothing beyond")
  func fills() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let status = unsafe SecRandomCopyBytes(kSecRandomDefault, 4000, &bytes)
    #expect(status == errSecSuccess)
    #expect(Set(bytes.prefix(4000)).count > 200)
    #expect(bytes.suffix(96).allSatisfy { $0 == 0 })
  }

  @Test("differ from call to call")
  func differs() {
    var one = [UInt8](repeating: 0, count: 32)
    var other = one
    unsafe SecRandomCopyBytes(kSecRandomDefault, 32, &one)
    unsafe SecRandomCopyBytes(nil, 32, &other)
    #expect(one != other)
  }

  @Test("come from the system's generator, whichever is named")
  func generator() {
    var bytes = [UInt8](repeating: 0, count: 64)
    let status = unsafe SecRandomCopyBytes(OpaquePointer(bitPattern: 8), 64, &bytes)
    #expect(status == errSecSuccess && Set(bytes).count > 8)
  }

  @Test("refuse what cannot be")
  func refuses() {
    var bytes = [UInt8](repeating: 7, count: 4)
    let negative = unsafe SecRandomCopyBytes(kSecRandomDefault, -1, &bytes)
    #expect(negative == errSecParam)
    #expect(bytes == [7, 7, 7, 7])
    let nothing = unsafe SecRandomCopyBytes(kSecRandomDefault, 0, &bytes)
    #expect(nothing == errSecSuccess)
  }
}
