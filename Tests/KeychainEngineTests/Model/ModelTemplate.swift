// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainEngine
import KeychainTypes

/// An empty store, made once and copied for each sequence, since creation is expensive.
///
/// The store is on a file system in memory if there is one, since a fsync there costs nothing.
enum ModelTemplate {
  private static let directory: Result<String, any Error> = Result {
    let path = try fresh()
    atexit { if let path = try? ModelTemplate.directory.get() { ModelTemplate.remove(path) } }
    _ = try Engine.open(
      StoreLocation(directory: path),
      environment: Environment(clock: TestClock(), randomness: SeededRandomness(seed: 1)))
    return path
  }

  private static let base: String =
    FileManager.default.isWritableFile(atPath: "/dev/shm")
    ? "/dev/shm" : FileManager.default.temporaryDirectory.path

  private static func fresh() throws -> String {
    let path = base + "/latchkey-model-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return path
  }

  private static func remove(_ path: String) {
    removeFolder(path)
  }

  /// Makes a new directory with the empty store in it, and returns its path.
  static func copy() throws -> String {
    let template = try directory.get()
    let path = try fresh()
    for name in try FileManager.default.contentsOfDirectory(atPath: template) {
      try FileManager.default.copyItem(atPath: template + "/" + name, toPath: path + "/" + name)
    }
    return path
  }
}
