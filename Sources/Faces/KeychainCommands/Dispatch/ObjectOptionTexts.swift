// SPDX-License-Identifier: Apache-2.0 (table)
import ExternalFormats

/// The explanations of the options of commands for keys, certificates and identities.
extension CommandTable {
  private static let groupToAdd = """

        --access-group GROUP  add to this access group
    """

  private static let groupToSearch = """

        --access-group GROUP  only in this access group
    """

  static let addCertificatesOptions =
    """

        -k  keychain
    """ + groupToAdd

  static let createKeypairOptions =
    """

        -a  algorithm: rsa, if not given, or ec; dsa, dh and fee are refused
        -s  size in bits: 2048 for rsa and 256 for ec, if not given
        -f, -t, -d  first day, last day and number of days; accepted without effect
        -k  keychain
        -H  show the hash of the public key, as PEM
        -A, -T  accepted without effect: there are no access lists yet
    """ + groupToAdd + """

          description  label of both keys; <key>, if not given
      """

  static let findKeyOptions =
    """

        -a  application label: the hash of the public key, in hexadecimal
        -c  creator, four characters
        -D, -j  kind and comment, which no key has here: nothing is found
        -l  label
        -t  symmetric, public or private
        -d, -e, -r, -s, -u, -v, -w  able to decrypt, encrypt, derive, sign, unwrap,
            verify, wrap
    """ + groupToSearch

  private static let filePassphrase = """

        --passphrase-fd N  passphrase of the file from an open descriptor, up to its
            end, instead of a question on the terminal. It does not show in the list
            of processes, as the value of -P does
    """

  static let importOptions =
    """

        -k  keychain
        -t  what the file holds: pub, priv, session, cert or agg
        -f  format: openssl, openssh1, openssh2, bsafe, raw, pkcs7, pkcs8, pkcs12,
            netscape, pemseq or x509; the two of SSH are refused
        -w  the private key is encrypted
        -x  export shall refuse the keys
        -P  passphrase of the file
        -a  accepted without effect: there are no extended attributes
        -A, -T  accepted without effect: there are no access lists yet
    """ + filePassphrase + groupToAdd

  static let exportOptions =
    """

        -k  keychain
        -t  what to export: certs, allKeys, pubKeys, privKeys, identities, or all,
            which are certificates and private keys; all, if not given
        -f  format, as of import, but for netscape; without it x509 for a
            certificate, openssl for a key and pemseq for several
        -w  encrypt the private key
        -p  as PEM
        -P  passphrase of the file
        -o  file; standard output, if not given
    """ + filePassphrase + groupToSearch

  static let findCertificateOptions =
    """

        -a  all that match, not only the first
        -c  common name, or a part of it, whatever the case of the letters
        -e  e-mail address
        -m  show the e-mail addresses
        -p  show the certificate as PEM, and not its attributes
        -Z  show the hashes of the certificate
    """ + groupToSearch

  static let findIdentityOptions =
    """

        -p  policy: basic, if not given, ssl-client, ssl-server, smime, eap, ipsec,
            ichat, codesigning, sys-default, sys-kerberos-kdc, macappstore or
            appleID; may be repeated
        -s  host or e-mail address that the policy asks for
        -v  only the valid ones
    """ + groupToSearch

  static let verifyCertificateOptions = """

        -c  certificates: the one to verify first, then those that lead to a root
        -r  certificates to trust, instead of those that the system trusts
        -p  policy: basic, if not given, ssl, smime, codeSign, IPSec, eap,
            timestamping, or the identifier of a policy; may be repeated
        -C  the certificate is a client's
        -d  moment of the verification, in UTC: YYYY-MM-DD or YYYY-MM-DD-hh:mm:ss
        -k  keychain with certificates that lead to a root
        -n  name that the policy asks for, instead of -e and -s; last or before an
            option, without a name: as -N
        -N  look into no keychain
        -L  ask no network, as is always so
        -l  the certificate is an authority's: what the policy says of holders does
            not count
        -e  e-mail address that the policy smime asks for
        -s  host that the policy ssl asks for
        -q  say nothing
        -R  look at revocation: ocsp, crl, require, online or offline; may be
            repeated. No network is asked, so ocsp, crl and online find nothing,
            and with require nothing is valid
        -P, -t, -v  show the chain; -P with the certificates as PEM
    """

  static let deleteCertificateOptions =
    """

        -c  common name, or a part of it that no other certificate has
        -Z  SHA-1 or SHA-256 hash of the certificate, in hexadecimal
        -t  accepted without effect: there are no trust settings yet
    """ + groupToSearch
}
