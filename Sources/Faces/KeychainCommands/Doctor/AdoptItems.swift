// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import Glibc
import KeychainComposition
import KeychainExplaining
import KeychainTypes

/// The command `doctor --as PROGRAM --adopt OLD`, for a program whose identifier has changed
/// (Specification/diagnostics.md, "Application history").
///
/// The command moves the items that the program created under its earlier identifier OLD to the
/// first access group that the program has today. The items are changed in place, so that
/// references to them stay valid.
enum AdoptItems {
  static func run(_ invocation: Invocation, _ options: OptionReader) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    guard options.operands.isEmpty, let value = options.value(.long("adopt")) else {
      throw .usage(message: "--adopt takes one identifier and no other word")
    }
    let old = String(decoding: value, as: UTF8.self)
    let profile = (try? ProfileChoice.current()) ?? .dataProtection
    let heir = try PointOfView.caller(options, profile, invocation.store)
    guard !heir.seesAllGroups else {
      throw .usage(message: "--adopt needs the program that takes over the items: --as PROGRAM")
    }
    if let refusal = try OwnerProof.refusal(invocation, options) { return refusal }
    do throws(KeychainError) {
      guard let owner = try invocation.store.serviceIfMade(as: nil),
        let remembering = owner as? any Remembering
      else { throw KeychainError(.itemNotFound, "there is no store yet") }
      let group = try requireHeir(heir, of: old, remembering, profile)
      let items = try remembering.items(madeBy: old).filter { $0.group != group }
      guard !items.isEmpty else {
        terminal.output("no items of \(Wording.visible(old)) to move\n")
        return 0
      }
      list(items, to: group, terminal)
      let question = "Move \(Wording.items(items.count)) to \(Wording.visible(group))?"
      if !options.contains(.long("yes")) {
        guard Question.isAgreed(question, terminal, "doctor --adopt") else { return 1 }
      }
      return try move(items, to: group, by: owner, profile, terminal)
    } catch {
      terminal.complain("doctor --adopt: \(error)")
      return 1
    }
  }

  /// Verifies that a program may take over the items that were created under an earlier identifier.
  ///
  /// - Parameters:
  ///   - heir: The program that is to take over the items.
  ///   - old: The earlier identifier.
  /// - Returns: The access group of the program to which the items are to be moved.
  /// - Throws: An error if nothing shows that the earlier identifier belonged to this program.
  private static func requireHeir(
    _ heir: Caller, of old: String, _ remembering: any Remembering, _ profile: Profile
  ) throws(KeychainError) -> String {
    guard let group = heir.groups.first(where: { $0 != Caller.tokenGroup }) else {
      throw KeychainError(.missingEntitlement, "the program has no access group for the items")
    }
    guard old != heir.identifier else {
      throw KeychainError(.parameter, "the program already has this identifier")
    }
    guard let history = try remembering.histories().first(where: { $0.identifier == old }),
      let last = history.generations.last
    else {
      throw KeychainError(
        .itemNotFound, "the store remembers no program with this identifier",
        advice: "list the programs that it remembers: security doctor")
    }
    if let path = last.executable, unsafe access(path, X_OK) == 0,
      EmbeddedIdentity(of: ExecutablePath(path), in: profile).caller.identifier == old
    {
      throw KeychainError(
        .parameter, "the program with this identifier still exists, and keeps its items",
        context: .path(path), advice: "list its group in both entitlements files to share them")
    }
    let isSameFile = heir.executable.map { path in
      history.generations.contains { $0.executable == path }
    }
    guard isSameFile == true || !last.hasEntitlements && !heir.hasEntitlements else {
      throw KeychainError(
        .parameter, "nothing shows that both are one program: path and team do not match",
        advice:
          "list the old group in keychain-access-groups, and move the items with SecItemUpdate")
    }
    return group
  }

  private static func list(_ items: [ItemFact], to group: String, _ terminal: Terminal) {
    let wording = Wording(
      showsValues: terminal.outputIsTerminal, groups: [group], date: { _ in "" })
    for item in items.prefix(20) {
      for line in TextBlock.wrap("  " + wording.item(item), indent: "        ") {
        terminal.output(line + "\n")
      }
    }
    if items.count > 20 { terminal.output("  and \(items.count - 20) more\n") }
  }

  /// Moves items to an access group, and returns the exit status: 0 if all items were moved.
  ///
  /// An item is not moved if the group already has an item with its primary key. Standard error
  /// names these items, and the status is then 1.
  private static func move(
    _ items: [ItemFact], to group: String, by owner: StoreAccess.Service, _ profile: Profile,
    _ terminal: Terminal
  ) throws(KeychainError) -> Int32 {
    var moved = 0
    var taken: [ItemFact] = []
    for item in items {
      var query = Query(item.itemClass)
      query.references = [.identifier(item.itemClass, item.identifier)]
      do throws(KeychainError) {
        try owner.update(
          query, setting: Changes(), newGroup: .named(group), profile: profile)
        moved += 1
      } catch {
        guard error.code == .duplicateItem else { throw error }
        taken.append(item)
      }
    }
    terminal.output("\(Wording.items(moved)) moved to \(Wording.visible(group))\n")
    guard !taken.isEmpty else { return 0 }
    let names = taken.prefix(8).map { Wording.id($0.identifier) }.joined(separator: " ")
    let stay = "\(Wording.items(taken.count)) \(taken.count.are("stays", "stay"))"
    terminal.complain(
      "doctor --adopt: \(stay): the group already has an item with this primary key: " + names)
    return 1
  }
}
