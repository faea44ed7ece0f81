// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// What SwiftPM makes of `Package.swift`: targets and their declared dependencies.
struct Manifest: Sendable {
  /// Dependencies by target, system libraries and products of other packages included.
  let dependencies: [String: Set<String>]
  /// The folder of each target that has one of its own, from the root.
  let paths: [String: String]

  /// Asks `swift package dump-package`, in a scratch path of its own: the `swift test` that runs
  /// these tests holds the lock of the usual one.
  static func dumped() throws -> Manifest {
    let scratch = URL(filePath: PlainDirectory.path)
      .appending(path: "latchkey-manifest-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let json = try Command.run(
      "swift", "package", "--package-path", Repository.root.path, "--scratch-path", scratch.path,
      "dump-package",
      // Caches go there too, where the user's own cannot be written.
      environment: ["HOME": scratch.path, "TMPDIR": PlainDirectory.path])
    let dump = try JSONDecoder().decode(Dump.self, from: Data(json.output.utf8))
    return Manifest(
      dependencies: Dictionary(
        uniqueKeysWithValues: dump.targets.map { target in
          (target.name, Set(target.dependencies.map(\.name)))
        }),
      paths: Dictionary(
        uniqueKeysWithValues: dump.targets.compactMap { target in
          target.path.map { (target.name, $0) }
        }))
  }

  private struct Dump: Decodable {
    let targets: [Target]

    struct Target: Decodable {
      let name: String
      let dependencies: [Dependency]
      let path: String?
    }

    /// One key, `byName`, `target` or `product`, whose list begins with the name.
    struct Dependency: Decodable {
      let name: String

      init(from decoder: any Decoder) throws {
        let parts = try [String: [Part]](from: decoder)
        name = parts.values.first?.first?.text ?? ""
      }
    }

    /// A string; the other members of the lists (packages, conditions) are not looked at.
    struct Part: Decodable {
      let text: String?

      init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }
  }
}
