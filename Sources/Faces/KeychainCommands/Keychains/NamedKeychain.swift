// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// A keychain on which a command works, with the name that the user typed.
struct NamedKeychain {
  /// The name as the user typed it; nil if the command chose the keychain itself.
  let name: String?
  let member: Keychains.Member
  /// The error with which a search list could not be read; nil for a keychain.
  ///
  /// The value then stands for the keychains of that list, and its member has no items.
  private(set) var listFailure: KeychainError?

  init(name: String?, member: Keychains.Member) { (self.name, self.member) = (name, member) }

  /// Makes the value that stands for a search list that cannot be read.
  init(unreadList error: KeychainError) {
    (name, member, listFailure) = (nil, .authorities(path: error.pathOfFile ?? ""), error)
  }

  /// The name that the user typed, for messages; `<NULL>` if the command chose the keychain itself.
  var shown: String { name ?? "<NULL>" }

  /// True if the keychain is the store; false for a keychain file, and for the keychain with the
  /// distribution's root certificates.
  var isStore: Bool {
    guard case .store = member else { return false }
    return true
  }
}

extension Invocation {
  /// Returns the keychain files of the user.
  ///
  /// - Throws: `Stop` after a message if there is no place for keychain files.
  func keychains() throws(Stop) -> Keychains {
    do throws(KeychainError) {
      return try placedKeychains()
    } catch {
      throw .status(Refusal.report(error, of: nil, in: self))
    }
  }

  /// Returns the keychain files of the user, without a message about an error.
  ///
  /// - Throws: -25291 if there is no place for keychain files.
  func placedKeychains() throws(KeychainError) -> Keychains {
    guard let keychains = store.keychains else {
      throw KeychainError(.notAvailable, "there are no keychain files here")
    }
    if let known = store.placedKeychains { return known }
    let made = try keychains()
    store.placedKeychains = made
    return made
  }

  /// Returns the keychains that operands name, in the order of the operands.
  ///
  /// - Parameter option: the option whose values are the names, with its hyphen; nil for operands.
  func named(_ operands: [[UInt8]], of option: String? = nil) throws(Stop) -> [NamedKeychain] {
    guard !operands.isEmpty else { return [] }
    guard store.keychains != nil else {
      try KeychainOperands.check(operands, of: option, self)
      return operands.map { operand in
        NamedKeychain(name: String(decoding: operand, as: UTF8.self), member: .store)
      }
    }
    let keychains = try keychains()
    return try keychainNames(operands, in: keychains, for: "SecKeychainOpen").map { name in
      NamedKeychain(name: name, member: keychains.member(named: name))
    }
  }

  /// Returns the names that the user typed for keychains, after all of them are checked.
  ///
  /// So a command changes nothing if any of its names can mean no keychain.
  ///
  /// - Parameters:
  ///   - call: The function that a message about a name begins with.
  ///   - needsHome: False if a relative name means a path below the current directory.
  func keychainNames(
    _ operands: [[UInt8]], in keychains: Keychains, for call: String, needsHome: Bool = true
  ) throws(Stop) -> [String] {
    var names: [String] = []
    for operand in operands {
      names.append(
        try keychainName(operand, in: keychains, for: call, needsHome: needsHome))
    }
    return names
  }

  /// Returns a name that the user typed for a keychain.
  ///
  /// - Parameters:
  ///   - call: The function that a message about the name begins with.
  ///   - needsHome: False if a relative name means a path below the current directory.
  /// - Throws: `Stop` after a message, with the status -50, for a name that can mean no keychain
  ///   (`KeychainPlaces.requireName`). Every command has this status, because the mistake is in
  ///   the command line (Documentation/Decisions/keychain-names.md).
  func keychainName(
    _ operand: [UInt8], in keychains: Keychains, for call: String, needsHome: Bool = true
  ) throws(Stop) -> String {
    do throws(KeychainError) {
      return try keychains.places.name(operand, needsHome: needsHome)
    } catch {
      let shown = operand.isEmpty ? "\"\"" : String(decoding: operand, as: UTF8.self)
      throw .status(Refusal.report(error, of: "\(call) \(shown)", in: self))
    }
  }

  /// Returns the keychain that an operand names, or the default keychain without an operand.
  ///
  /// - Parameter call: The function that is named in the message if there is no default keychain.
  func single(_ operands: [[UInt8]], for call: String) throws(Stop) -> NamedKeychain {
    if let named = try named(Array(operands.prefix(1))).first { return named }
    guard store.keychains != nil else { return NamedKeychain(name: nil, member: .store) }
    let keychains = try keychains()
    do throws(KeychainError) {
      guard let member = try keychains.standard() else {
        throw KeychainError(.noDefaultKeychain, "there is no default keychain")
      }
      return NamedKeychain(name: nil, member: member)
    } catch {
      throw .status(Refusal.report(error, of: "\(call) <NULL>", in: self))
    }
  }

  /// Returns the keychain that the option `-k` names, or the default keychain without the option.
  ///
  /// - Parameter call: The function that is named in the message if there is no default keychain.
  func target(_ options: OptionReader, for call: String) throws(Stop) -> NamedKeychain {
    let names = options.value(.letter("k")).map { [$0] } ?? []
    if let named = try named(names, of: "-k").first { return named }
    return try single([], for: call)
  }

  /// Returns the keychains that a command searches: the keychains that operands name, or else the
  /// search list.
  ///
  /// A list that cannot be read comes first, with its error (`NamedKeychain.listFailure`). So the
  /// command ends with the status that it has for the errors of a search. Without a home there is
  /// no list of the user. The store then stands for the list, and its search fails with the reason.
  ///
  /// - Parameters:
  ///   - option: the option whose values are the names, with its hyphen; nil for operands.
  ///   - withAuthorities: true to include the distribution's certificates, if no keychain is named.
  ///     Reading them takes time, and only searches for certificates need them.
  func searched(
    _ operands: [[UInt8]], of option: String? = nil, withAuthorities: Bool = false
  ) throws(Stop) -> [NamedKeychain] {
    guard operands.isEmpty else { return try named(operands, of: option) }
    guard store.keychains != nil else { return [NamedKeychain(name: nil, member: .store)] }
    let keychains = try keychains()
    let lists = keychains.searchLists()
    let members = (keychains.places.absence == nil ? [] : [.store]) + lists.members
    return lists.failures.map { NamedKeychain(unreadList: $0) }
      + members.filter { withAuthorities || !$0.isAuthorities }
      .map { NamedKeychain(name: nil, member: $0) }
  }

  /// Returns the path of a keychain as commands print it.
  func path(of member: Keychains.Member) throws(KeychainError) -> String {
    switch member {
    case .store: try store.place().path
    case .authorities(let path): path
    case .file(let keychain): keychain.path
    }
  }
}

extension KeychainError {
  /// Returns the error of a command that tries to change the keychain with the root certificates
  /// of the Linux distribution.
  ///
  /// - Parameter path: The path by which commands name this keychain.
  static func authorities(_ path: String) -> KeychainError {
    KeychainError(
      .writePermission, "this keychain stands for the certificates of the distribution",
      context: .path(path))
  }
}
