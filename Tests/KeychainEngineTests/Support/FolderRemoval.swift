// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// Removes a folder of a test.
///
/// Again, until it is gone: another process that closes a store there removes its log, and what is
/// not there any more when its turn comes ends a removal.
func removeFolder(_ path: String) {
  _ = Patience.wait(within: Patience.soon) {
    try? FileManager.default.removeItem(atPath: path)
    return !FileManager.default.fileExists(atPath: path)
  }
}
