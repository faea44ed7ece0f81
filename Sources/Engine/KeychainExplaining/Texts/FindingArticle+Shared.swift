// SPDX-License-Identifier: Apache-2.0 (table)

extension FindingArticle {
  /// The texts that findings of several codes share; no code has this row.
  // swift-format-ignore
  static let shared =
    FindingArticle(0, "shared", .info,
      text: "",
      why: "",
      fix: "",
      example: "",
      texts: [
        // Refusals, and the advice of errors.
        "refused": "The call is refused: {reason}{most?, {most}|}{key? ({key})|}.",
        "storeRefuses": "The store does not open: {status}, {reason}{place? ({place})|}.",
        "checkSays": "security check says what is wrong.",
        "advice": "{sentence}",
        "step": "{step}.",
        "followed": "{step}:",
        "aKey": "A key of the dictionary",
        // Files with lists of keychains.
        "listUnusable": "The list of keychains in {path} cannot be used: {reason}.",
        "needsList": "The call cannot go on without the list.",
        "listNotSearched": "The keychains of this list were not searched.",
        "lookAtList": "Look at the owner and the mode of the file and of its directory:",
        "setListAnew": "Move the file aside. Then list-keychains -s sets the list anew:",
        // Prompts.
        "passContext": "pass an evaluated LAContext with kSecUseAuthenticationContext",
        "passWithPassword": "pass an LAContext that {isEvaluated?is evaluated and |}has the password by LAContext.setCredential(_:type: .applicationPassword)",
        // Items that a changed query would find.
        "failsMore": "The item fails {n} conditions: this change alone does not find it.",
        "acts": "{function} would then {act} {n#it.|all {n} of them: give the whole key of one item, or a persistent reference (K801).}",
        // Lines of an entitlements file.
        "writeFile": "There is no entitlements file: write {program}.entitlements beside the program, with all these lines, which also keep the group that the program has now:",
        "addToFile": "Add to {file}:",
        "listInFile": "List it in keychain-access-groups of {file}:",
        "yourFile": "your entitlements file",
        "listInApp": "List it in the entitlements of the simulated app:",
        "inFile": "In an entitlements file:",
        "startAgain": "Nothing to sign: start the program again.",
        "becomesFirst": "It becomes the first group: new items without kSecAttrAccessGroup go there{former?, no longer to {former}|} (K503 for the next version).",
        "notFirst": "Do not make it the first entry: new items go to the first entry.",
        // Items in a group that the program has lost, and the steps that move them.
        "stays": "An item stays in the group it was added to.{group? {version?Version {version}|The program} had {group} as its first group, and items that are added without kSecAttrAccessGroup go there.|}",
        "noGroup": "no group",
        "taken": "{n} {n#item|items} with {n#an equal key is|equal keys are} in the new group already{shown?, the first {shown} of them below|}: step 3 answers -25299 and moves nothing until you remove one item of each pair, by its whole key with its group. Choose which items to keep:",
        "firstStep": "1. {step}",
        "putBack": "1. Put the line back into keychain-access-groups of {file}{isAfterFirst?, after the first entry|}:",
        "secondStep": "2. Nothing to sign: start the program again.",
        "secondStepSimulated": "2. Install that version by SimulatedDevice.upgrade(_:_:version:).",
        "thirdStep": "3. Move the items once, in the foreground:",
        "fourthStep": "4. {target?Name {target} in code, then remove|Remove} {group} in a later version, when no {version?{version}|older version} is left.",
        "duplicateInThirdStep": "-25299 in step 3 means that the new group already has an item with that key: choose which item to keep. Persistent references stay as they are.",
        "othersInThirdStep": "Step 3 moves every item of the class in {group}, also those of other programs: if the group is shared, give the service or account as well.",
      ])
}
