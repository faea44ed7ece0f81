// SPDX-License-Identifier: Apache-2.0 - table
import CertificateTrust
import CryptoObjects

/// Questions of trust without a numbered conformance case.
enum PathRuleTable {
  private static let day = 86_400

  // swift-format-ignore
  static let search: [TrustCase] = [
    .init(title: "two ways, only the second leads to an anchor", given: ["L of X", "X by RA", "X by RB", "RA"], anchors: ["RB"], status: nil, path: ["L of X", "X by RB", "RB"]),
    .init(title: "two ways, in the other order", given: ["L of X", "X by RB", "X by RA", "RA"], anchors: ["RB"], status: nil, path: ["L of X", "X by RB", "RB"]),
    .init(title: "two ways, one of them expired", given: ["L of X", "X expired", "X by RA"], anchors: ["RA", "RB"], status: nil, path: ["L of X", "X by RA", "RA"]),
    .init(title: "the expired way when there is no other", given: ["L of X", "X expired"], anchors: ["RA", "RB"], status: -67818, path: ["L of X", "X expired", "RB"]),
    .init(title: "a key's own certificate beside an issued one", given: ["L of X", "X by X", "X by RA"], anchors: ["RA"], status: nil, path: ["L of X", "X by RA", "RA"]),
    .init(title: "no way leads to an anchor: the longest", given: ["L of X", "X by X", "X by RA", "RA"], anchors: [], status: -67843, path: ["L of X", "X by RA", "RA"]),
    .init(title: "an identifier of the key that fits comes first", given: ["L of K", "K other identifier", "K"], anchors: ["RA"], status: nil, path: ["L of K", "K", "RA"]),
    .init(title: "one that does not fit is tried, and told", given: ["L of K", "K other identifier"], anchors: ["RA"], status: -67610),
    .init(title: "a name in other letters and types", given: ["L of folded root"], status: nil, path: ["L of folded root", "R"]),
    .init(title: "a name that fits, and a key that does not", given: ["L", "I"], anchors: ["other root"], status: -25318, path: ["L", "I"]),
    .init(title: "a signature that is none", given: ["L", "I spoilt"], status: -25318),
    .init(title: "signed by itself", given: ["L self-signed"], anchors: [], status: -67843, path: ["L self-signed"]),
    .init(title: "signed by itself, and believed", given: ["L self-signed"], policy: .server, anchors: ["L self-signed"], status: nil),
    .init(title: "two that signed each other", given: ["L of C", "C by D", "D by C"], anchors: [], status: -25318),
    .init(title: "no anchors at all", given: ["L", "I", "R"], anchors: nil, status: -67843),
    .init(title: "an anchor of the system", given: ["L", "I"], anchors: nil, system: ["R"], status: nil, path: ["L", "I", "R"]),
    .init(title: "an anchor of the system beside another", given: ["L", "I"], anchors: ["RA"], system: ["R"], status: nil),
    .init(title: "more certificates than any path has", given: ["long leaf"] + (0..<24).map { "long \($0)" }, anchors: [], status: -25318, path: ["long leaf"] + (0..<19).map { "long \($0)" }),
  ]

  // swift-format-ignore
  static let authorities: [TrustCase] = [
    .init(title: "a usage without signing of certificates", given: ["L of I without signing", "I without signing"], status: -67608),
    .init(title: "the first version in the middle", given: ["L of I of first version", "I of first version"], status: -67604),
    .init(title: "a root of the first version", given: ["below R of first version"], anchors: ["R of first version"], status: nil),
    .init(title: "a root without constraints", given: ["below R without constraints"], anchors: ["R without constraints"], status: -67604),
    .init(title: "a root that is over", given: ["below R expired"], anchors: ["R expired"], status: -67818),
    .init(title: "names that are allowed", given: ["L of I of our hosts", "I of our hosts"], policy: .server, status: nil),
    .init(title: "names that are excluded", given: ["L of I not of hosts", "I not of hosts"], status: -67689),
    .init(title: "policies that are demanded and not there", given: ["L of I of policies", "I of policies"], status: -67835),
    .init(title: "no subject", given: ["no subject"], status: -67655),
    .init(title: "no subject, critical names", given: ["no subject, critical names"], status: nil),
    .init(title: "a curve of 192 bits, basic", given: ["p192"], status: nil),
    .init(title: "a curve of 192 bits, server", given: ["p192"], policy: .server, status: -67735, result: .recoverableTrustFailure),
    .init(title: "an unknown kind of key", given: ["ed25519"], status: -67735, result: .fatalTrustFailure),
    .init(title: "SHA-1 of a root's own signature", given: ["rsa sha256"], policy: .server, anchors: ["RR"], status: nil),
  ]

