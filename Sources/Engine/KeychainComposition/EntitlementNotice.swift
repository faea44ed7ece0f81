// SPDX-License-Identifier: Apache-2.0
import Foundation
package import KeychainTypes
import SecureMemory

/// Tells who runs a program why its calls answer -34018, which says so little: once, on standard
/// error, with the file that its groups come from (Documentation/Guides/entitlements.md).
package enum EntitlementNotice {
  private static let wasTold = Lock(false)

  /// Tells it, unless the error is another one, it was told before, or a test has chosen who calls.
  package static func tell(_ error: KeychainError, _ profile: Profile) {
    guard error.code == .missingEntitlement,
      let file = ServiceChoice.entitlementsFile(in: profile),
      wasTold.withLock({ (wasTold: inout Bool) in
        defer { wasTold = true }
        return !wasTold
      })
    else { return }
    ProgramNotice.tell(line(error, file))
  }

  private static func line(_ error: KeychainError, _ file: String) -> String {
    var line = "latchkey: \(error)"
    if error.context != .path(file) {
      let isThere = FileManager.default.fileExists(atPath: file)
      line += isThere ? "; the groups are those of \(file)" : "; \(file) is not there"
    }
    return line
  }
}
