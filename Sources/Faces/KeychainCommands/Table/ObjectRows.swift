// SPDX-License-Identifier: Apache-2.0 (table)

/// The rows of the command table about the commands for keys, certificates and identities.
extension CommandTable {
  static let createKeypair = Command(
    name: "create-keypair",
    synopsis: "[-a algorithm] [-s bits] [-f date] [-t date] [-d days] [-k keychain] [-H] "
      + "[-A|-T program] [--access-group group] [description]",
    summary: "Make a pair of keys.",
    operands: .init(word: "description", least: 0, most: 1),
    options: {
      [
        CommandOption(
          "-a algorithm",
          "the algorithm: rsa, if it is not given, or ec; dsa, dh and fee are refused",
          .words(["rsa", "ec"])),
        CommandOption(
          "-s bits", "the size: 2048 for rsa and 256 for ec, if it is not given",
          brief: "size in bits"),
        CommandOption(
          "-f date, -t date, -d days",
          "accepted without effect (first day, last day, number of days)",
          brief: "accepted without effect"),
        keychain,
        CommandOption("-H", "show the hash of the public key, as PEM"),
        trustedPrograms, groupToAdd,
        CommandOption("description", "the label of both keys; <key>, if it is not given"),
      ]
    },
    manual: """
      Makes a public and a private key and stores both. The hash that `-H` prints leads from each
      of the two to the other, and to their certificates.
      """,
    availability: .ready(CreateKeypair.run))

  static let addCertificates = Command(
    name: "add-certificates",
    synopsis: "[-k keychain] [--access-group group] file...",
    summary: "Add certificates.",
    operands: .files,
    options: { [keychain, groupToAdd] },
    manual: """
      Adds all certificates of each file: DER, PEM or PKCS#7. The status is 1 if one was there
      already or a file has no certificate; the other certificates are added anyway.
      """,
    availability: .ready(AddCertificates.run))

  static let findKey = Command(
    name: "find-key",
    synopsis: "[-a label] [-c creator] [-D kind] [-j comment] [-l label] [-t type] [-derusvw] "
      + "[--access-group group] [keychain...]",
    summary: "Find keys.",
    operands: .keychains,
    options: {
      [
        CommandOption(
          "-a label", "the application label: the hash of the public key, in hexadecimal",
          brief: "hash of the public key"),
        CommandOption("-c creator", "the creator, four characters"),
        CommandOption(
          "-D kind, -j comment", "kind and comment, which no key has here: nothing is found",
          brief: "no key has it"),
        CommandOption("-l label", "the label"),
        CommandOption(
          "-t type", "the type of key: symmetric, public or private", .words(FindKey.types)),
        CommandOption(
          "-d, -e, -r, -s, -u, -v, -w",
          "only keys that can decrypt, encrypt, derive, sign, unwrap, verify, wrap",
          brief: "only keys that can do it"),
        groupToSearch,
      ]
    },
    manual: """
      Prints the attributes of all keys that match. The status is 1 if no key does.
      """,
    availability: .ready(FindKey.run))

  static let findCertificate = Command(
    name: "find-certificate",
    synopsis: "[-a] [-c name] [-e address] [-m] [-p] [-Z] [--access-group group] [keychain...]",
    summary: "Find certificates.",
    operands: .keychains,
    options: {
      [
        CommandOption("-a", "all certificates that match, not only the first"),
        CommandOption(
          "-c name", "the common name, or a part of it; capital and small letters are equal",
          brief: "common name"),
        CommandOption("-e address", "the e-mail address"),
        CommandOption("-m", "show the e-mail addresses"),
        CommandOption("-p", "show the certificate as PEM instead of its attributes"),
        CommandOption("-Z", "show the hashes of the certificate"),
        groupToSearch,
      ]
    },
    manual: """
      Prints the attributes of the first certificate that matches.
      """,
    availability: .ready(FindCertificate.run))

