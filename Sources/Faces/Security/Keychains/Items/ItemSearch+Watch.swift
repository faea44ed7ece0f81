// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainComposition
import KeychainExplaining
import KeychainTypes

/// Records searches for passwords if calls are being traced (Specification/diagnostics.md, "Tracing
/// a running program").
extension ItemSearch {
  /// Finds the first password with the given attributes, and passes it to `body`.
  ///
  /// - Parameters:
  ///   - function: the name of the function that the program called.
  ///   - wantsSecret: true if the call reads the secret.
  /// - Throws: -25300 if no password is found; the errors of `body`.
  func first(
    _ values: RecordValues, for function: String, wantsSecret: Bool,
    _ body: (SecKeychainItem) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let watch = watch(values, function, wantsSecret: wantsSecret)
    do throws(KeychainError) {
      try body(first(values))
    } catch {
      watch?.end(error)
      throw error
    }
    watch?.end(nil)
  }

  private func watch(
    _ values: RecordValues, _ function: String, wantsSecret: Bool
  ) -> KeychainCallWatch? {
    let members = keychains.map(\.member)
    let itemClass: ItemClass? =
      switch values.relation.id {
      case Relation.genericPasswords.id: .genericPassword
      case Relation.internetPasswords.id: .internetPassword
      default: nil
      }
    guard let itemClass, members.contains(where: { $0.file != nil }),
      let all = try? KeychainChoice.current()
    else { return nil }
    var asked = AskedFact()
    asked.query = Query(itemClass, [], limit: .one)
    return KeychainCallWatch(
      .copyMatching, function, asked,
      describing: { shape in
        shape.pairs = Self.pairs(values, itemClass)
      },
      rehearse: {
        var rehearsal = KeychainRehearsal(
          values.relation, values.terms, for: wantsSecret ? .decrypt : nil,
          as: all.surroundings.client)
        (rehearsal.canAsk, rehearsal.mayAsk) = (all.surroundings.canAsk, all.surroundings.mayAsk)
        return all.rehearse(rehearsal, in: members, isNamed: isNamed) {
          // The rehearsal does not search the embedded store. If the store decides, `end` replaces
          // this answer by the outcome of the call.
          (0, KeychainError(.itemNotFound, "nothing matches"))
        }
      })
  }

  /// Returns the pairs of the `SecItem` dictionary that would make an equal search, without the
  /// values of attributes.
  private static func pairs(_ values: RecordValues, _ itemClass: ItemClass) -> [CallFacts.Pair] {
    let itemClass = CallFacts.Pair(
      key: "class", kind: .constant, length: nil, value: itemClass.rawValue, effect: .filter)
    return [itemClass]
      + values.terms.map { term in
        let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: term.attribute >> $0) }
        let isLabel = term.attribute == Relation.printName
        var (kind, length) = (CallFacts.Pair.Kind.number, Int?.none)
        var digest: UInt32?
        if case .bytes(let bytes) = term.value {
          (kind, length) = (.text, bytes.count)
          if bytes.count <= ValueDigest.longest { digest = ValueDigest.ofThisProcess(bytes) }
        }
        return CallFacts.Pair(
          key: isLabel ? Attribute.label.name : String(decoding: letters, as: UTF8.self),
          kind: kind, length: length, value: nil, effect: .filter,
          digest: digest)
      }
  }
}
