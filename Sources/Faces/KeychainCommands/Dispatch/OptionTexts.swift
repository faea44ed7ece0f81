// SPDX-License-Identifier: Apache-2.0 (table)

/// The explanations of options that stand behind a command's usage line.
extension CommandTable {
  static let genericFilters = """

        -a  account
        -c  creator, four characters
        -C  type, four characters
        -D  kind
        -G  generic attribute
        -j  comment
        -l  label
        -s  service
        --access-group GROUP  only in this access group
    """

  static let internetFilters = """

        -a  account
        -c  creator, four characters
        -C  type, four characters
        -d  security domain
        -D  kind
        -j  comment
        -l  label
        -p  path
        -P  port
        -r  protocol, four characters ("htps")
        -s  server
        -t  authentication type, four characters ("dflt")
        --access-group GROUP  only in this access group
    """

  static let findOptions = """

        -g  show the password too, on standard error
        -w  show the password only, on standard output
    """

  static let genericAddOptions =
    """

        -a  account (required)
        -s  service (required)
        -c  creator, four characters
        -C  type, four characters
        -D  kind
        -G  generic attribute
        -j  comment
        -l  label; the service, if not given
        -p  the same as -w, for old scripts
    """ + secretOptions

  static let internetAddOptions =
    """

        -a  account (required)
        -s  server (required)
        -c  creator, four characters
        -C  type, four characters
        -d  security domain
        -D  kind
        -j  comment
        -l  label; the server, if not given
        -p  path
        -P  port
        -r  protocol, four characters ("htps")
        -t  authentication type, four characters; "dflt", if not given
    """ + secretOptions

  private static let secretOptions = """

        -w  password. As the last option without a value: read from standard input,
            if that is a pipe (one line, or the same line twice); else
            asked for on the terminal
        -X  password in hexadecimal
        --password-fd N  password from an open descriptor, up to its end; one
            newline at the end is dropped. It does not show in the list of
            processes, as the values of -w and -X do
        --access-group GROUP  add to this access group
        -A, -T path  accepted without effect: there are no access lists yet
        -U  change the item if it is there; what is not given stays as it is
    """

  static let dumpOptions = """

        -a  show access lists (there are none yet)
        -d  show the passwords
        -i  accepted as -a
        -r  accepted without effect
    """

  private static let passcodeSource = """

        --passcode-fd N  passcode from an open descriptor, up to its end, instead of
            a question on the terminal; one line end (LF, CR LF, CR) is dropped
    """

  private static let timeLimit = """

        --timeout SECONDS  the store locks itself after so long; 0 for never, 28800
            (a working day) if not given
    """

  static let setPasscodeOptions = passcodeSource + timeLimit
  static let unlockOptions = passcodeSource + timeLimit

  static let changePasscodeOptions =
    passcodeSource + """

          --new-passcode-fd N  the same for the new passcode
      """ + timeLimit

  static let removePasscodeOptions =
    passcodeSource + """

      Items that need a passcode (akpu) are gone with it for ever.
      """

  private static let passphraseSource = """

        --passphrase-fd N  passphrase of the backup from an open descriptor, up to
            its end, instead of a question on the terminal; one line end (LF or
            CR LF) is dropped
    """

  static let backupOptions =
    passphraseSource + """

      A file that is there is not replaced. Items that need a passcode (akpu) or
      somebody to be there are not in it; those of this device only come back to this
      store alone.
      """

  static let restoreOptions =
    passphraseSource + """

          --merge    remove nothing; what the backup has later comes to the store
          --dry-run  say what would happen, and change nothing
          --yes      do not ask
          --no-copy  keep no copy of what the store has
          --undo     bring back what was there before the last restore
          --forget-copy  remove the copy for --undo

      Items of the store that are not synchronizable are removed before, unless
      --merge is given. What that loses is shown, and you are asked. A copy of the
      store stays in its directory until the next restore, or until the passcode or
      the keys change.
      """

  static let lockOptions = """

        --all  forget what stays after the first unlock too, as when the machine
            restarts
        --follow-session  run until ended, and lock whenever the screen is locked,
            the machine goes to sleep or the session ends; does not unlock
    """

  static let checkOptions = """

        --copy DIRECTORY  copy the whole store, as it is now, into a new directory,
            while programs go on using it; the copy is checked. It holds the device
            key: whoever has the copy has the secrets
        --repair  build a new store from every row that is whole, and move the old
            files aside, in the same directory
        --reseal  accept pages that another SQLite wrote, if every row in them opens
            and the log is whole; the old files go aside too
    """

  static let doctorOptions = """

        --as         look with the eyes of a program
        --checklist  what the trace of LATCHKEY_TRACE proves of the program of --as
        --json       one JSON object
        --all        findings of severity info too
        --adopt    move the items that the program made under an earlier identifier
            and does not see any more to its first group (with --as)
        --forget-history  forget what the store remembers of a program, or of all,
            and end
        --yes      without the question before either
        --owner    name the programs that the store remembers; asks for its passcode
        --passcode-fd  read the passcode from this descriptor (--adopt,
            --forget-history, --owner)
    """

  static let dumpItemsOptions = """

        class   genp, inet, cert or keys; all, if none is given
        attr    as explain takes it: svce=AYS, kSecAttrService=AYS, -s AYS
        --compare  say of each item which of these values it has: acct=ann,svce=AYS
        --as    the items that a program may see; LATCHKEY_EXPLAIN_AS names one for
            all
        --sort  attribute to sort by
        --wide  do not cut the table to 80 columns
        --json  one JSON object
        --names, --values  hide or show values of attributes; shown by themselves
            only on a terminal
        --owner  all items, also with LATCHKEY_EXPLAIN_AS; asks for the passcode
        --passcode-fd  read it from this descriptor
    """

  static let explainOptions = """

        attr       acct, account or kSecAttrAccount; attr:n=5 is a number, :b=true a
            Boolean, :x=0a0b data, :d=2024-01-31T10:00:00Z a date; a secret is never
            given: add assumes one. Also taken: -s AYS -a ann, as the commands for
            passwords have it, and a dictionary of a program in one word
        --set      changes of an update: attr=value,...; data alone is a new secret
        --return   data, attributes, ref, persistent-ref
        --limit    one, all or a number
        --skip, --fail  what the call says about prompts
        --as, --app  the program, or the identifier, to explain for; without them
            each program that the store knows, and in full one that fails
        --if       locked, before-first-unlock, unlocked, background, headless,
            no-passcode
        --profile  dataProtection, ios or quirks
        --no-class, --no-data  without kSecClass; an add without a secret
        --names, --values   hide or show values of attributes; shown by themselves
            only on a terminal
        --json     one line of JSON
        --all      findings of severity info too
        explain K209 prints the article of a finding, explain K2 all that begin so,
            explain -25300, 25300, errSecItemNotFound or exit status 44 those that
            tell the causes of a status.
        --item     the item that dump-items shows by this identifier
        --with     do the two programs share a group, or the one of agrp=...?
        --last, --call  the last call, or N, that failed in $LATCHKEY_TRACE; the
            last call of a file or of standard input (-)
        --plan     how the query is answered: what the store compares and what is
            opened
        --owner    where the items are that the program does not see; asks for the
            passcode
        --passcode-fd  read it from this descriptor
    """

  static let traceOptions = """

        --failed   only calls that failed
        --pid      only those of one process
        --follow   go on as the program does, until ended
        --call     everything that is known of one call, by its number; with --pid
            where several processes have it
        --names    leave out values of attributes, as where no terminal shows them
        --values   show values of attributes, where the trace has them
    """
}
