// SPDX-License-Identifier: Apache-2.0 (table)

/// The rows of the command table about the commands for the store, its backups and its passcode.
extension CommandTable {
  static let dumpKeychain = Command(
    name: "dump-keychain",
    synopsis: "[-adir] [keychain...]",
    summary: "Show all items.",
    operands: .keychains,
    hiddenLetters: "o:",
    options: {
      [
        CommandOption("-a", "show access lists, which keychain files have"),
        CommandOption("-d", "show the passwords"),
        CommandOption("-i", "change access lists: ask about each entry whether it goes"),
        CommandOption("-r", "show the encrypted data of keychain files"),
      ]
    },
    manual: """
      Prints the attributes of every item. The status is 1 whenever the command fails.
      """,
    availability: .ready(DumpKeychain.run))

  static let check = Command(
    name: "check",
    synopsis: "[--copy directory|--repair|--reseal|keychain...]",
    summary: "Open every row of the store and name the damaged ones.",
    operands: .keychains,
    isMixed: true,
    options: {
      [
        CommandOption(
          "--copy directory",
          "copy the whole store, as it is now, into a new directory, while programs go on using "
            + "it, and check the copy. The copy holds the device key: whoever has it can read the "
            + "secrets",
          brief: "copy the store into a new directory", .directories, isShown: true),
        CommandOption(
          "--repair",
          "build a new store from every whole row, and move the old files aside in its directory",
          brief: "build a new store from every whole row"),
        CommandOption(
          "--reseal",
          "accept pages that another SQLite wrote, if every row in them opens and the log is whole; "
            + "the old files move aside too",
          brief: "accept pages of another SQLite"),
      ]
    },
    manual: """
      Without an option, no file of the store changes. If a store does not open, the
      command reports the state of its files.

      The keychain files of the search list and of the folder `keychains` are checked too. Of a
      locked one, secrets and keys are not judged. The status counts their damage as the store's. If
      there are keychain files and no store, they alone are checked. With operands, only the
      keychains that they name are checked, as other commands name them.

      The status is 0 if no row is damaged, and 1 if a row of a store that opens is. A store that
      does not open has the status of its refusal. If there is no store, the status is
      50, and the command makes no store.

      Rows whose key is locked are counted and not judged. Rows of class akpu whose key went with a
      removed passcode are not damaged. They can never be read again; `rotate-keys` removes them.

      A copy holds every change that had succeeded before, and opens as a store: with
      `LATCHKEY_HOME` set to it, or put in the store's place. The copy never replaces a file. The
      directory gets its name only if the check finds no damage. Copying the files with other tools
      while a program has the store open loses data. The folders `keychains` and `preferences` and
      the trust settings come along, and the keychain files of the copy are checked: if one is
      damaged, the copy stays, and the status is 1. A keychain file elsewhere does not come along,
      and a directory, a pipe or a broken link does not. The command names them. Without a store,
      the copy has these files alone, and the command says so.

      `--repair` keeps the old files in the directory under names that begin with `aside-`. It names
      the damaged rows once more. The status is 1 if a row is lost, 0 if
      every row is kept. A log that cannot
      be read is a refusal. A store without damage stays as it is. No keychain file is repaired;
      damaged ones are named, and count for the status.

      `--reseal` accepts a store only if no row is missing. It puts a copy with right sums in the
      store's place; a refusal changes no file. `--repair` and `--reseal` need the store for
      themselves: end other programs that have it open.
      """,
    availability: .ready(CheckCommand.run))

  static let rotateKeys = Command(
    name: "rotate-keys",
    synopsis: "",
    summary: "Renew the keys of the store, which stays in use.",
    manual: """
      Makes new keys and seals every row anew under them, while other programs go on working. Prints
      the numbers of rows that were renewed and that wait. You may end it at any time: run again, it
      goes on where it was.

      The status is 1 if rows cannot be opened. They keep the old keys until `check` has shown them
      and they are repaired. A damaged page is a refusal with status 93; repair the store, then run
      the command again. If there is no store, the status is
      50, and the command makes no store.
      """,
    availability: .ready(RotateKeys.run))

  static let backup = Command(
    name: "backup",
    synopsis: "[--passphrase-fd n] file",
    summary: "Write the store to an encrypted file.",
    operands: .file,
    options: { [backupPassphrase] },
    notes: """
      A file that is there is not replaced. Items that need a passcode (akpu) or a person to
      authenticate are not in the backup. Items of this device only can come back to this store
      alone.
      """,
    manual: """
      Writes the items of all access groups. The passphrase is the file's own and is asked for twice
      on the terminal, without echo. The file has mode 0600 and is whole or absent. Items of the
      classes aku, cku and dku can come back to this store until its keys are renewed. While an item
      of the backup is locked, no backup is written. Keychain files are not in the backup: copy the
      files, as `check --copy` does.
      """,
    availability: .ready(BackupCommands.backup))