  static let findIdentity = Command(
    name: "find-identity",
    synopsis: "[-p policy] [-s string] [-v] [--access-group group] [keychain...]",
    summary: "Find identities: certificates with their private keys.",
    operands: .keychains,
    options: {
      [
        CommandOption(
          "-p policy",
          "the policy: basic, if it is not given, ssl-client, ssl-server, smime, eap, ipsec, ichat, "
            + "codesigning, sys-default, sys-kerberos-kdc, macappstore or appleID; may be repeated",
          .words(FindIdentity.policies), repeats: true),
        CommandOption("-s string", "the host or e-mail address that the policy asks for"),
        CommandOption(
          "-v", "only the valid identities; standard error says why the others are not valid",
          brief: "only the valid identities"),
        groupToSearch,
      ]
    },
    manual: """
      Lists the certificates whose private key is there and can sign: for each policy those that it
      fits, with their faults in parentheses, and then the valid ones. No identity fits `ichat`,
      `macappstore`, `appleID`, `sys-default` and `sys-kerberos-kdc` here. The status is 0, however
      many identities are found.
      """,
    availability: .ready(FindIdentity.run))

  static let deleteCertificate = Command(
    name: "delete-certificate",
    synopsis: "[-c name] [-Z hash] [-t] [--access-group group] [keychain...]",
    summary: "Delete a certificate.",
    operands: .keychains,
    options: { certificateToDelete },
    availability: .ready(DeleteCertificate.certificate))

  static let deleteIdentity = Command(
    name: "delete-identity",
    synopsis: "[-c name] [-Z hash] [-t] [--access-group group] [keychain...]",
    summary: "Delete a certificate and its private key.",
    operands: .keychains,
    options: { certificateToDelete },
    manual: """
      The key stays if another certificate belongs to it; a line on standard error says so.
      """,
    availability: .ready(DeleteCertificate.identity))

  static let setIdentityPreference = Command(
    name: "set-identity-preference",
    synopsis: "[-n] [-c identity] -s service [-u usage] [-Z hash] [keychain...]",
    summary: "Set the identity to use for a service.",
    operands: .keychains,
    options: {
      [
        CommandOption("-n", "no identity: remove the preference"),
        CommandOption(
          "-c identity",
          "the identity whose common name has this text; * is the first identity",
          brief: "text of the common name"),
        CommandOption(
          "-s service", "the service: a URL, a host, an e-mail address or another name",
          brief: "a URL, a host, an e-mail address or another name"),
        keyUses,
        CommandOption(
          "-Z hash", "the identity whose certificate has this SHA-1 or SHA-256 hash",
          brief: "SHA-1 or SHA-256 hash of the certificate"),
      ]
    },
    manual: """
      Stores the preference in the default keychain. The certificate and its key are added to that
      keychain if no keychain has them. If the service is a URL, the preference counts for all paths
      below it too; the service `*.example.org` counts for all hosts of the domain. Without -u, -n
      removes the preferences for all uses.
      """,
    availability: .ready(IdentityPreference.set))

  static let getIdentityPreference = Command(
    name: "get-identity-preference",
    synopsis: "-s service [-u usage] [-p] [-c] [-Z]",
    summary: "Show the identity to use for a service.",
    options: {
      [
        CommandOption("-s service", "the service"),
        keyUses,
        CommandOption("-p", "show the certificate as PEM"),
        CommandOption("-c", "show the common name"),
        CommandOption("-Z", "show the SHA-256 and SHA-1 hashes of the certificate"),
      ]
    },
    manual: """
      Looks for the service itself, then for the paths above a URL, for its host, and for a wildcard
      of each of its domains. The status is 44 if there is no preference.
      """,
    availability: .ready(IdentityPreference.get))

  private static var keyUses: CommandOption {
    CommandOption(
      "-u usage",
      "the uses of the key as the sum of 1 (encrypt), 2 (decrypt), 4 (sign), 8 (verify), 64 (wrap), "
        + "128 (unwrap) and 256 (derive); 0, if it is not given, means a preference for every use",
      brief: "the uses of the key")
  }

