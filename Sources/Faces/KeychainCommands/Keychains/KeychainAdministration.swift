// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// The commands that make, delete, lock and set keychains (Specification/security-cli.md, "Keychain
/// administration").
///
/// The embedded store is locked and unlocked by its passcode.
enum KeychainAdministration {
  static func create(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let names = try names(options, invocation)
    let keychains = try invocation.keychains()
    for name in names {
      let password = try given(options, "p") { () throws(Stop) in
        try KeychainPassword.new(invocation)
      }
      do throws(KeychainError) {
        _ = try keychains.create(name, password: password)
      } catch {
        return Refusal.report(error, of: "SecKeychainCreate \(name)", in: invocation)
      }
    }
    return 0
  }

  /// Returns the names of keychains to make; asks for one if no operand names any.
  private static func names(
    _ options: OptionReader, _ invocation: Invocation
  ) throws(Stop) -> [String] {
    guard options.operands.isEmpty else {
      return options.operands.map { String(decoding: $0, as: UTF8.self) }
    }
    guard let line = invocation.terminal.nextLine(prompt: "keychain to create: "), !line.isEmpty
    else { throw .usage(message: "the keychain is missing") }
    return [String(decoding: line, as: UTF8.self)]
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
      do throws(KeychainError) {
        switch keychain.member {
        case .store:
          throw KeychainError(
            .writePermission, "this name means the embedded store, which is no keychain file",
            context: .path(keychain.shown))
        case .authorities(let path): throw .authorities(path)
        case .file(let file): try keychains.remove(file)
        }
      } catch {
        return Refusal.report(error, of: call, in: invocation)
      }
    }
    return 0
  }

  static func lock(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    if options.contains(.letter("a")) {
      try invocation.keychains().lockAll()
      return lockStore(invocation, "SecKeychainLockAll")
    }
    let keychain = try invocation.single(options.operands, for: "SecKeychainLock")
    let call = "SecKeychainLock \(keychain.shown)"
    switch keychain.member {
    case .store: return lockStore(invocation, call)
    case .authorities: return 0
    case .file(let file):
      return run(invocation, call) { () throws(KeychainError) in try file.lock() }
    }
  }

  /// Locks the embedded store, if it has a passcode.
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
    let call = "SecKeychainUnlock \(keychain.shown)"
    let question = "password to unlock \(keychain.name ?? "default"): "
    switch keychain.member {
    case .store:
      return try StoreKeychain.unlock(
        invocation, call, question, hasArgument: options.value(.letter("p")) != nil)
    case .authorities: return 0
    case .file(let file):
      let isUnlocked = try? file.status().contains(.unlocked)
      // The password of an unlocked keychain is not looked at, so it is not asked for.
      if isUnlocked == true, options.value(.letter("p")) == nil { return 0 }
      guard file.exists else {
        let missing = KeychainError(.noSuchKeychain, "the keychain file does not exist")
        return Refusal.report(missing, of: call, in: invocation)
      }
      let password = try given(options, "p") { () throws(Stop) in
        try KeychainPassword.ask(question, invocation)
      }
      return run(invocation, call) { () throws(KeychainError) in
        guard try file.unlock(password), try !file.isUnlockedForAll() else { return }
        guard try file.database().timeout > 0 else {
          invocation.terminal.complain(
            "the time limit of the keychain is 0 seconds, so it is locked again")
          return
        }
        invocation.terminal.complain(
          "the kernel keeps no key here, so the keychain is unlocked for this process only: "
            + "give all commands to one security -i")
      }
    }
  }

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
      return run(invocation, call) { () throws(KeychainError) in try file.set(wanted) }
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
    let old = try given(options, "o") { () throws(Stop) in
      try KeychainPassword.ask("Old Password: ", option: "-o", invocation)
    }
    let new = try given(options, "p") { () throws(Stop) in
      let typed = try KeychainPassword.ask("New Password: ", invocation)
      guard try KeychainPassword.ask("Retype New Password: ", invocation) == typed else {
        invocation.terminal.complain("try again")
        throw .status(1)
      }
      return typed
    }
    let shown = keychain.name ?? file.path
    return run(invocation, "error changing password for \"\(shown)\"") {
      () throws(KeychainError) in try file.changePassword(from: old, to: new)
    }
  }

  static func show(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let keychain = try invocation.single(options.operands, for: "SecKeychainCopySettings")
    switch keychain.member {
    case .store: return StoreKeychain.show(keychain, invocation)
    case .authorities(let path):
      invocation.terminal.error("Keychain \"\(VisibleText.of(path))\" no-timeout\n")
      return 0
    case .file(let file):
      let call = "SecKeychainCopySettings \(keychain.shown)"
      return run(invocation, call) { () throws(KeychainError) in
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

  /// Returns the password of an option, or the password that `ask` gets from the user.
  private static func given(
    _ options: OptionReader, _ letter: Character, or ask: () throws(Stop) -> SecretBytes
  ) throws(Stop) -> SecretBytes {
    if let value = options.value(.letter(letter)) { return SecretBytes(copying: value) }
    return try ask()
  }

  /// Runs a change of a keychain, and reports its failure with the name of Apple's function.
  static func run(
    _ invocation: Invocation, _ call: String, _ body: () throws(KeychainError) -> Void
  ) -> Int32 {
    do throws(KeychainError) {
      try body()
      return 0
    } catch {
      return Refusal.report(error, of: call, in: invocation)
    }
  }
}