  // swift-format-ignore
  static let policies: [TrustCase] = [
    .init(title: "a star for two labels", given: ["star"], policy: .server("x.y.w.example.com"), status: -67602),
    .init(title: "a star for all of com", given: ["star"], policy: .server("example.com"), status: -67602),
    .init(title: "a star within a label", given: ["star"], policy: .server("ww.b.example.com"), status: -67602),
    .init(title: "a star that is not first", given: ["star"], policy: .server("x.y.example.com"), status: -67602),
    .init(title: "a point first", given: ["star"], policy: .server(".w.example.com"), status: -67602),
    .init(title: "no host", given: ["star"], policy: .server(""), status: -67602),
    .init(title: "an address below a star", given: ["addresses"], policy: .server("10.0.0.2"), status: -67602),
    .init(title: "an address spelt as a host", given: ["addresses"], policy: .server("10.0.0.3"), status: -67602),
    .init(title: "another address", given: ["addresses"], policy: .server("10.0.0.4"), status: -67602),
    .init(title: "a server of one name, as a client", given: ["L", "I"], policy: .client, status: -67609),
    .init(title: "a client", given: ["client"], policy: .client, status: nil),
    .init(title: "a client of any purpose", given: ["any"], policy: .client, status: nil),
    .init(title: "no purpose, as a client", given: ["no purpose"], policy: .client, status: nil),
    .init(title: "no purpose, as a server", given: ["no purpose"], policy: .server, status: -67609),
    .init(title: "no purpose, as a server of old", given: ["no purpose of old"], policy: .server, later: -1735 * day, status: nil),
    .init(title: "the same below the system's anchors", given: ["no purpose of old"], policy: .server, anchors: nil, system: ["R"], later: -1735 * day, status: -67609),
    .init(title: "900 days of old, custom anchor", given: ["900 days of old"], policy: .server, status: nil),
    .init(title: "900 days of old, system's anchor", given: ["900 days of old"], policy: .server, anchors: nil, system: ["R"], status: -67901),
    .init(title: "731 days, custom anchor", given: ["L", "I"], policy: .server, status: nil),
    .init(title: "731 days, system's anchor", given: ["L", "I"], policy: .server, anchors: nil, system: ["R"], status: -67901),
    .init(title: "an authority for clients", given: ["L of clients", "I of clients"], policy: .server, status: -67609),
    .init(title: "the same, basic", given: ["L of clients", "I of clients"], status: nil),
    .init(title: "code", given: ["code"], policy: TrustPolicy(.codeSigning), status: nil),
    .init(title: "code without a usage", given: ["code without usage"], policy: TrustPolicy(.codeSigning), status: -67608),
    .init(title: "code for enciphering", given: ["code for enciphering"], policy: TrustPolicy(.codeSigning), status: -67608),
    .init(title: "a server, as code", given: ["signing only"], policy: TrustPolicy(.codeSigning), status: -67609),
    .init(title: "no purpose, as code", given: ["no purpose"], policy: TrustPolicy(.codeSigning), status: -67609),
    .init(title: "mail", given: ["mail"], policy: TrustPolicy(.mail, names: ["some.one@EXAMPLE.com"]), status: nil),
    .init(title: "mail of another", given: ["mail"], policy: TrustPolicy(.mail, names: ["any.one@example.com"]), status: -67623),
    .init(title: "a server, as mail", given: ["L", "I"], policy: TrustPolicy(.mail), status: -67609),
    .init(title: "SHA-1, as mail", given: ["sha1"], policy: TrustPolicy(.mail), anchors: ["RR"], status: -67815),
    .init(title: "time", given: ["time"], policy: TrustPolicy(.timeStamping), status: nil),
    .init(title: "a server, as time", given: ["L", "I"], policy: TrustPolicy(.timeStamping), status: -67609),
    .init(title: "IPsec", given: ["ike"], policy: TrustPolicy(.ipsec, names: ["vpn.example.com"]), status: nil),
    .init(title: "IPsec of another", given: ["ike"], policy: TrustPolicy(.ipsec, names: ["v.example.com"]), status: -67602),
    .init(title: "a server, as IPsec", given: ["L", "I"], policy: TrustPolicy(.ipsec), status: -67609),
    .init(title: "EAP with one of some names", given: ["L", "I"], policy: TrustPolicy(.eap, names: ["v.example.com", "w.example.com"]), status: nil),
    .init(title: "EAP with no right name", given: ["L", "I"], policy: TrustPolicy(.eap, names: ["v.example.com"]), status: -67602),
    .init(title: "a usage that is demanded", given: ["signing only"], policy: TrustPolicy(.basic, keyUsage: .digitalSignature), status: nil),
    .init(title: "a usage that is not there", given: ["signing only"], policy: TrustPolicy(.basic, keyUsage: [.digitalSignature, .keyEncipherment]), status: -67608),
  ]
}
