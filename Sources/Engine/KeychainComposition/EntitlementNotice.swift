// SPDX-License-Identifier: Apache-2.0
import Foundation
package import KeychainTypes
import SecureMemory

/// Explains the status -34018 (missing entitlement) once per process, on standard error.
///
/// The explanation names the file that lists the program's access groups
/// (Documentation/Guides/entitlements.md).
package enum EntitlementNotice {
  private static let wasTold = Lock(false)

  /// Writes a notice to standard error if the error has the status -34018 (missing entitlement).
  ///
  /// Only the first error of the process with this status is explained. Writes nothing while a
  /// test's installation (its service and caller) is active, because the test then chooses the
  /// access groups.
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
      line += isThere ? "; the access groups come from \(file)" : "; there is no file \(file)"
    }
    return line
  }
}