  static let restore = Command(
    name: "restore",
    synopsis: "[--passphrase-fd n] [--merge] [--dry-run] [--yes] [--no-copy] file | --undo "
      + "[--dry-run] [--yes] [--no-copy] | --forget-copy",
    summary: "Bring back a backup.",
    operands: .init(word: "file", least: 0, most: 1, values: .files),
    options: {
      [
        backupPassphrase,
        CommandOption("--merge", "remove no item; the later version of each item stays"),
        CommandOption("--dry-run", "show what would happen, and change nothing"),
        CommandOption("--yes", "do not ask"),
        CommandOption("--no-copy", "keep no copy of the store's items"),
        CommandOption("--undo", "bring back the store as it was before the last restore"),
        CommandOption("--forget-copy", "remove the copy for --undo"),
      ]
    },
    notes: """
      Items of the store that are not synchronizable are removed first, unless --merge is given. The
      command shows which items that loses, and asks you. A copy of the store stays in its directory
      until the next restore, or until the passcode or the keys change.
      """,
    manual: """
      Brings back the whole backup or, if any part is refused, nothing. Of synchronizable items the
      later version stays. Names, dates and persistent references are those of the backup. If there
      is no store, the command makes one. It prints how many items came, and how many were skipped
      and why.

      `--undo` brings back the items that the store had before the last restore, also items that no
      backup holds. It
      shows the changes and asks, as a restore does. Synchronizable items that came since stay. Run
      again, it takes back the first undoing.
      """,
    availability: .ready(RestoreCommand.run))

  static let setPasscode = Command(
    name: "set-passcode",
    synopsis: "[--passcode-fd n] [--timeout seconds]",
    summary: "Give the store a passcode.",
    options: { [passcodeSource, timeLimit] },
    manual: """
      If there is no store, the command makes one. You are asked for the passcode twice on the
      terminal, without echo. From then on items of most protection classes open only while the
      store is unlocked; see LOCKING. If you forget the passcode, they are lost.

      Every item is sealed anew under new keys, which takes some seconds for each ten thousand. If
      this is cut off, the next `unlock-store` goes on. Backups from before cannot bring back items
      of this device only any more: make a new backup. Copies of the store from before still open
      without the passcode; the command names those that lie in the store's directory.

      The command estimates the strength of the passcode from its length and its kinds of
      characters. It takes one of fewer than 2 to the power of 30 guesses too, with a line of
      advice on standard error.
      """,
    availability: .ready(PasscodeCommands.set))

  static let changePasscode = Command(
    name: "change-passcode",
    synopsis: "[--passcode-fd n] [--new-passcode-fd n] [--timeout seconds]",
    summary: "Change the passcode of the store.",
    options: {
      [
        passcodeSource,
        CommandOption(
          "--new-passcode-fd n", "read the new passcode from this open descriptor",
          brief: "read the new passcode from a descriptor"),
        timeLimit,
      ]
    },
    manual: """
      Items are not touched, and the store is unlocked afterwards. The keys do not change. If
      another person may know the old passcode and have a copy of the store, run `rotate-keys` too.
      A weak passcode gets a line of advice, as from `set-passcode`.
      """,
    availability: .ready(PasscodeCommands.change))

  static let removePasscode = Command(
    name: "remove-passcode",
    synopsis: "[--passcode-fd n]",
    summary: "Remove the passcode of the store.",
    options: { [passcodeSource] },
    notes: """
      Items that need a passcode (akpu) are lost with it for ever.
      """,
    availability: .ready(PasscodeCommands.remove))

  static let lockStore = Command(
    name: "lock-store",
    synopsis: "[--all] [--follow-session]",
    summary: "Lock the store: forget its keys.",
    options: {
      [
        CommandOption(
          "--all",
          "forget the keys that stay after the first unlock too, as when the machine restarts",
          brief: "forget the keys that stay after the first unlock too"),
        CommandOption(
          "--follow-session",
          "run until ended, and lock whenever the screen is locked, the machine goes to sleep or "
            + "the session ends; does not unlock",
          brief: "lock with the screen, until ended"),
      ]
    },
    manual: """
      Locks the store for all programs of the user within a second, however idle they are. A store
      without a passcode cannot be locked, and the status is 206.

      `--follow-session` runs until a signal ends it. It locks whenever the screen is locked, the
      machine goes to sleep or is shut down, or the last session of the user ends, and prints a line
      each time. A shutdown, and the end of a session whose user does not linger, lock as with
      `--all`. When the screen is opened again, the store stays locked until its passcode is given.
      While the command runs, a newly enrolled finger ends the items that are bound to the fingers
      of before. It needs `latchkey-prompt`. Without logind and a screen saver it hears of nothing
      and never locks.
      """,
    availability: .ready(LockCommands.lock))

  static let unlockStore = Command(
    name: "unlock-store",
    synopsis: "[--passcode-fd n] [--timeout seconds]",
    summary: "Unlock the store with its passcode.",
    options: { [passcodeSource, timeLimit] },
    manual: """
      Unlocks the store for all programs of the user, until it is locked or the time is over. At a
      terminal you may correct a wrong passcode twice.
      """,
    availability: .ready(LockCommands.unlock))

  static let lockStatus = Command(
    name: "lock-status",
    synopsis: "",
    summary: "Show whether the store is locked.",
    manual: """
      Shows whether there is a passcode, whether the store is locked, which classes are available,
      when the store locks itself, and how many wrong passcodes were typed. Wrong passcodes that
      programs handed in, as from a descriptor, are counted apart and shown if there are any.
      """,
    availability: .ready(LockCommands.status))

  // MARK: Options of several commands

  private static let passcodeSource = CommandOption(
    "--passcode-fd n",
    "read the passcode from this open descriptor, up to its end, instead of asking on the "
      + "terminal; one line end (LF, CR LF, CR) is dropped",
    brief: "read the passcode from a descriptor")
  private static let timeLimit = CommandOption(
    "--timeout seconds",
    "the store locks itself after this time; 0 for no limit, 28800 (a working day), if it is not "
      + "given",
    brief: "time after which the store locks itself", isShown: true)
  private static let backupPassphrase = CommandOption(
    "--passphrase-fd n",
    "read the passphrase of the backup from this open descriptor, up to its end, instead of asking "
      + "on the terminal; one line end (LF or CR LF) is dropped",
    brief: "read the passphrase from a descriptor")
}