  static let export = Command(
    name: "export",
    synopsis: "[-k keychain] [-t type] [-f format] [-w] [-p] [-P passphrase] [-o file] "
      + "[--passphrase-fd n] [--access-group group]",
    summary: "Write keys and certificates to a file.",
    options: {
      [
        searchedKeychain,
        CommandOption(
          "-t type",
          "the type: certs, allKeys, pubKeys, privKeys, identities, or all, if it is not given, which "
            + "means certificates and private keys",
          .words(ExportCommand.types)),
        CommandOption(
          "-f format",
          "the format, as of import, without netscape; if it is not given, x509 for a certificate, openssl for "
            + "a key, and pemseq for several",
          brief: "format", .words(formats.filter { $0 != "netscape" })),
        CommandOption("-w", "encrypt the private key"),
        CommandOption("-p", "write PEM"),
        passphrase,
        CommandOption("-o file", "the file; without it, standard output", .files),
      ] + [filePassphrase, groupToSearch]
    },
    manual: """
      `-f pkcs12` encrypts all keys. A passphrase is asked for twice on the terminal. Without `-w`
      or `-f pkcs12` no private key is written, and the status is 1: if the store has private keys,
      give `-f pkcs12` or `-t certs`.

      The file of `-o` is written anew. The status is 1 if the export fails.
      """,
    availability: .ready(ExportCommand.run))

  static let importing = Command(
    name: "import",
    synopsis: "file [-k keychain] [-t type] [-f format] [-w] [-x] [-P passphrase] [-a name value] "
      + "[-A|-T program] [--passphrase-fd n] [--access-group group]",
    summary: "Add the keys and certificates of a file.",
    operands: .files,
    isMixed: true,
    options: {
      [
        keychain,
        CommandOption(
          "-t type", "the content of the file: pub, priv, session, cert or agg",
          brief: "content of the file", .words(ExternalNames.types.keys.sorted())),
        CommandOption(
          "-f format",
          "the format: openssl, openssh1, openssh2, bsafe, raw, pkcs7, pkcs8, pkcs12, netscape, pemseq or "
            + "x509; the two formats of SSH are refused",
          .words(formats)),
        CommandOption("-w", "the private key is encrypted"),
        CommandOption("-x", "export refuses these keys; programs can still read them"),
        passphrase,
        CommandOption(
          "-a name",
          "set an extended attribute of a keychain file; its value follows the name",
          brief: "extended attribute", repeats: true),
        trustedPrograms, filePassphrase, groupToAdd,
      ]
    },
    manual: """
      Adds the keys and certificates of a file and prints how many it has, those that were there
      already included. Identities are certificates of a PKCS#12 file whose private key is in it
      too. Type and format are recognised; `-t` and `-f` name them beforehand.

      The passphrase is asked for on the terminal, up to three times. A certificate that is there
      already is no failure. A key that is there already is one, but with `-f pkcs12`, which prints
      nothing either. Items that were added before a failure stay. The status is 1 if the import
      fails.
      """,
    availability: .ready(ImportCommand.run))

  static let verifyCert = Command(
    name: "verify-cert",
    synopsis: "[-c file] [-r file] [-p policy] [-C] [-d date] [-k keychain] [-n name] [-N] [-L] "
      + "[-l] [-e address] [-s host] [-q] [-R method] [-P] [-t] [-v]",
    summary: "Verify certificates.",
    operands: .any,
    options: {
      [
        CommandOption(
          "-c file",
          "certificates: first the certificate to verify, then those that lead from it to a root",
          brief: "certificates", .files, repeats: true),
        CommandOption(
          "-r file", "certificates to trust, instead of those that the system trusts",
          brief: "certificates to trust", .files, repeats: true),
        CommandOption(
          "-p policy",
          "the policy: basic, if it is not given, ssl, smime, codeSign, IPSec, eap, timestamping, or "
            + "the identifier of a policy; may be repeated",
          .words(VerifyCertificate.policyWords),
          repeats: true),
        CommandOption("-C", "the certificate is a client's"),
        CommandOption(
          "-d date", "the moment to verify for, in UTC: YYYY-MM-DD or YYYY-MM-DD-hh:mm:ss",
          brief: "moment, in UTC"),
        CommandOption(
          "-k keychain", "a keychain with certificates that lead to a root", .files, repeats: true),
        CommandOption(
          "-n name",
          "the name that the policy asks for, instead of -e and -s. Without a name, before another "
            + "option or at the end: as -N",
          brief: "name", absence: .anywhere),
        CommandOption("-N", "use no certificates of the store"),
        CommandOption("-L", "ask no network; this is always so"),
        CommandOption(
          "-l", "the certificate is an authority's: rules of the policy for holders do not count",
          brief: "the certificate is an authority's"),
        CommandOption("-e address", "the e-mail address that the policy smime asks for"),
        CommandOption("-s host", "the host that the policy ssl asks for"),
        CommandOption("-q", "print nothing"),
        CommandOption(
          "-R method",
          "check revocation: ocsp, crl, require, online or offline; may be repeated. No network is "
            + "asked, so ocsp, crl and online find nothing, and with require no certificate is "
            + "valid",
          brief: "revocation", .words(VerifyCertificate.methodWords),
          repeats: true),
        CommandOption("-P, -t, -v", "show the chain; -P with the certificates as PEM"),
      ]
    },
    manual: """
      Verifies the first certificate of the files of `-c`. Certificates of the store may lead from
      it to a root too. Roots are the certificates that the system trusts (those of `SSL_CERT_FILE`
      and `SSL_CERT_DIR` together, or of the distribution's bundle), or with `-r` those of that file
      alone. Trust settings (`add-trusted-cert`) trust or deny certificates beside these; with `-r`
      they only deny.

      An option that changes no answer of the policies in use is named on standard error. The
      status is 0 for a certificate that may be trusted, 1 for any other.
      """,
    availability: .ready(VerifyCertificate.run))

