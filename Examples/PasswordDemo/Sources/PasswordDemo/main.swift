// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

// PasswordDemo VERB SERVICE [ACCOUNT]: add and update read the password from standard input.
// The exit status is 0 if the call succeeded, else 1.

let words = CommandLine.arguments.dropFirst()
guard let verb = words.first, let service = words.dropFirst().first else {
  print("usage: PasswordDemo add|find|update|list|delete SERVICE [ACCOUNT]")
  exit(2)
}
let account = words.dropFirst(2).first ?? ""
let passwords = Passwords(service: service)

switch verb {
case "add":
  finish("SecItemAdd", passwords.add(readLine() ?? "", account: account))
case "find":
  let (status, password) = passwords.find(account: account)
  if let password { print("  the password is: \(password)") }
  finish("SecItemCopyMatching", status)
case "update":
  finish("SecItemUpdate", passwords.update(readLine() ?? "", account: account))
case "list":
  let (status, accounts) = passwords.accounts()
  for account in accounts { print("  \(account)") }
  finish("SecItemCopyMatching", status)
case "delete":
  finish("SecItemDelete", passwords.delete(account: account))
default:
  print("PasswordDemo: no such verb: \(verb)")
  exit(2)
}

/// Prints a status as a number and in words, and ends the program.
///
/// The exit status is 0 or 1.
func finish(_ call: String, _ status: OSStatus) -> Never {
  let text = SecCopyErrorMessageString(status, nil) as String? ?? "no text"
  print("  \(call): \(status) (\(text))")
  exit(status == errSecSuccess ? 0 : 1)
}
