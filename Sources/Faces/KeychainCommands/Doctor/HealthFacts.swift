// SPDX-License-Identifier: Apache-2.0
package import KeychainExplaining
package import KeychainTypes
package import SecureMemory

/// The facts that `security doctor` collects before it judges them (Specification/diagnostics.md,
/// "security doctor").
///
/// The examined program is the program that the user names by `--as` or `LATCHKEY_EXPLAIN_AS`. If
/// the user names no program, `security` itself is examined.
package struct HealthFacts: Sendable {
  /// Facts about the store: its directory, its files and its content.
  package struct Store: Sendable {
    package var path = ""
    /// The name of the environment variable that determines the store's directory.
    ///
    /// Nil if the directory is the default in the home directory.
    package var chosenBy: String?
    /// True if the store exists: at least one of its files is in the directory.
    package var isMade = false
    /// The nine permission bits of the store's directory; nil if they cannot be read.
    package var mode: UInt32?
    /// The name of the other user who owns the store's directory; nil if the user of this process
    /// owns it.
    package var otherOwner: String?
    /// The type of the file system on which the store's directory is, for example "ext4".
    ///
    /// Nil if the type is not known.
    package var fileSystem: String?
    /// The kind of temporary file system that the store is on, for example "tmpfs".
    ///
    /// Nil if the file system is not temporary.
    package var temporary: String?
    package var freeBytes: Int64?
    /// The reason why this process cannot write into the store's directory; nil if the process can
    /// write.
    package var notWritable: Obstacle?
    /// True if a file or another object that is not a directory is at the path of the store.
    package var isNoDirectory = false
    /// The files of the store with wrong permission bits.
    ///
    /// Other users can use these files, or the owner cannot.
    package var wrongModes: [FileMode] = []
    /// True if the directory lacks `device.key` or `store.db`, which every store has.
    package var missingFiles = false
    /// The number of items of all programs in the store; nil if the items could not be counted.
    package var itemCount: Int?
    /// A text about damage of a keybag file; nil if no keybag file is damaged.
    ///
    /// A keybag file contains the wrapped keys of the store. The store has two keybag files. If
    /// only one of them is damaged, the store uses the other file.
    package var keybagFlaw: String?
    /// True if items are encrypted with keys that are older than the passcode of the store.
    ///
    /// An older copy of the keybag (the file with the store's keys) opens these keys without the
    /// passcode.
    package var hasKeysFromBeforePasscode = false
    /// The names of old keybag files (files with keys) that repairs have kept in the store's
    /// directory.
    package var keybagsAside: [String] = []
    /// The error that stopped `doctor` when it read the content of the open store.
    ///
    /// Nil if all content could be read.
    package var unreadable: KeychainError?
    /// Descriptions of the damaged parts of the database file; empty if no damage was found.
    ///
    /// To find damage, `doctor` reads every page of the file.
    package var damagedParts: [String] = []
    package var format: Int?
    /// The paths of other directories that contain a store of this user.
    package var others: [String] = []
    /// The error with which opening the store failed; nil if the store opens.
    package var refusal: KeychainError?
    /// The number of seconds by which the time of the newest change is later than the system's
    /// clock.
    ///
    /// 0 or negative if the newest change is in the past.
    package var aheadSeconds: Int64 = 0

    package init() {}
  }

  /// The path of a file of the store, and its nine permission bits.
  package struct FileMode: Sendable {
    package let path: String
    package let mode: UInt32

    package init(path: String, mode: UInt32) {
      self.path = path
      self.mode = mode
    }
  }

  /// The reason why this process cannot write into the store's directory.
  package enum Obstacle: Equatable, Sendable {
    case readOnlyDisk
    case mode
    /// Another reason, in the words of the system's message for an error number (`errno`).
    case other(String)
  }

  /// The daemon whose socket the environment variable `LATCHKEY_SOCKET` names.
  package struct Daemon: Sendable {
    package let path: String
    /// The reason why the daemon does not answer calls, in words that end a message.
    package let refusal: String

    package init(path: String, refusal: String) {
      self.path = path
      self.refusal = refusal
    }
  }

  /// The trace file that `LATCHKEY_TRACE` names, into which programs record their calls.
  package struct Trace: Sendable {
    package let path: String
    package let bytes: Int64
    package let showsValues: Bool
    /// The last failed calls in the trace file, the newest first.
    ///
    /// Each is a text like "SecItemAdd -25299 K102": function, status and codes of findings.
    package let failures: [String]

    package init(path: String, bytes: Int64, showsValues: Bool, failures: [String]) {
      self.path = path
      self.bytes = bytes
      self.showsValues = showsValues
      self.failures = failures
    }
  }

  /// Facts about how well the system protects secrets in the memory of a process.
  package struct Memory: Sendable {
    /// The number of bytes of memory that a process may lock, so that they are never swapped to
    /// disk.
    ///
    /// Nil if there is no limit.
    package var lockable: UInt64?
    package var hasSwap = false
    /// The protections of secrets in memory that the system has refused to this process.
    ///
    /// Empty if secrets in memory have every protection.
    package var weakness: MemoryWeakness = []
    /// The value of the system setting `kernel.yama.ptrace_scope`, which limits debuggers.
    ///
    /// Nil if the system does not have this setting.
    package var traceScope: Int?

    package init() {}
  }

  package var version = ""
  package var daemon: Daemon?
  package var store = Store()
  package var caller = Caller(identifier: "", groups: [])
  /// The store's history of the program examined by `doctor`; nil if the store does not remember
  /// the program.
  package var history: ApplicationHistory?
  /// The access groups that the program examined by `doctor` had earlier and lacks today.
  ///
  /// Each comes with the items that the program created in the group.
  package var leftBehind: [FormerAccess.Place] = []
  /// Other programs whose executable files are gone, with the items that they created.
  ///
  /// Only programs without entitlements are listed. Without entitlements, the identifier of a
  /// program is the name of its executable file.
  package var gone: [FormerAccess.Place] = []
  /// The items that the program examined by `doctor` created before it was removed and installed
  /// again.
  ///
  /// Nil if the store has no such items.
  package var installation: FormerInstallation?
  /// The store, other than the present store, in which the program examined by `doctor` was last
  /// seen.
  ///
  /// Nil if the program was seen in no other store.
  package var otherStore: OtherStore?
  /// Messages about lines of the settings files that Latchkey does not understand, each like
  /// "/etc/…: line 3: …".
  package var settingsMistakes: [String] = []
  /// The number of programs of which the store keeps a history.
  ///
  /// 0 if `doctor` examines a single program.
  package var rememberedCount = 0
  /// The identifiers of the programs of which the store keeps a history.
  ///
  /// Empty if `doctor` examines a single program. Also empty if the store has a passcode and the
  /// user has not proved to be the owner of the store.
  package var remembered: [String] = []
  /// The items that the program examined by `doctor` may see.
  package var items: [ItemSummary] = []
  package var lock: LockStatus?
  /// True if the device key, which protects all other keys, is a file in the store's directory.
  package var deviceKeyIsFile = false
  /// True if this process can ask the user to authenticate, for example by the passcode.
  package var canPrompt = false
  package var profile = Profile.dataProtection
  /// The environment variables whose names begin with `LATCHKEY_`, with their values and effects.
  ///
  /// The effect is nil if Latchkey does not know the variable.
  package var variables: [(name: String, value: String, effect: String?)] = []
  /// The valid values for each environment variable of Latchkey whose value is not valid.
  ///
  /// The key is the name of the variable. The value is a text that lists the valid values.
  package var misunderstood: [String: String] = [:]
  package var trace: Trace?
  /// The last failed calls that the setting `last-failures` has recorded, the newest first.
  ///
  /// Nil if the settings do not record failed calls. Also nil if `LATCHKEY_TRACE` names a single
  /// trace file.
  package var keptFailures: [String]?
  package var memory = Memory()
  package var keychains = KeychainHealth()
  package var wording: Wording

  package init(_ wording: Wording) { self.wording = wording }

  /// True if the variable `LATCHKEY_PROFILE` names a profile that does not exist.
  ///
  /// Every keychain call of a program then fails.
  var hasNoProfile: Bool { misunderstood["LATCHKEY_PROFILE"] != nil }

  /// The text that a check prints if it needs an open store but the store does not open.
  ///
  /// Nil if the store opens, or if no store exists.
  var unknown: String? {
    let isShut = store.refusal != nil || store.isNoDirectory || hasNoProfile || daemon != nil
    return isShut ? "not known: the store does not open" : nil
  }
}
