// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// Keys of every kind, for files of our writer: symmetric, RSA of 1024 bits, and P-256.
///
/// `openssl` made the key pairs for these tests alone.
enum OwnKeys {
  static let all: [KeychainEditor.NewKey] = [
    key(.symmetric, KeyHeader.Algorithm.aes, 128, Array(0..<16), "aes", []),
    key(.symmetric, KeyHeader.Algorithm.tripleDES, 192, Array(50..<74), "3des", [.encrypt]),
    key(.symmetric, KeyHeader.Algorithm.aes, 256, Array(100..<132), "a", [.any]),
    key(.publicKey, KeyHeader.Algorithm.rsa, 1024, bytes(rsaPublic), "rsa", [.any], KeyBlob.pkcs1),
    key(.privateKey, KeyHeader.Algorithm.rsa, 1024, bytes(rsaPrivate), "rsa", [.sign, .decrypt]),
    key(.publicKey, KeyHeader.Algorithm.ecdsa, 256, bytes(ecPublic), "ec", [.verify]),
    key(.privateKey, KeyHeader.Algorithm.ecdsa, 256, bytes(ecPrivate), "ec", [.sign, .derive]),
  ]

  private static func key(
    _ kind: KeyBlob.Kind, _ algorithm: UInt32, _ bits: UInt32, _ bytes: [UInt8], _ name: String,
    _ uses: KeyHeader.Uses, _ format: UInt32 = KeyBlob.x509
  ) -> KeychainEditor.NewKey {
    let attributes: KeyHeader.Attributes =
      kind == .privateKey ? [.permanent, .isPrivate, .sensitive] : [.permanent, .extractable]
    return KeychainEditor.NewKey(
      KeyHeader(kind, algorithm: algorithm, bits: bits, attributes, uses),
      SecretBytes(copying: bytes), format: format, printName: Array(name.utf8),
      label: Array("label of 20 bytes: ".utf8) + [UInt8(bits & 0xFF)],
      applicationTag: Array("tag \(name)".utf8))
  }

  private static func bytes(_ digits: String) -> [UInt8] { HexText.wholeBytes(digits) ?? [] }

  private static let rsaPublic =
    "30818902818100c8b57b99a48c72f91e9319185d1f00b1e33f520231a6dee65b2808ba823ab2dc2ecfe0"
    + "a1a5859d44ae10fe2c7af59b93dc7899c90ddc472fc7c310afd220ee2e758899ee8377334756cff67f1c"
    + "d67f6ab1be33bb4cf3c1cec78160099a491e08189dddefba4a4eef33c1ba490e605c8432a6b83146f07c"
    + "06497ece03f19ce0f50203010001"
  private static let rsaPrivate =
    "3082025b02010002818100c8b57b99a48c72f91e9319185d1f00b1e33f520231a6dee65b2808ba823ab2"
    + "dc2ecfe0a1a5859d44ae10fe2c7af59b93dc7899c90ddc472fc7c310afd220ee2e758899ee8377334756"
    + "cff67f1cd67f6ab1be33bb4cf3c1cec78160099a491e08189dddefba4a4eef33c1ba490e605c8432a6b8"
    + "3146f07c06497ece03f19ce0f50203010001028180220974de8763321441351cea5ed06523c5aff54e5d"
    + "f13897c419b3f13d288b307fd7ccf65cc59df809b4e405d30c57c7e979a24ad048ece19374e71d89faff"
    + "a920259005e42ac576097479a9770ac7d80a7c21a23241b66f0fcb6b59d4a67b55243c1919c48a5abdf9"
    + "d8f3978fc64402ad7c3f378fb448df99ab1e5cac31eec1024100f73a090c6ca38e2bfab1c05f4c577b09"
    + "aa43a40da03cf458a4b4288632c8e2e75a77a8b8e0050a4c370130518bb6f60a6dec1e811f52ea827dfa"
    + "cd159fab72ad024100cfd4d9aee73924309f45fd0c208e8588eaa2de37834144642a05f23e885717b5d4"
    + "2ff18b1e8a62fce604eab2a73e63a4cec01cc18c17e96a4e9006d51ba938690240383525a181819ded39"
    + "cdf7e2b2c4a0e08da95b3f0dd34dea6967dc5ec6650dd173ac08dc1f7285e8d6089b27af1025d8312da1"
    + "b1d1a15457deb48ab403dd42f1024036b40dc00db86aa029ac2058ead0d8b11b215760413a12a852af51"
    + "fdc7a134ea753951588ee759fabb089c45fde35c12eb2081f127d0bb6d71d4531810b9cfd102407e58a4"
    + "113ea5126090ed71d533fa006840c8c2d9027f880dee9f1cd739eb795e31f62556bf62d3a714aad39cb8"
    + "4cb76556ccbf3199d1a2fd213ccfc3269979a5"
  private static let ecPublic =
    "3059301306072a8648ce3d020106082a8648ce3d030107034200044c58bd4d911602265dc343cd4486fa"
    + "fc6940870806e9d53a06fcaa78fb222a0b46df010479ea8fe6035773651c971d9a7c1d3850b5b39467e3"
    + "e418ef27595a58"
  private static let ecPrivate =
    "30770201010420ff9fa01e9892a64d68f50e238be6a1b6348a6a5695b7ff8571b552834ce9b261a00a06"
    + "082a8648ce3d030107a144034200044c58bd4d911602265dc343cd4486fafc6940870806e9d53a06fcaa"
    + "78fb222a0b46df010479ea8fe6035773651c971d9a7c1d3850b5b39467e3e418ef27595a58"
}
