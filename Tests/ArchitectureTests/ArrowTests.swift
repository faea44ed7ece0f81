// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite("arrows") struct ArrowTests {
  @Test("the manifest declares only arrows of the table")
  func declared() throws {
    let manifest = try Manifest.dumped()
    #expect(manifest.dependencies.count > 10, "the manifest was not read")
    for (target, dependencies) in manifest.dependencies.sorted(by: { $0.key < $1.key }) {
      guard let allowed = Arrows.allowed(to: target) else {
        Issue.record("\(target) has no row in the table of arrows")
        continue
      }
      let excess = dependencies.subtracting(allowed).sorted()
      #expect(excess == [], "\(target) may not depend on these")
    }
  }

  @Test("every import line names a declared dependency or an allowed system module")
  func imported() throws {
    let manifest = try Manifest.dumped()
    for file in Repository.sources {
      guard let declared = manifest.dependencies[file.target] else { continue }
      let allowed = declared.union(Arrows.system(of: file.target))
      let excess = Set(file.imports).subtracting(allowed).sorted()
      #expect(excess == [], "\(file.path) may not import these")
    }
  }

  @Test(
    "one door to each system library",
    arguments: [("CLatchkeyOpenSSL", "KeychainCrypto"), ("CLatchkeySQLite", "KeychainStorage")])
  func doors(_ library: String, _ door: String) {
    let importers = Repository.sources
      .filter { $0.isProduct && $0.imports.contains(library) }
      .map(\.target)
    #expect(Set(importers).subtracting([door]) == [])
  }

  @Test("the table itself has no circle")
  func downward() {
    for target in Arrows.allowed.keys.sorted() {
      #expect(!Arrows.reach(of: target).contains(target), "\(target) reaches itself")
    }
  }
}
