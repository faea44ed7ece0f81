// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// The program that asks a keychain for an item: the properties that access lists compare
/// (Specification/file-keychain.md, "Trusted applications").
///
/// Without a daemon the program itself computes the hash of its executable. An access list is then
/// advice, and keeps no program out.
package struct KeychainClient: Sendable {
  /// The path of the executable; empty if it is unknown.
  package let path: String
  /// The old hash: the SHA-1 of the first 16 KiB of the executable.
  ///
  /// Nil if the executable cannot be read.
  package let legacyHash: [UInt8]?
  /// True for the command `security`, which is a tool of the system.
  package let isSecurityTool: Bool

  /// The number of bytes at the start of an executable that the old hash (`legacyHash`) covers.
  static let hashedBytes = 16_384

  package init(path: String, legacyHash: [UInt8]?, isSecurityTool: Bool = false) {
    (self.path, self.legacyHash, self.isSecurityTool) = (path, legacyHash, isSecurityTool)
  }

  /// Makes the client of a caller, and reads its executable to compute the old hash.
  package init(_ caller: Caller) {
    let path = caller.executable ?? ""
    self.init(
      path: path, legacyHash: Self.legacyHash(of: path), isSecurityTool: caller.origin == .tool)
  }

  /// The identifier of the program's partition, which partition lists of items may name
  /// (Specification/file-keychain.md, "Partition ids").
  package var partition: String { isSecurityTool ? "apple-tool:" : "unsigned:" }

  /// The name of the program in questions to the user; "A program" if its path is unknown.
  package var name: String {
    if isSecurityTool { return "security" }
    return path.split(separator: "/").last.map(String.init) ?? "A program"
  }

  /// This program as an access list stores it.
  package var trusted: TrustedProgram {
    isSecurityTool ? .of(path: Self.toolPath, nil) : .of(path: path, legacyHash)
  }

  /// The path of `security` on Apple's systems, by which scripts name it.
  private static let toolPath = "/usr/bin/security"

  /// Returns true if a trusted program of an access list is this program.
  ///
  /// If the trusted program has a code requirement, only the requirement decides. Only `security`
  /// can meet a requirement: the requirement of Apple's `security`. Without a requirement, the old
  /// hash decides (`legacyHash`). The path decides nothing.
  package func matches(_ program: TrustedProgram) -> Bool {
    if let requirement = program.requirement {
      return isSecurityTool && requirement == TrustedProgram.securityTool
    }
    guard let legacyHash, program.legacyHash.contains(where: { $0 != 0 }) else { return false }
    return legacyHash == program.legacyHash
  }

  /// Returns the SHA-1 of the first 16 KiB of a file; nil if it cannot be read.
  package static func legacyHash(of path: String) -> [UInt8]? {
    guard !path.isEmpty else { return nil }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8].zeros(hashedBytes)
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      Interrupted.retry { unsafe read(file, bytes.baseAddress, bytes.count) }
    }
    guard count > 0 else { return nil }
    return try? Hash.sha1(bytes.span.extracting(0..<count))
  }
}

extension TrustedProgram {
  /// The compiled code requirement that Apple's `security` meets
  /// (Specification/keychain-file-format.md, "Subjects").
  ///
  /// The requirement is `identifier "com.apple.security" and anchor apple`.
  package static let securityTool = appleTool("com.apple.security")

  /// Paths of Apple's programs that scripts name, each with the program's code signing identifier.
  ///
  /// These programs do not exist on Linux. An access list that names them has its effect when the
  /// keychain is used on macOS.
  private static let appleTools = [
    "/usr/bin/security": "com.apple.security", "/usr/bin/codesign": "com.apple.codesign",
    "/usr/bin/productsign": "com.apple.productsign", "/usr/bin/pkgbuild": "com.apple.pkgbuild",
    "/usr/bin/productbuild": "com.apple.productbuild",
    "/usr/bin/xcodebuild": "com.apple.dt.xcodebuild",
  ]

  /// The code signing identifier of this program, for example `com.apple.codesign`.
  ///
  /// Nil if the program is not one of Apple's tools that `appleTools` lists.
  package var appleIdentifier: String? {
    guard let requirement else { return nil }
    return Self.appleTools.values.first { Self.appleTool($0) == requirement }
  }

  package var isAppleTool: Bool { appleIdentifier != nil }

  /// Returns the program at a path as an access list stores it.
  ///
  /// For one of `appleTools`, the result has the code requirement of this tool in place of a hash.
  ///
  /// - Parameter legacyHash: the old hash of the program, the SHA-1 of the first 16 KiB of its
  ///   executable. If nil, the result has zeros in place of the hash.
  package static func of(path: String, _ legacyHash: [UInt8]?) -> TrustedProgram {
    let bytes = Array(path.utf8)
    if let identifier = appleTools[path] {
      let blob = Blob(magic: requirementMagic, content: appleTool(identifier))
      return TrustedProgram(path: bytes, blobs: [blob])
    }
    return TrustedProgram(path: bytes, legacyHash: legacyHash)
  }

  /// Returns the compiled form of the code requirement `identifier "…" and anchor apple`.
  private static func appleTool(_ identifier: String) -> [UInt8] {
    var content: [UInt8] = []
    // Kind 1; the operations are "and", "identifier", "anchor apple".
    for atom: UInt32 in [1, 6, 2] { content.append(atom: atom) }
    content.append(size: identifier.utf8.count)
    content += Array(identifier.utf8)
    content.pad()
    content.append(atom: 3)
    return content
  }
}
