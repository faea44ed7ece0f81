// SPDX-License-Identifier: Apache-2.0
import KeychainComposition
import KeychainEngine
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Has the store of this user take notice of a program when it makes its first call
/// (spec/diagnostics.md 9).
enum SessionStart {
  /// The engine that has taken notice, by its address: another one is a forked child's, or was
  /// opened on a store that came in the place of the first.
  private static let noticed = Lock<UInt>(0)

  /// A look behind a lock that nobody holds for longer, for each call but the first.
  static func notice(_ service: ServiceChoice.Service) {
    guard let session = service as? Session else { return }
    let engine = UInt(bitPattern: ObjectIdentifier(session.engine))
    let isNew = noticed.withLock { (known: inout UInt) -> Bool in
      // A rehearsal, or a store of tests, is no start of the program.
      guard known != engine, CurrentInstallation.installed == nil else { return false }
      known = engine
      return true
    }
    guard isNew, isOn else { return }
    session.notice()
  }

  /// Whether anything may be remembered: `LATCHKEY_REGISTRY=off` forbids it.
  private static var isOn: Bool { ProcessVariable.value(of: "LATCHKEY_REGISTRY") != "off" }
}
