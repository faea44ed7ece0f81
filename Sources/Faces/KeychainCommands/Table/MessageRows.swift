// SPDX-License-Identifier: Apache-2.0 (table)

/// The row of the command table about `cms`, which signs, encrypts and reads CMS messages.
extension CommandTable {
  static let cms = Command(
    name: "cms",
    synopsis: "-S -N nick|-Z hash [-GPT] [-H hash] [-Y nick] [-t url] | -D [-c content] "
      + "[-h level] [-n] [-e envelope] | -E -r id,... | -C -e envelope [-r id,...] | -O -r id,... "
      + "[-k keychain] [-i file] [-o file] [-u usage] [-p password]",
    summary: "Sign, encrypt and read CMS messages.",
    hiddenLetters: "sv",
    options: {
      [
        CommandOption("-S", "sign a content", brief: "sign"),
        CommandOption("-D", "read a message: write its content", brief: "read a message"),
        CommandOption("-E", "encrypt a content for recipients", brief: "encrypt for recipients"),
        CommandOption(
          "-C", "encrypt a content with the key of an envelope", brief: "encrypt with a known key"),
        CommandOption(
          "-O", "make a message that has only certificates", brief: "only certificates"),
        CommandOption(
          "-N nick",
          "with -S: the signer, by the label, the common name or an e-mail address of the "
            + "certificate",
          brief: "signer"),
        CommandOption(
          "-Z hash", "with -S: the signer, by the subject key identifier in hexadecimal",
          brief: "key identifier of the signer"),
        CommandOption("-G", "with -S: add the time of signing", brief: "add the time"),
        CommandOption("-P", "with -S: add the ciphers that you can read", brief: "add the ciphers"),
        CommandOption(
          "-Y nick",
          "with -S: name the certificate to encrypt answers for, or NONE; the signer's, if it is "
            + "not given",
          brief: "certificate for answers"),
        CommandOption(
          "-H hash",
          "with -S: the hash function: SHA1, if it is not given, SHA256, SHA384 or SHA512",
          brief: "hash function", .words(MessageEncoding.hashes)),
        CommandOption(
          "-T", "with -S: leave the content out of the message", brief: "detached content"),
        CommandOption(
          "-t url", "with -S: refused, because no time-stamp server is asked", brief: "refused",
          absence: .anywhere),
        CommandOption(
          "-c content", "with -D: the file with the content that is not in the message",
          brief: "detached content", .files),
        CommandOption(
          "-h level", "with -D: show a line about each level of the message", brief: "show levels"),
        CommandOption("-n", "with -D: do not write the content", brief: "no content"),
        CommandOption(
          "-r id,...",
          "with -E, -C and -O: certificates, each by its label, its common name or an e-mail address",
          brief: "recipients", repeats: true),
        CommandOption(
          "-e envelope",
          "with -C and -D: the file of an envelope whose key is used; -C makes it for the "
            + "certificates of -r if it is missing",
          brief: "envelope", .files),
        CommandOption(
          "-k keychain",
          "the keychain of certificates and keys; the search list, if it is not given", .files,
          repeats: true),
        CommandOption("-i file", "the input; without it, standard input", .files),
        CommandOption("-o file", "the output; without it, standard output", .files),
        CommandOption(
          "-u usage",
          "the use that certificates must allow, for the lines of -h: 0 SSL client, 1 and 2 SSL "
            + "server, 3 SSL authority, 4 signer of mail, if it is not given, 5 recipient of mail, "
            + "6 and 9 signer of code, 8 authority, 7, 10 and 11 any",
          brief: "use of certificates"),
        CommandOption(
          "-p password", "accepted without effect; other programs can see it here",
          brief: "accepted without effect", isSecret: true),
      ]
    },
    manual: """
      The option for the mode comes before its other options. Messages are in DER; BER is read too,
      but PEM and S/MIME are not.

      `-D` writes the content even if the signer is not trusted; a line of `-h` tells. If a signature
      does not match the content, nothing is written and the status is 1. The property list of a
      provisioning profile is printed by `security cms -D -i file`.

      Private keys are those of identities in the keychains, those of the secure element included:
      they sign, and they read messages for keys on a curve. `-E` encrypts with AES-256.
      """,
    availability: .ready(MessageCommand.run))
}
