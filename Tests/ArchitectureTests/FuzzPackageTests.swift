// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of the package of the fuzz targets, which compiles our sources by a manifest of its own.
///
/// Only `make fuzz` builds that package.
@Suite("the fuzz package") struct FuzzPackageTests {
  /// Returns the imports of each target of a manifest.
  ///
  /// - Parameter word: The function that declares a target in this manifest.
  private static func imports(_ path: String, _ word: String) throws -> [String: Set<String>] {
    let target = try Regex(word + #"\(\s*"(\w+)"(?:,\s*imports:\s*\[([^\]]*)\])?"#)
    var found: [String: Set<String>] = [:]
    for match in Repository.text(of: path).matches(of: target) {
      let name = match.output[1].substring.map(String.init) ?? ""
      let list = match.output[2].substring ?? ""
      found[name] = Set(list.matches(of: #/"(\w+)"/#).map { String($0.output.1) })
    }
    return found
  }

  @Test("its targets may import what ours may, and are there")
  func targets() throws {
    let ours = try Self.imports("Package.swift", "library")
    let fuzzed = try Self.imports("Fuzz/Package.swift", "latchkey")
    #expect(fuzzed.count > 15)
    let text = Repository.text(of: "Fuzz/Package.swift")
    for (name, imports) in fuzzed {
      #expect(imports == ours[name], "\(name)")
      for other in imports where !text.contains("name: \"\(other)\"") {
        #expect(fuzzed[other] != nil, "\(name) asks for \(other)")
      }
    }
  }
}
