// SPDX-License-Identifier: Apache-2.0
// In the style of other people, so it is not formatted.
// swift-format-ignore-file
import Aliases
import Conditional
import ContextOnly
import FoundationOnly5
import FoundationOnly6
import MemberVisibility
import PrivateImport

func holds(_ condition: @autoclosure () throws -> Bool, _ what: String) {
  let isTrue = (try? condition()) ?? false
  if !isTrue { fatalError(what) }
}

let vault = Vault(service: "styles")
try vault.set("correct horse", for: "mira")
holds(try vault.get("mira") == "correct horse", "Foundation only, found")
holds(try vault.get("nobody") == nil, "Foundation only, absent")
holds(try Keys.signsAndVerifies(), "Foundation only, Swift 6")
holds(try Lock().rule() == Lock().rule(), "LocalAuthentication only")
holds(Lock().whyNot() != nil, "LocalAuthentication only, an error")
holds(Store().count() == 1, "private import")
holds(bits() & 1 == 1, "member import visibility")
holds(randomBytes(16)?.count == 16, "canImport")
holds(process().0 > 0, "aliases")
print("styles: each works")
