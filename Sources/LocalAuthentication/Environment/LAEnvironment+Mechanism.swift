// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension LAEnvironment {
  /// One way to authenticate: there, but not always usable.
  ///
  /// Its content is fixed when it is made; equal by value.
  public class Mechanism: NSObject, @unchecked Sendable {
    /// Whether a policy that needs it could be evaluated.
    public let isUsable: Bool
    /// Its name for people.
    public let localizedName: String
    /// The name of its symbol.
    public let iconSystemName: String

    init(isUsable: Bool, localizedName: String, iconSystemName: String) {
      self.isUsable = isUsable
      self.localizedName = localizedName
      self.iconSystemName = iconSystemName
      super.init()
    }

    /// All that the mechanism says, to be compared.
    var content: [AnyHashable] { [isUsable, localizedName, iconSystemName] }

    /// Whether two mechanisms say the same.
    public override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? Mechanism else { return false }
      return type(of: self) == type(of: other) && content == other.content
    }

    /// The hash of what it says.
    public override var hash: Int { content.hashValue }
  }
}
