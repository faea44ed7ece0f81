// SPDX-License-Identifier: Apache-2.0
package import KeychainExplaining
package import KeychainTypes
package import SecureMemory

/// Everything that `security doctor` looks at, before anything is made of it
/// (spec/diagnostics.md 1.3).
package struct HealthFacts: Sendable {
  /// The directory of the store, as the system tells of it.
  package struct Store: Sendable {
    package var path = ""
    /// The variable that chose it; nil where nothing but the account did.
    package var chosenBy: String?
    /// Whether anything of a store is there.
    package var isMade = false
    /// The nine bits of its mode; nil where it cannot be looked at.
    package var mode: UInt32?
    /// Who owns it, where that is somebody else.
    package var otherOwner: String?
    /// The kind of its file system, as "ext4".
    package var fileSystem: String?
    /// What takes the file system away with it, as "tmpfs"; nil where nothing does.
    package var temporary: String?
    package var freeBytes: Int64?
    /// Why nothing can be written there.
    package var notWritable: Obstacle?
    /// Whether something else than a directory is where it should be.
    package var isNoDirectory = false
    /// Its files whose mode keeps it from being opened.
    package var wrongModes: [FileMode] = []
    /// Whether a file is missing that no store is without.
    package var missingFiles = false
    /// How many items it has, whoever may see them; nil where nobody could count them.
    package var itemCount: Int?
    /// What is wrong with one of the two files of the keybag, while the other one serves.
    package var keybagFlaw: String?
    /// Whether rows have keys that a keybag of before the passcode opens too.
    package var hasKeysFromBeforePasscode = false
    /// The keybags that repairs have kept, by name.
    package var keybagsAside: [String] = []
    /// Why not all of it can be read, though it opens.
    package var unreadable: KeychainError?
    /// The damage that reading every page of the file met, as words.
    package var damagedParts: [String] = []
    package var format: Int?
    /// Other directories with a store.
    package var others: [String] = []
    /// Why it does not open.
    package var refusal: KeychainError?
    /// How far the time of its newest change is ahead of the clock, in seconds.
    package var aheadSeconds: Int64 = 0

    package init() {}
  }

  /// A file of the store and the nine bits of its mode.
  package struct FileMode: Sendable {
    package let path: String
    package let mode: UInt32

    package init(path: String, mode: UInt32) {
      self.path = path
      self.mode = mode
    }
  }

  /// What stands in the way of changes to the directory.
  package enum Obstacle: Equatable, Sendable {
    case readOnlyDisk
    case mode
    /// The system's words.
    case other(String)
  }

  /// Who listens at LATCHKEY_SOCKET.
  package struct Daemon: Sendable {
    package let path: String
    /// Why nobody answers there.
    package let refusal: String

    package init(path: String, refusal: String) {
      self.path = path
      self.refusal = refusal
    }
  }

  /// A file that calls are traced into.
  package struct Trace: Sendable {
    package let path: String
    package let bytes: Int64
    package let showsValues: Bool
    /// The last calls that failed, newest first, as "SecItemAdd -25299 K102".
    package let failures: [String]

    package init(path: String, bytes: Int64, showsValues: Bool, failures: [String]) {
      self.path = path
      self.bytes = bytes
      self.showsValues = showsValues
      self.failures = failures
    }
  }

  /// What the system does for secrets in memory, and lets other programs do to them.
  package struct Memory: Sendable {
    /// How much may be kept from swap, in bytes; nil for no limit.
    package var lockable: UInt64?
    package var hasSwap = false
    /// The protections that the system has refused to memory for secrets in this process.
    package var weakness: MemoryWeakness = []
    /// The setting of `kernel.yama.ptrace_scope`; nil where there is none.
    package var traceScope: Int?

    package init() {}
  }

  package var version = ""
  package var daemon: Daemon?
  package var store = Store()
  package var caller = Caller(identifier: "", groups: [])
  /// What the store remembers of the program; nil where it remembers nothing.
  package var history: ApplicationHistory?
  /// What the program made in groups that it has no more.
  package var leftBehind: [FormerAccess.Place] = []
  /// Programs without entitlements whose files are gone, with what they left.
  package var gone: [FormerAccess.Place] = []
  /// What it left when it was removed, and has come back to.
  package var installation: FormerInstallation?
  /// A store in which the program was seen later than in this one.
  package var otherStore: OtherStore?
  /// What is not understood in the files of settings, as "/etc/…: line 3: …".
  package var settingsMistakes: [String] = []
  /// How many programs the store remembers, where its owner's tool asks.
  package var rememberedCount = 0
  /// Their names, for the owner.
  package var remembered: [String] = []
  /// The items that the caller sees.
  package var items: [ItemSummary] = []
  package var lock: LockStatus?
  /// Whether the device key is a file beside the store.
  package var deviceKeyIsFile = false
  /// Whether a person can be asked here.
  package var canPrompt = false
  package var profile = Profile.dataProtection
  /// The `LATCHKEY_` variables that are set, with what they do; nil where none has that name.
  package var variables: [(name: String, value: String, effect: String?)] = []
  /// Variables whose values mean nothing, with what they may be set to.
  package var misunderstood: [String: String] = [:]
  package var trace: Trace?
  /// The last calls that failed, newest first, where the settings have them kept; nil where not.
  package var keptFailures: [String]?
  package var memory = Memory()
  package var wording: Wording

  package init(_ wording: Wording) { self.wording = wording }

  /// Whether the environment names a profile that is not there: no call is made under such a one.
  var hasNoProfile: Bool { misunderstood["LATCHKEY_PROFILE"] != nil }

  /// What is said of all that only an open store tells; nil where it opens, or none is there.
  var unknown: String? {
    let isShut = store.refusal != nil || store.isNoDirectory || hasNoProfile || daemon != nil
    return isShut ? "not known: the store does not open" : nil
  }
}
