// SPDX-License-Identifier: Apache-2.0 - table

import CodeIdentity
import Testing

/// A requirement as text, and the form in which it is printed.
struct RequirementRow: Sendable, CustomTestStringConvertible {
  let text: String
  let printed: String

  /// - Parameter printed: The printed form; nil if it is the text itself.
  init(_ text: String, _ printed: String? = nil) {
    self.text = text
    self.printed = printed ?? text
  }

  var testDescription: String { text }

  /// Forty and sixty-four hexadecimal digits.
  static let hash = "0123456789abcdef0123456789abcdef01234567"
  static let long = String(repeating: "0123456789abcdef", count: 4)

  // swift-format-ignore
  static let all: [RequirementRow] = [
    .init("always"), .init("never"), .init("true", "always"), .init("false", "never"),
    .init(#"identifier "com.apple.security" and anchor apple"#),
    .init("identifier com.apple.security", #"identifier "com.apple.security""#),
    .init("identifier = tool", "identifier tool"),
    .init("identifier tool"), .init(#"identifier "tool""#, "identifier tool"),
    .init(#"identifier "9tool""#), .init("identifier 9tool", #"identifier "9tool""#),
    .init(#"identifier "and""#), .init(#"identifier "always""#),
    .init("identifier legacy", #"identifier "legacy""#),
    .init(#"identifier "a \"b\" \\ c""#), .init(#"identifier """#),
    .init(#"identifier "ä""#, "identifier 0xc3a4"), .init("identifier 0x00ff"),
    .init("identifier 0x746f6f6c", "identifier tool"),
    .init(#"cdhash H"\#(hash)""#),
    .init(#"cdhash = H"0123456789ABCDEF0123456789ABCDEF01234567""#, #"cdhash H"\#(hash)""#),
    .init("anchor apple"), .init("anchor apple generic"), .init("anchor trusted"),
    .init(#"anchor apple "generic""#), .init("anchor apple beta"),
    .init(#"anchor = H"\#(hash)""#, #"certificate root = H"\#(hash)""#),
    .init(#"anchor[subject.O] = Apple"#, "certificate root[subject.O] = Apple"),
    .init(#"certificate leaf = H"\#(hash)""#), .init(#"cert 0 = H"\#(hash)""#, #"certificate leaf = H"\#(hash)""#),
    .init(#"certificate -1 = H"\#(hash)""#, #"certificate root = H"\#(hash)""#),
    .init(#"certificate anchor H"\#(hash)""#, #"certificate root = H"\#(hash)""#),
    .init("certificate root trusted"), .init("certificate 2 trusted"), .init("certificate -2 trusted"),
    .init("anchor trusted or certificate leaf trusted"),
    .init("certificate leaf[subject.OU] = ABCDE12345"),
    .init(#"certificate leaf[subject.OU] = "2BBY89MBSN""#),
    .init(#"certificate leaf["subject.CN"] == "Ann Example""#, #"certificate leaf[subject.CN] = "Ann Example""#),
    .init(#"certificate leaf[subject.CN] = "Developer ID"*"#),
    .init(#"certificate leaf[subject.CN] = *"Ltd.""#), .init("certificate leaf[subject.CN] = *Ltd*", "certificate leaf[subject.CN] ~ Ltd"),
    .init("certificate leaf[subject.CN] ~ Ltd"),
    .init("certificate leaf[subject.CN] absent"), .init("certificate leaf[email]", "certificate leaf[email] /* exists */"),
    .init("certificate 1[field.1.2.840.113635.100.6.2.6] /* exists */"),
    .init("certificate 1[field.1.2.840.113635.100.6.2.6] exists", "certificate 1[field.1.2.840.113635.100.6.2.6] /* exists */"),
    .init("certificate leaf[policy.1.2.840.113635.100.5.1] /* exists */"),
    .init(#"certificate leaf[timestamp.1.2.840.113635.100.6.1.33] < timestamp "20190408000000Z""#),
    .init(#"certificate leaf[timestamp.1.2.3] = timestamp "00000101000000Z""#),
    .init(#"certificate leaf[timestamp.1.2.3] >= timestamp "99991231235959Z""#),
    .init(#"certificate leaf[timestamp.2.999.3] > timestamp "20000229120000Z""#),
    .init(#"certificate leaf[timestamp.0.39] <= timestamp "20010101000000Z""#),
    .init("info[CFBundleVersion] >= 100", #"info[CFBundleVersion] >= "100""#),
    .init(#"info[CFBundleShortVersionString] < "17.4""#), .init(#"info["a b"] > z"#), .init("info[x] <= y"),
    .init(#"info["and"] = x"#), .init("info[x] = timestamp", #"info[x] = "timestamp""#),
    .init(#"entitlement["com.apple.application-identifier"] = "A.b""#),
    .init("entitlement[com.apple.private.x] exists", "entitlement[com.apple.private.x] /* exists */"),
    .init("entitlement[x] absent"),
    .init("platform = 2"), .init("platform -3", "platform = -3"), .init("notarized"), .init("legacy"),
    .init("(beta)"), .init(#"("always")"#), .init("! (beta)"), .init("(always)", "always"),
    .init("!always", "! always"), .init("! ! never"),
    .init("identifier a and identifier b and identifier c"),
    .init("identifier a or identifier b or identifier c"),
    .init("identifier a and (identifier b and identifier c)", "identifier a and identifier b and identifier c"),
    .init("identifier a or identifier b and identifier c"),
    .init("(identifier a or identifier b) and identifier c"),
    .init("identifier a and (identifier b or identifier c)"),
    .init("! (identifier a or identifier b)"), .init("! (identifier a and identifier b)"),
    .init("! identifier a and identifier b"), .init("(! identifier a) and identifier b", "! identifier a and identifier b"),
    .init("# first\nalways // second\nand /* third */ never", "always and never"),
    .init("\t always\r\n", "always"),
    .init(#"team "ABCDE12345""#), .init("team ABCDE12345", #"team "ABCDE12345""#),
    .init(#"path "/usr/bin/x y""#), .init("path 0x2fc3a4"), .init(#"interpreter "/usr/bin/python3.11""#),
    .init(#"digest H"\#(long)""#), .init("strength >= held"), .init("strength >= measured"), .init("strength >= claimed"),
    .init("build >= 18446744073709551615"), .init("build >= 0"),
    .init(#"anchor gid "lk-x" and interpreter "/usr/bin/python3""#),
    .init(#"anchor unit "x.service""#), .init(#"anchor uid "1000""#), .init(#"anchor selinux "x_t""#),
    .init(#"anchor apparmor "x""#), .init("anchor snap x", #"anchor snap "x""#), .init(#"anchor flatpak "org.x""#),
    .init(#"anchor container "x" or anchor apple"#),
    .init(
      #"identifier "com.google.Chrome" and anchor apple generic and certificate 1[field.1.2.840.113635.100.6.2.6] /* exists */ and certificate leaf[field.1.2.840.113635.100.6.1.13] /* exists */ and certificate leaf[subject.OU] = EQHXZ8M8AV"#),
    .init(
      #"anchor apple generic and identifier x and (certificate leaf[field.1.2.840.113635.100.6.1.9] /* exists */ or certificate 1[field.1.2.840.113635.100.6.2.6] /* exists */ and certificate leaf[subject.OU] = "2BBY89MBSN")"#),
  ]
}
