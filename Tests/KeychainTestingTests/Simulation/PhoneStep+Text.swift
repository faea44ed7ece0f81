// SPDX-License-Identifier: Apache-2.0

/// A description of the step for the report of a mismatch.
extension PhoneStep: CustomStringConvertible {
  var description: String {
    let disk = fault.map { "; the disk \($0)" } ?? ""
    return "step \(number): \(words)\(disk)"
  }

  private var words: String {
    switch action {
    case .add(let item, let asking):
      "add \(item.account) \(item.protection) \(item.guarding) \(asking)"
    case .read(let account, let asking): "read \(account ?? "all") \(asking)"
    case .update(let account, let change, let asking):
      "update \(account ?? "all") to \(change) \(asking)"
    default: "\(action)"
    }
  }
}

extension PhoneAsking: CustomStringConvertible {
  var description: String {
    "(\(context.map { "context \($0)" } ?? "no context"), \(interface), \(person))"
  }
}
