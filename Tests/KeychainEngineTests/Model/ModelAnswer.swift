// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The comparable part of an answer, from the model or from the engine.
enum ModelAnswer<Name: Hashable>: Equatable {
  case done
  case refused(Int32)
  /// These items need evidence.
  case demands([Name])
  case matches([Seen])
  case count(Int)

  struct Seen: Equatable {
    let itemClass: ItemClass
    let name: Name
    /// The attributes in words, or nil if the answer has no attributes.
    var attributes: [String: String]?
    var control: AccessControl?
    var isExplicit = false
    var secret: [UInt8]?
  }
}

extension ModelAnswer {
  /// The names in order.
  var names: [Name] {
    switch self {
    case .done, .refused, .count: []
    case .demands(let names): names
    case .matches(let seen): seen.map(\.name)
    }
  }

  /// Returns the answer with other names, or nil if a name has no counterpart.
  func renamed<Other: Hashable>(_ rename: (Name) -> Other?) -> ModelAnswer<Other>? {
    switch self {
    case .done: return .done
    case .refused(let status): return .refused(status)
    case .count(let count): return .count(count)
    case .demands(let names):
      let renamed = names.compactMap(rename)
      return renamed.count == names.count ? .demands(renamed) : nil
    case .matches(let seen):
      var renamed: [ModelAnswer<Other>.Seen] = []
      for one in seen {
        guard let name = rename(one.name) else { return nil }
        renamed.append(
          ModelAnswer<Other>.Seen(
            itemClass: one.itemClass, name: name, attributes: one.attributes,
            control: one.control, isExplicit: one.isExplicit, secret: one.secret))
      }
      return .matches(renamed)
    }
  }
}

/// The event that the store reported after a transaction (Specification/sync.md, "Seams", S14).
struct ModelEvent: Equatable {
  var classes: Set<ItemClass> = []
  var count = 0
  var highestWrite: Int64 = 0
  var touchesSynchronizable = false
}

/// A refusal of the model, with its status.
struct ModelRefusal: Error {
  let status: Int32
  var demands: [Int] = []

  init(_ status: Int32) {
    self.status = status
  }

  static let parameter = ModelRefusal(-50)
  static let failed = ModelRefusal(-25293)
  static let locked = ModelRefusal(-25308)
  static let notFound = ModelRefusal(-25300)
  static let forbidden = ModelRefusal(-34018)
}
