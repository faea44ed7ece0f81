// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// What a user's build compiles of us: our library and nothing else.
@Suite("Build products")
struct BuildProductTests {
  /// The folder that this test program lies in; SwiftPM leaves one folder `X.build` a module there.
  private var products: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  private func hasObjectFile(_ folder: URL) -> Bool {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.lazy.compactMap {
      $0 as? String
    }
    return paths?.contains { $0.hasSuffix(".o") } ?? false
  }

  @Test("are our library, the test library and this package")
  func modules() throws {
    // A target that was resolved and not compiled has a folder too, but no object file in it.
    let folders = try FileManager.default.contentsOfDirectory(
      at: products, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "build" && hasObjectFile($0) }
    let built = Set(folders.map { $0.deletingPathExtension().lastPathComponent })
    let library: Set = [
      "CLatchkey", "SecureMemory", "KeychainCrypto", "KeychainTypes", "Keybag", "KeychainFiles",
      "KeychainPages", "KeychainStorage", "KeychainRows", "CodeIdentity", "Authentication",
      "CryptoObjects", "ExternalFormats", "CertificateTrust", "KeychainEngine",
      "KeychainComposition", "Security", "LocalAuthentication", "KeychainTesting",
      "KeychainExplanations", "KeychainExplaining", "KeychainTracing", "KeychainDiagnostics",
    ]
    let own: Set = [
      "IdiomsInSwift5", "IdiomsInSwift6", "SourceCompatibilityPackageTests",
      "SourceCompatibilityPackageDiscoveredTests",
    ]
    #expect(built.isSuperset(of: library))
    #expect(built.subtracting(library).subtracting(own) == [])
  }
}
