// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The checkout that these tests were built from, as files.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file of the project, with its path from the root.
  static let sources: [SourceFile] = paths(below: ["Sources", "Tests", "Examples", "Benchmarks"])
    .filter { $0.hasSuffix(".swift") }
    .map { SourceFile(path: $0, text: text(of: $0)) }

  /// The sources of one target.
  static func sources(of target: String) -> [SourceFile] {
    sources.filter { $0.target == target }
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// Returns the text of one file, or an empty text if the file does not exist.
  ///
  /// The callers' expectations then fail.
  static func text(of path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  /// Returns every file below the folders, sorted, without build products and hidden folders.
  static func paths(below folders: [String]) -> [String] {
    var found: [String] = []
    for folder in folders {
      let walk = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      while let name = walk?.nextObject() as? String {
        if name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
          walk?.skipDescendants()
          continue
        }
        let path = folder + "/" + name
        let attributes = try? FileManager.default.attributesOfItem(
          atPath: root.appending(path: path).path)
        if attributes?[.type] as? FileAttributeType == .typeRegular { found.append(path) }
      }
    }
    return found.sorted()
  }
}
