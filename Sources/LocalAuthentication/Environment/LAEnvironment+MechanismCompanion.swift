// SPDX-License-Identifier: Apache-2.0
public import Foundation
import KeychainTypes

extension LAEnvironment {
  /// The paired devices of one type.
  public final class MechanismCompanion: Mechanism, @unchecked Sendable {
    /// The type.
    public let type: LACompanionType
    /// Stands for the pairing.
    public let stateHash: Data?

    init(_ type: CompanionType, _ asked: BoundAuthenticator) {
      self.type = LACompanionType(type)
      stateHash = asked.domainState(.companion(type)).map { Data($0) }
      let (name, icon) =
        switch type {
        case .watch: ("Watch", "applewatch")
        case .mac: ("Mac", "desktopcomputer")
        case .vision: ("Vision", "visionpro")
        }
      // That one is paired is what the preflight asks for; in reach it may be or not.
      super.init(isUsable: true, localizedName: name, iconSystemName: icon)
    }

    override var content: [AnyHashable] { super.content + [type, stateHash] }
  }
}
