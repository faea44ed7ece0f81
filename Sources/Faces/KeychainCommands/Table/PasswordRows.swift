// SPDX-License-Identifier: Apache-2.0 (table)

/// The rows of the command table about the commands that add, find and delete passwords.
extension CommandTable {
  static let addGenericPassword = Command(
    name: "add-generic-password",
    synopsis: "[-a account] [-s service] [-w password] [options...] [keychain]",
    summary: "Add a generic password.",
    operands: .keychain,
    options: {
      [
        CommandOption("-a account", "the account (required)", brief: "account"),
        CommandOption("-s service", "the service (required)", brief: "service"),
        creator, type, kind, generic, comment,
        CommandOption("-l label", "the label; without it, the service", brief: "label"),
        CommandOption(
          "-p password", "as -w, for old scripts", brief: "as -w", isSecret: true),
      ] + secretOptions
    },
    manual: """
      Without `-w`, `-X` or `--password-fd` the password is empty.
      """,
    availability: .ready { (invocation) throws(Stop) in
      try AddPassword.run(.generic, invocation)
    })

  static let addInternetPassword = Command(
    name: "add-internet-password",
    synopsis: "[-a account] [-s server] [-w password] [options...] [keychain]",
    summary: "Add an internet password.",
    operands: .keychain,
    options: {
      [
        CommandOption("-a account", "the account (required)", brief: "account"),
        CommandOption("-s server", "the server (required)", brief: "server"),
        creator, type, domain, kind, comment,
        CommandOption("-l label", "the label; without it, the server", brief: "label"),
        path, port, accessProtocol,
        authentication(#"four characters; "dflt", if it is not given"#),
      ] + secretOptions
    },
    manual: """
      Without `-w`, `-X` or `--password-fd` the password is empty.
      """,
    availability: .ready { (invocation) throws(Stop) in
      try AddPassword.run(.internet, invocation)
    })

  static let findGenericPassword = Command(
    name: "find-generic-password",
    synopsis: "[options...] [-g|-w] [keychain...]",
    summary: "Find a generic password.",
    operands: .keychains,
    options: { genericFilters + findOptions },
    manual: """
      Prints the attributes of the first password that has all the attributes given.
      """,
    availability: .ready { (invocation) throws(Stop) in
      try FindPassword.run(.generic, invocation)
    })

  static let findInternetPassword = Command(
    name: "find-internet-password",
    synopsis: "[options...] [-g|-w] [keychain...]",
    summary: "Find an internet password.",
    operands: .keychains,
    options: { internetFilters + findOptions },
    manual: """
      Prints the attributes of the first password that has all the attributes given.
      """,
    availability: .ready { (invocation) throws(Stop) in
      try FindPassword.run(.internet, invocation)
    })

  static let deleteGenericPassword = Command(
    name: "delete-generic-password",
    synopsis: "[options...] [keychain...]",
    summary: "Delete a generic password.",
    operands: .keychains,
    options: { genericFilters },
    manual: """
      Prints and deletes the first password that has all the attributes given. At least one
      attribute must be given.
      """,
    availability: .ready { (invocation) throws(Stop) in
      try DeletePassword.run(.generic, invocation)
    })

  static let deleteInternetPassword = Command(
    name: "delete-internet-password",
    synopsis: "[options...] [keychain...]",
    summary: "Delete an internet password.",
    operands: .keychains,
    options: { internetFilters },
    manual: """
      Prints and deletes the first password that has all the attributes given. At least one
      attribute must be given.
      """,
    availability: .ready { (invocation) throws(Stop) in
      try DeletePassword.run(.internet, invocation)
    })

  // MARK: Options of several commands

  static var genericFilters: [CommandOption] {
    [
      CommandOption("-a account", "the account"), creator, type, kind, generic, comment,
      CommandOption("-l label", "the label"), CommandOption("-s service", "the service"),
      groupToSearch,
    ]
  }

  static var internetFilters: [CommandOption] {
    [
      CommandOption("-a account", "the account"), creator, type, domain, kind, comment,
      CommandOption("-l label", "the label"), path, port, accessProtocol,
      CommandOption("-s server", "the server"),
      authentication(#"four characters ("dflt")"#), groupToSearch,
    ]
  }

  private static var findOptions: [CommandOption] {
    [
      CommandOption("-g", "show the password too, on standard error"),
      CommandOption(
        "-w",
        "show the password only, on standard output; in hexadecimal, if it has bytes that are not "
          + "printable ASCII",
        brief: "show the password only"),
    ]
  }

  private static var secretOptions: [CommandOption] {
    [
      CommandOption(
        "-w password",
        "the password. As the last option, without a value: the password is read from standard "
          + "input if that is a pipe (one line, or two equal lines); else you are asked on the "
          + "terminal. Other programs can see a value here: prefer the question or --password-fd",
        brief: "password; read or asked for without a value", absence: .last, isSecret: true),
      CommandOption("-X digits", "the password in hexadecimal", isSecret: true),
      CommandOption(
        "--password-fd n",
        "read the password from this open descriptor, up to its end. One newline at the end is "
          + "dropped. The password does not show in the list of processes, as the values of -w "
          + "and -X do",
        brief: "read the password from a descriptor"),
      groupToAdd,
      CommandOption("-A", "every program may read the item, in a keychain file"),
      CommandOption(
        "-T path",
        "this program may read the item, in a keychain file; an empty path means no program",
        brief: "trust this program", .files, repeats: true),
      CommandOption(
        "-U", "change the item if it is there; an attribute that is not given stays as it is",
        brief: "change the item if it is there"),
    ]
  }

  private static let creator = CommandOption("-c creator", "the creator, four characters")
  private static let type = CommandOption("-C type", "the type, four characters")
  private static let kind = CommandOption("-D kind", "the kind, free text")
  private static let generic = CommandOption("-G value", "the generic attribute")
  private static let comment = CommandOption("-j comment", "the comment")
  private static let domain = CommandOption("-d domain", "the security domain")
  private static let path = CommandOption("-p path", "the path")
  private static let port = CommandOption("-P port", "the port, a decimal number")
  private static let accessProtocol = CommandOption(
    "-r protocol", #"the protocol, four characters ("htps")"#, brief: "protocol")

  private static func authentication(_ text: String) -> CommandOption {
    CommandOption(
      "-t type", "the authentication type, \(text)", brief: "authentication type",
      .words(["ntlm", "msna", "dpaa", "rpaa", "http", "httd", "form", "dflt"]))
  }
}

/// The descriptions of the option `--access-group`, which several commands have.
extension CommandTable {
  static let groupToAdd = CommandOption(
    "--access-group group", "add to this access group", brief: "access group", isShown: true)
  static let groupToSearch = CommandOption(
    "--access-group group", "only in this access group", brief: "access group", isShown: true)
}
