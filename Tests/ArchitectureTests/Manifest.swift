// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// The contents of `Package.swift` as SwiftPM reads them: targets and their declared dependencies.
struct Manifest: Sendable {
  /// The dependencies of each target, with system libraries and products of other packages.
  let dependencies: [String: Set<String>]
  /// The folder of each target that names one, from the root.
  let paths: [String: String]

  /// Runs `swift package dump-package` with a scratch path of its own.
  ///
  /// The `swift test` that runs these tests holds the lock of the usual scratch path.
  static func dumped() throws -> Manifest {
    let scratch = URL(filePath: PlainDirectory.path)
      .appending(path: "latchkey-manifest-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let json = try Command.run(
      "swift", "package", "--package-path", Repository.root.path, "--scratch-path", scratch.path,
      "dump-package",
      // Caches go there too, in case the user's own cannot be written.
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

    /// An object with one key, `byName`, `target` or `product`.
    ///
    /// Its list begins with the name.
    struct Dependency: Decodable {
      let name: String

      init(from decoder: any Decoder) throws {
        let parts = try [String: [Part]](from: decoder)
        name = parts.values.first?.first?.text ?? ""
      }
    }

    /// A string.
    ///
    /// Other members of the lists (packages, conditions) are ignored.
    struct Part: Decodable {
      let text: String?

      init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }
  }
}