  static let requirementEvaluate = Command(
    name: "requirement-evaluate",
    synopsis: "requirement file...",
    summary: "Compare certificates with a code requirement.",
    operands: .init(word: "file of certificates", least: 2, most: .max, values: .files),
    notes: "The requirement is text, text after =, the path of a file that begins with /, ./ or "
      + "../, or - for standard input. The files have the certificates, from the leaf to the root.",
    manual: """
      Prints 0 and ends with status 0 if the certificates meet the requirement. Otherwise prints
      -67050, or -67062 if the requirement asks for a signature, and ends with status 3; a line on
      standard error names the first condition that is not met. The status is 1 for a mistake in
      the requirement, whose place is named, and for a file that cannot be read.

      A file of a requirement has text, or a compiled requirement, which begins with the bytes
      `FADE0C00`. Programs have no signatures here: `identifier`, `cdhash`, `info`, `entitlement`
      and `team` are never met. `anchor trusted` asks whether the system trusts the certificates.
      """,
    availability: .ready(RequirementEvaluate.run))

  // MARK: Options of several commands

  private static let keychain = CommandOption(
    "-k keychain", "the keychain; the default keychain, if it is not given", .files)
  private static let searchedKeychain = CommandOption(
    "-k keychain", "the keychain; all that are searched, if it is not given", .files)
  private static let trustedPrograms = CommandOption(
    "-A, -T program",
    "the programs that may use the key without a question: with -A all. For keychain files only",
    brief: "programs that may use the key", .files, repeats: true)
  private static let passphrase = CommandOption(
    "-P passphrase",
    "the passphrase of the file. Other programs can see it here: prefer the question or "
      + "--passphrase-fd",
    brief: "passphrase", isSecret: true)
  private static let filePassphrase = CommandOption(
    "--passphrase-fd n",
    "read the passphrase of the file from this open descriptor, up to its end, instead of asking "
      + "on the terminal; one newline at the end is dropped",
    brief: "read the passphrase from a descriptor")
  /// The words for file formats, without the formats that `import` and `export` refuse.
  private static var formats: [String] {
    ExternalNames.formats.keys.filter { !$0.hasPrefix("openssh") }.sorted()
  }

  private static var certificateToDelete: [CommandOption] {
    [
      CommandOption(
        "-c name", "the common name, or a part of it that no other certificate has",
        brief: "common name"),
      CommandOption(
        "-Z hash", "the SHA-1 or SHA-256 hash of the certificate, in hexadecimal",
        brief: "hash of the certificate"),
      CommandOption(
        "-t",
        "remove the user's trust settings of the certificate too; as root, those for all users",
        brief: "remove its trust settings too"),
      groupToSearch,
    ]
  }
}
