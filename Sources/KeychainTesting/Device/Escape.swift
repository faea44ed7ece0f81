// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainTypes
internal import SecureMemory

extension SimulatedDevice {
  /// A call that had no device in reach and was refused for it.
  public struct Escape: Sendable {
    /// Where it came from, innermost first: file and offset of each frame, which `addr2line -Cfpe
    /// FILE OFFSET` translates, and the function's name where the file tells it.
    public let callStack: [String]
  }

  /// Writes down the calls that escape while a device lives.
  final class Witness: Sendable {
    private let seen = Lock<[Escape]>([])
    private let number = Lock<UInt64>(0)

    init() {
      CurrentInstallation.beginIsolation()
      let isolation = CurrentInstallation.witness { [seen] in
        let escape = Escape(callStack: Thread.callStackSymbols)
        seen.withLock { $0.append(escape) }
      }
      number.withLock { $0 = isolation }
    }

    var escapes: [Escape] { seen.withLock { $0 } }

    func end() {
      CurrentInstallation.endWitness(number.withLock { $0 })
      CurrentInstallation.endIsolation()
    }
  }
}
