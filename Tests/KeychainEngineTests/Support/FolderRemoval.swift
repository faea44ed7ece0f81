// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Removes a folder of a test.
///
/// Again, until it is gone: another process that closes a store there removes its log, and what is
/// not there any more when its turn comes ends a removal.
func removeFolder(_ path: String) {
  for _ in 0..<500 {
    try? FileManager.default.removeItem(atPath: path)
    guard FileManager.default.fileExists(atPath: path) else { return }
    usleep(10_000)
  }
}
