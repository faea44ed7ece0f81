// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests that a user's build compiles only our library.
@Suite("Build products")
struct BuildProductTests {
  /// The folder of this test program.
  private var products: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  @Test("are our library, the test library and this package")
  func modules() throws {
    // The objects that this program was linked from, one a line. Other packages' builds share the
    // folder.
    let list = products.appending(
      path: "SourceCompatibilityPackageTests.product/Objects.LinkFileList")
    let objects = try String(contentsOf: list, encoding: .utf8)
    let built = Set(objects.matches(of: #/([A-Za-z0-9]+)\.build//#).map { String($0.output.1) })
    let library: Set = [
      "CLatchkey", "CLatchkeyFoundation", "SecureMemory", "KeychainCrypto", "KeychainTypes",
      "Keybag", "KeychainStorage", "KeychainRows", "KeychainRequests", "CodeIdentity",
      "Authentication", "CryptoObjects", "ExternalFormats", "CertificateTrust", "KeychainEngine",
      "KeychainComposition", "KeychainExplaining", "FileKeychain", "UserFiles", "Security",
      "LocalAuthentication", "KeychainTesting", "KeychainDiagnostics",
    ]
    let own: Set = [
      "IdiomsInSwift5", "IdiomsInSwift6", "SourceCompatibilityPackageTests",
      "SourceCompatibilityPackageDiscoveredTests",
    ]
    #expect(built.isSuperset(of: library))
    #expect(built.subtracting(library).subtracting(own) == [])
  }
}
