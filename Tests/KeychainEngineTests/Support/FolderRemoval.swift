// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience

/// Removes a folder of a test.
///
/// It tries again until the folder is gone. Another process that closes a store there removes its
/// log, and a removal fails if a file vanishes before its turn.
func removeFolder(_ path: String) {
  _ = Patience.wait(within: Patience.soon) {
    try? FileManager.default.removeItem(atPath: path)
    return !FileManager.default.fileExists(atPath: path)
  }
}
