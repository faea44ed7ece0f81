// SPDX-License-Identifier: Apache-2.0 (table)

/// The rows of the command table about the commands for trust settings.
extension CommandTable {
  static let addTrustedCert = Command(
    name: "add-trusted-cert",
    synopsis: "[-d] [-r result] [-p policy] [-a program] [-s string] [-e error] [-u usage] "
      + "[-k keychain] [-i file] [-o file] [file]",
    summary: "Trust a certificate.",
    operands: .init(word: "file", least: 0, most: 1, values: .files),
    options: {
      [
        CommandOption("-d", "for all users of this machine; only root may do this"),
        CommandOption(
          "-r result",
          "the result: trustRoot, if it is not given, trustAsRoot, deny or unspecified",
          .words(AddTrustedCertificate.results)),
        CommandOption(
          "-p policy",
          "only for this policy: ssl, smime, codeSign, IPSec, basic, swUpdate, pkgSign, eap, "
            + "macappstore, appleID or timestamping; may be repeated",
          .words(AddTrustedCertificate.policies), repeats: true),
        CommandOption("-a program", "only for this program, by its path", .files),
        CommandOption(
          "-s string", "only for this host or e-mail address; may be repeated", repeats: true),
        CommandOption(
          "-e error",
          "accept this failure: certExpired, hostnameMismatch or the number of a status; may be "
            + "repeated",
          .words(AddTrustedCertificate.failures), repeats: true),
        CommandOption("-u usage", "only for these uses of the key, as a number"),
        CommandOption("-k keychain", "add the certificate to this keychain too", .files),
        CommandOption("-i file", "begin with the settings in this file; with -o", .files),
        CommandOption("-o file", "write the settings to this file, and change nothing", .files),
      ]
    },
    manual: """
      Sets for which uses the first certificate of the file is trusted, in place of the settings
      that it had. Without `-p`, `-s`, `-e`, `-a` and `-u` it is trusted for all uses. A root is
      trusted with `trustRoot`, a certificate of another issuer with `trustAsRoot`; `deny` refuses
      each chain with the certificate. Programs see the change with their next evaluation.
      """,
    availability: .ready(AddTrustedCertificate.run))

  static let removeTrustedCert = Command(
    name: "remove-trusted-cert",
    synopsis: "[-d] file",
    summary: "Take back the trust in a certificate.",
    operands: .file,
    options: { [domainOfAdministrator] },
    manual: """
      Removes the trust settings of the first certificate of the file. The certificate itself
      stays where it is.
      """,
    availability: .ready(TrustSettingsCommands.remove))

  static let dumpTrustSettings = Command(
    name: "dump-trust-settings",
    synopsis: "[-s] [-d]",
    summary: "Show for which uses certificates are trusted.",
    options: { [domainOfSystem, domainOfAdministrator] },
    manual: """
      Lists this user's trust settings, or those of another domain. The status is 1 if the domain
      is empty.
      """,
    availability: .ready(DumpTrustSettings.run))

  static let userTrustSettingsEnable = Command(
    name: "user-trust-settings-enable",
    synopsis: "[-d] [-e]",
    summary: "Show or set whether the user's trust settings count.",
    options: {
      [
        CommandOption("-d", "disable the trust settings of all users; only root may do this"),
        CommandOption("-e", "enable the trust settings of all users; only root may do this"),
      ]
    },
    availability: .ready(TrustSettingsCommands.enable))

  static let trustSettingsExport = Command(
    name: "trust-settings-export",
    synopsis: "[-s] [-d] file",
    summary: "Write the trust settings to a file.",
    operands: .file,
    options: { [domainOfSystem, domainOfAdministrator] },
    manual: """
      The file is a property list that Apple's systems can read. It names certificates by their
      hashes and does not contain them.
      """,
    availability: .ready(TrustSettingsExchange.export))

  static let trustSettingsImport = Command(
    name: "trust-settings-import",
    synopsis: "[-d] file",
    summary: "Read the trust settings from a file.",
    operands: .file,
    hiddenLetters: "s",
    options: { [domainOfAdministrator] },
    manual: """
      Replaces all trust settings of this user, or with `-d` those of the administrator, by the
      settings of the file. A file that is not whole changes nothing.
      """,
    availability: .ready(TrustSettingsExchange.importing))

  private static let domainOfAdministrator = CommandOption(
    "-d", "the settings for all users of this machine; only root may change them")
  private static let domainOfSystem = CommandOption(
    "-s", "the settings of the system, which are the certificates of the distribution",
    brief: "the settings of the system")
}
