// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// The commands that create, delete, lock and unlock keychains, and change their settings and
/// passwords (Specification/security-cli.md, "Keychain administration").
///
/// The commands also lock and unlock the store, which users name `login.keychain`, by its passcode.
enum KeychainAdministration {
  static func create(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let operands = try names(options, invocation)
    let keychains = try invocation.keychains()
    let names = try invocation.keychainNames(operands, in: keychains, for: "SecKeychainCreate")
    for name in names {
      let call = "SecKeychainCreate \(name)"
      let password = try given(options, "p") { () throws(Stop) in
        try KeychainPassword.new(for: call, invocation)
      }
      do throws(KeychainError) {
        let file = try keychains.create(name, password: password)
        if try !file.isUnlockedForAll() { tellIsAlone(keychains, invocation) }
      } catch {
        return Refusal.report(error, of: call, in: invocation)
      }
    }
    return 0
  }

  /// Returns the names of the keychains to create, and asks for a name if there is no operand.
  private static func names(
    _ options: OptionReader, _ invocation: Invocation
  ) throws(Stop) -> [[UInt8]] {
    guard options.operands.isEmpty else { return options.operands }
    guard let line = invocation.terminal.nextLine(prompt: "keychain to create: "), !line.isEmpty
    else { throw .usage(message: "the keychain is missing") }
    return [line]
  }

  static func delete(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let call = "SecKeychainDelete"
    guard !options.operands.isEmpty else {
      let missing = KeychainError(.invalidKeychain, "no keychain is named")
      return Refusal.report(missing, of: call, in: invocation)
    }
    let keychains = try invocation.keychains()
    for keychain in try invocation.named(options.operands) {
      let status = run(invocation, call, on: keychain) { () throws(KeychainError) in
        switch keychain.member {
        case .store:
          throw KeychainError(
            .writePermission, "this name means the embedded store, which is no keychain file",
            context: .path(keychain.shown))
        case .authorities(let path): throw .authorities(path)
        case .file(let file): try keychains.remove(file, named: keychain.name)
        }
      }
      guard status == 0 else { return status }
    }
    return 0
  }

  static func lock(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    if options.contains(.letter("a")) {
      let keychains = try invocation.keychains()
      keychains.lockAll()
      // Without a home there is no store.
      guard keychains.places.absence == nil else { return 0 }
      return lockStore(invocation, "SecKeychainLockAll")
    }
    let keychain = try invocation.single(options.operands, for: "SecKeychainLock")
    let call = "SecKeychainLock \(keychain.shown)"
    switch keychain.member {
    case .store: return lockStore(invocation, call)
    case .authorities: return 0
    case .file(let file):
      return run(invocation, call, on: keychain) { () throws(KeychainError) in try file.lock() }
    }
  }

  /// Locks the store, which is the keychain `login.keychain`, if it has a passcode.
  ///
  /// - Parameter call: The start of the message about a failure, such as `SecKeychainLockAll`.
  private static func lockStore(_ invocation: Invocation, _ call: String) -> Int32 {
    run(invocation, call) { () throws(KeychainError) in
      guard try invocation.store.serviceIfMade()?.lockStatus().hasPasscode == true else {
        invocation.terminal.complain(
          "the store has no passcode, so it stays readable: security set-passcode sets one")
        return
      }
      try invocation.store.lock(all: false)
    }
  }

