// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Keeps the trust settings of files that have not changed since they were read.
final class TrustSettingsCache: Sendable {
  /// The instance that the whole process shares.
  static let shared = TrustSettingsCache()

  private struct Kept: Sendable {
    let stamp: AnchorFile.Stamp
    let settings: TrustSettings
  }

  /// The settings of a file are kept only if the file's last change is more than this many seconds
  /// ago.
  ///
  /// Two changes within one tick of the clock may leave equal stamps (`AnchorFile.Stamp`). The
  /// second change would then not be noticed.
  private static let certainAge = 2

  private let kept = Lock<[String: Kept]>([:])

  /// Returns the settings in a file, which is read only if it has changed.
  ///
  /// - Throws: the errors of `TrustSettingsFile.read`.
  func settings(in file: TrustSettingsFile) throws(KeychainError) -> TrustSettings {
    // The stamp of a link is not the stamp of its target. So `read` sees each link, and refuses it.
    guard let stamp = AnchorFile.stampOfLink(file.path) else { return try file.read() }
    if let known = kept.withLock({ $0[file.path] }), known.stamp == stamp { return known.settings }
    let settings = try file.read()
    let isCertain = stamp.times[2] + Self.certainAge < time(nil)
    if isCertain, AnchorFile.stampOfLink(file.path) == stamp {
      kept.withLock { $0[file.path] = Kept(stamp: stamp, settings: settings) }
    }
    return settings
  }
}