  static func unlock(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let keychain = try invocation.single(options.operands, for: "SecKeychainUnlock")
    let keychains = try invocation.keychains()
    let call = "SecKeychainUnlock \(keychain.shown)"
    let question = "password to unlock \(keychain.name ?? "default"): "
    switch keychain.member {
    case .store:
      return try StoreKeychain.unlock(
        invocation, call, question, hasArgument: options.value(.letter("p")) != nil)
    case .authorities: return 0
    case .file(let file):
      let isUnlocked: Bool
      do throws(KeychainError) { isUnlocked = try file.status().contains(.unlocked) } catch {
        // The user is not asked for the password of a file that cannot be read.
        return run(invocation, call, on: keychain) { () throws(KeychainError) in throw error }
      }
      // An unlocked keychain ignores the password, so the user is not asked for it.
      if isUnlocked, options.value(.letter("p")) == nil { return 0 }
      let password = try given(options, "p") { () throws(Stop) in
        try KeychainPassword.ask(question, for: call, invocation)
      }
      return run(invocation, call, on: keychain) { () throws(KeychainError) in
        guard try file.unlock(password), try !file.isUnlockedForAll() else { return }
        guard try file.database().timeout > 0 else {
          invocation.terminal.complain(
            "the time limit of the keychain is 0 seconds, so it is locked again")
          tellOfLimit(keychain, invocation)
          return
        }
        tellIsAlone(keychains, invocation)
      }
    }
  }

  /// Prints the reason why an unlocked keychain is unlocked for this process only.
  private static func tellIsAlone(_ keychains: Keychains, _ invocation: Invocation) {
    let obstacle = keychains.surroundings.holder.obstacle(toFurther: 1, startingAgent: true)
    KeySharingText(obstacle).tell(
      "the keychain is unlocked for this process only", on: invocation.terminal)
  }

  /// Prints the command that gives another time limit to a keychain whose limit is 0 seconds.
  private static func tellOfLimit(_ keychain: NamedKeychain, _ invocation: Invocation) {
    let name = keychain.name.map { " " + Wording.keychainWord($0) } ?? ""
    invocation.terminal.complain(
      "security set-keychain-settings -t 300 --password-fd 3\(name) 3< FILE sets another limit;"
        + " FILE has the password")
  }

  /// Runs the command `set-keychain-settings`, which sets when a keychain locks itself.
  ///
  /// A keychain whose time limit is 0 seconds is always locked. With the password from
  /// `--password-fd`, the command changes a locked keychain without unlocking it.
  static func set(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    var settings = Keychain.Settings(timeout: nil, locksOnSleep: options.contains(.letter("l")))
    if let value = options.value(.letter("t")) {
      guard let seconds = UInt32(String(decoding: value, as: UTF8.self)) else {
        throw .usage(message: "-t takes a number of seconds")
      }
      settings.timeout = seconds
    }
    let keychain = try invocation.single(options.operands, for: "SecKeychainSetSettings")
    let call = "SecKeychainSetSettings \(keychain.shown)"
    let password = try fromDescriptor(options, call, invocation)
    switch keychain.member {
    case .store:
      invocation.terminal.complain(
        "unlocking gives the store its time limit: security unlock-store --timeout seconds"
      )
      return 0
    case .authorities(let path):
      return Refusal.report(.authorities(path), of: call, in: invocation)
    case .file(let file):
      let wanted = settings
      let status = run(invocation, call, on: keychain) { () throws(KeychainError) in
        do throws(KeychainError) { try file.set(wanted, password: password) } catch {
          guard error.code == .interactionNotAllowed, (try? file.database().timeout) == 0 else {
            throw error
          }
          throw KeychainError(
            .interactionNotAllowed, "the time limit is 0 seconds, so the keychain stays locked",
            context: .path(file.path), advice: "--password-fd gives the password for this change")
        }
      }
      if status == KeychainError.Code.interactionNotAllowed.rawValue,
        (try? file.database().timeout) == 0
      {
        tellOfLimit(keychain, invocation)
      }
      return status
    }
  }

  /// Returns the password from the descriptor that `--password-fd` gives; nil without the option.
  ///
  /// - Parameter call: The start of the message about a failure: the name of Apple's function, with
  ///   the name of the keychain.
  private static func fromDescriptor(
    _ options: OptionReader, _ call: String, _ invocation: Invocation
  ) throws(Stop) -> SecretBytes? {
    guard let value = options.value(.long("password-fd")) else { return nil }
    guard let number = Int32(String(decoding: value, as: UTF8.self)), number >= 0 else {
      throw .usage(message: "--password-fd takes the number of an open descriptor")
    }
    do throws(QuestionFailure) { return try invocation.terminal.readSecret(from: number) } catch {
      throw .status(error.tell(on: invocation.terminal, option: "--password-fd", of: call))
    }
  }

  static func setPassword(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let keychain = try invocation.single(options.operands, for: "SecKeychainChangePassword")
    guard case .file(let file) = keychain.member else {
      invocation.terminal.complain(
        "the lock of the store is its passcode: security change-passcode changes it")
      return 1
    }
    let call = "error changing password for \"\(keychain.name ?? file.path)\""
    do throws(KeychainError) { _ = try file.database() } catch {
      // The user is not asked for the passwords of a file that cannot be read.
      return run(invocation, call, named: "SecKeychainChangePassword", on: keychain) {
        () throws(KeychainError) in throw error
      }
    }
    let old = try given(options, "o") { () throws(Stop) in
      try KeychainPassword.ask("Old Password: ", for: call, option: "-o", invocation)
    }
    let new = try given(options, "p") { () throws(Stop) in
      let typed = try KeychainPassword.ask("New Password: ", for: call, invocation)
      guard try KeychainPassword.ask("Retype New Password: ", for: call, invocation) == typed
      else {
        invocation.terminal.complain("try again")
        throw .status(1)
      }
      return typed
    }
    return run(invocation, call, named: "SecKeychainChangePassword", on: keychain) {
      () throws(KeychainError) in try file.changePassword(from: old, to: new)
    }
  }

  static func show(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let keychain = try invocation.single(options.operands, for: "SecKeychainCopySettings")
    switch keychain.member {
    case .store: return StoreKeychain.show(keychain, invocation)
    case .authorities:
      invocation.terminal.error("Keychain \"\(VisibleText.of(keychain.shown))\" no-timeout\n")
      return 0
    case .file(let file):
      let call = "SecKeychainCopySettings \(keychain.shown)"
      return run(invocation, call, on: keychain) { () throws(KeychainError) in
        let settings = try file.settings()
        let sleep = settings.locksOnSleep ? " lock-on-sleep" : ""
        let end = settings.timeout.map { "timeout=\($0)s" } ?? "no-timeout"
        let name = VisibleText.of(keychain.shown)
        let salt =
          options.contains(.letter("s"))
          ? " salt=\(HexText.upperCase(try file.database().salt))" : ""
        invocation.terminal.error("Keychain \"\(name)\"\(sleep) \(end)\(salt)\n")
      }
    }
  }

  /// Returns the password that an option gives, or the password that `ask` gets from the user.
  private static func given(
    _ options: OptionReader, _ letter: Character, or ask: () throws(Stop) -> SecretBytes
  ) throws(Stop) -> SecretBytes {
    if let value = options.value(.letter(letter)) { return SecretBytes(copying: value) }
    return try ask()
  }

  /// Runs a call on a keychain, and reports its failure with the name of Apple's function.
  ///
  /// - Parameters:
  ///   - call: the start of the message about a failure, usually the name of Apple's function and
  ///     the name of the keychain.
  ///   - function: the name of Apple's function in records; nil if it is the first word of `call`.
  ///   - keychain: the keychain file on which the call is recorded. Nil for a call on the store,
  ///     which makes its own record.
  static func run(
    _ invocation: Invocation, _ call: String, named function: String? = nil,
    on keychain: NamedKeychain? = nil, _ body: () throws(KeychainError) -> Void
  ) -> Int32 {
    let watch = keychain?.member.file.flatMap { file in
      invocation.watch(function ?? String(call.prefix { $0 != " " }), on: file)
    }
    do throws(KeychainError) {
      try body()
      watch?.end(nil)
      return 0
    } catch {
      invocation.terminal.flush()
      watch?.end(error)
      return Refusal.report(error, of: call, in: invocation)
    }
  }
}
