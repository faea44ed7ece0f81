// SPDX-License-Identifier: Apache-2.0 (table)

/// The codes of findings (spec/diagnostics.md 3): never reused, their meaning only ever narrowed.
extension FindingCode {
  package static let nothingToReport = FindingCode(1)
  package static let stateChangedSince = FindingCode(2)
  package static let moreKnownToOwner = FindingCode(3)
  package static let searchCutShort = FindingCode(4)
  package static let explainedInOtherStore = FindingCode(5)
  package static let duplicateDiffersOnlyInNonuniqueAttribute = FindingCode(101)
  package static let duplicateIdentical = FindingCode(102)
  package static let duplicateWithEmptyKeyAttribute = FindingCode(103)
  package static let duplicateTextAndDataAreEqual = FindingCode(104)
  package static let duplicateOfSynchronizableNotSearched = FindingCode(105)
  package static let duplicateInGroupNotSearched = FindingCode(106)
  package static let updateWouldMakeDuplicate = FindingCode(107)
  package static let duplicateOfRawCertificateOrKey = FindingCode(108)
  package static let duplicateByConcurrentAdd = FindingCode(109)
  package static let sameKeyElsewhereIsNotTheCause = FindingCode(110)
  package static let nothingOfThisClass = FindingCode(201)
  package static let earlierAddFailed = FindingCode(202)
  package static let existsInOtherClass = FindingCode(203)
  package static let attributeNarrowsToNothing = FindingCode(204)
  package static let valueDiffersInFormOnly = FindingCode(205)
  package static let valueKindNeverMatches = FindingCode(206)
  package static let inAnotherOfYourGroups = FindingCode(207)
  package static let inAGroupNotYours = FindingCode(208)
  package static let synchronizableNotSearched = FindingCode(209)
  package static let localExcluded = FindingCode(210)
  package static let skippedBecauseProtected = FindingCode(211)
  package static let protectionUsedAsFilter = FindingCode(212)
  package static let referenceToDeletedItem = FindingCode(213)
  package static let identityHalfMissing = FindingCode(214)
  package static let damagedRowSkipped = FindingCode(215)
  package static let limitZero = FindingCode(216)
  package static let deletedEarlier = FindingCode(217)
  package static let noTraceOfIt = FindingCode(218)
  package static let keyDestroyed = FindingCode(219)
  package static let matchFilterDroppedAll = FindingCode(220)
  package static let severalMatchOneReturned = FindingCode(221)
  package static let noDataInItem = FindingCode(222)
  package static let lockedNeedsUnlockedDevice = FindingCode(301)
  package static let beforeFirstUnlock = FindingCode(302)
  package static let oneLockedItemFailsTheSearch = FindingCode(303)
  package static let addNeedsTheClassKey = FindingCode(304)
  package static let slotHeldByLockedItem = FindingCode(305)
  package static let updateNeedsOldAndNewKey = FindingCode(306)
  package static let promptForbiddenByCall = FindingCode(307)
  package static let nobodyToAsk = FindingCode(308)
  package static let constrainedItemInBackground = FindingCode(309)
  package static let deleteTrap = FindingCode(310)
  package static let howToChangeProtection = FindingCode(311)
  package static let authenticationFailed = FindingCode(312)
  package static let cancelledByUser = FindingCode(313)
  package static let passcodeNeededForThisProtection = FindingCode(314)
  package static let protectionNotTestedHere = FindingCode(315)
  package static let evidenceExpired = FindingCode(316)
  package static let groupNotHeld = FindingCode(401)
  package static let groupLacksTeamPrefix = FindingCode(402)
  package static let groupSpelledDifferently = FindingCode(403)
  package static let noGroupsAtAll = FindingCode(404)
  package static let signatureNotValid = FindingCode(405)
  package static let groupRequestedNotGranted = FindingCode(406)
  package static let tokenGroupIsReadOnly = FindingCode(407)
  package static let identityFromFileName = FindingCode(408)
  package static let wildcardInGroup = FindingCode(409)
  package static let sharingPartnerMismatch = FindingCode(410)
  package static let defaultGroupIs = FindingCode(411)
  package static let restrictedCaller = FindingCode(412)
  package static let tokenErrorHiddenBySearch = FindingCode(413)
  package static let identityOnlyMeasured = FindingCode(414)
  package static let groupRemovedInThisVersion = FindingCode(501)
  package static let prefixChanged = FindingCode(502)
  package static let defaultGroupChanged = FindingCode(503)
  package static let identityChanged = FindingCode(504)
  package static let queryChangedSinceItWorked = FindingCode(505)
  package static let otherStoreThanBefore = FindingCode(506)
  package static let restoredOnAnotherDevice = FindingCode(507)
  package static let keybagReplaced = FindingCode(508)
  package static let itemsIntactElsewhere = FindingCode(509)
  package static let deleteAndReaddCannotHelp = FindingCode(510)
  package static let leftFromEarlierInstallation = FindingCode(511)
  package static let routedToFileKeychain = FindingCode(601)
  package static let limitDefaultDiffers = FindingCode(602)
  package static let lockedHiddenByOtherEngine = FindingCode(603)
  package static let fileKeychainLocked = FindingCode(604)
  package static let attributeIgnoredByFileKeychain = FindingCode(605)
  package static let enginesMixed = FindingCode(606)
  package static let alwaysDataProtectionHere = FindingCode(607)
  package static let notInSearchList = FindingCode(608)
  package static let fileAclRefuses = FindingCode(609)
  package static let attributeNotOfClass = FindingCode(701)
  package static let classMissingOrUnknown = FindingCode(702)
  package static let wrongValueKind = FindingCode(703)
  package static let unknownKey = FindingCode(704)
  package static let matchKeyInAdd = FindingCode(705)
  package static let matchKeyInUpdateOrDelete = FindingCode(706)
  package static let returnKeyInUpdate = FindingCode(707)
  package static let notAnAttributeInChanges = FindingCode(708)
  package static let accessibleAndAccessControl = FindingCode(709)
  package static let synchronizableThisDeviceOnly = FindingCode(710)
  package static let synchronizableAccessControl = FindingCode(711)
  package static let referenceMisused = FindingCode(712)
  package static let labelIsNotApplicationLabel = FindingCode(713)
  package static let searchBySecret = FindingCode(714)
  package static let limitOfWrongKind = FindingCode(715)
  package static let filterNotForClass = FindingCode(716)
  package static let filterHasNoEffect = FindingCode(717)
  package static let skipOnlyForSearch = FindingCode(718)
  package static let changingAccessControl = FindingCode(719)
  package static let synchronizableNeverSyncs = FindingCode(720)
  package static let dataMakesNoObject = FindingCode(721)
  package static let deleteBroaderThanOneItem = FindingCode(801)
  package static let deleteAfterInteractionRefused = FindingCode(802)
  package static let deleteThenAdd = FindingCode(803)
  package static let upsertOnNonuniqueAttribute = FindingCode(804)
  package static let dictionaryReused = FindingCode(805)
  package static let returnKeyWithoutResult = FindingCode(806)
  package static let nothingRequested = FindingCode(807)
  package static let limitNotGiven = FindingCode(808)
  package static let deprecatedAlways = FindingCode(809)
  package static let defaultProtection = FindingCode(810)
  package static let protectionMigratedWhileLocked = FindingCode(811)
  package static let sameFailureRepeated = FindingCode(812)
  package static let groupLeftToDefault = FindingCode(813)
  package static let manyPrompts = FindingCode(814)
  package static let largeSecret = FindingCode(815)
  package static let daemonUnreachable = FindingCode(901)
  package static let storeNewOrEmpty = FindingCode(902)
  package static let storePermissions = FindingCode(903)
  package static let storeNotWritable = FindingCode(904)
  package static let lockSummary = FindingCode(905)
  package static let noPromptAgent = FindingCode(906)
  package static let deviceKeyInAFile = FindingCode(907)
  package static let damagedItems = FindingCode(908)
  package static let environmentOverrides = FindingCode(909)
  package static let twoStores = FindingCode(910)
  package static let memoryNotLocked = FindingCode(912)
  package static let versionsDiffer = FindingCode(914)
  package static let storeIsTemporary = FindingCode(915)
  package static let tracingLeftOn = FindingCode(916)
  package static let clockSetBack = FindingCode(917)
}

extension FindingArticle {
  /// One row for each code, in their order.
  // swift-format-ignore
  package static let all: [FindingArticle] = [
    FindingArticle(.nothingToReport, "nothing-to-report", .info, "The call succeeds: {n} match(es), limit {l}.", ""),
    FindingArticle(.stateChangedSince, "state-changed-since", .info, "The store changed {n} time(s) / the lock state changed between the call and this report.", "Repeat with LATCHKEY_EXPLAIN."),
    FindingArticle(.moreKnownToOwner, "more-known-to-owner", .info, "Facts outside this program's rights bear on this.", "The owner of the store can run security explain --last --owner."),
    FindingArticle(.searchCutShort, "search-cut-short", .info, "Stopped after {n} candidate rows / {ms} ms; nearer items may exist.", "Add a selective attribute (acct, svce) or --all."),
    FindingArticle(.explainedInOtherStore, "explained-in-other-store", .warning, "The capture was made in store {a}; you are looking at {b}.", "Set LATCHKEY_HOME/LATCHKEY_SOCKET as the program had it."),
    FindingArticle(.duplicateDiffersOnlyInNonuniqueAttribute, "duplicate-differs-only-in-nonunique-attribute", .error, "The item exists already; {attrs} differ(s), but that does not make an item of this class unique.", "SecItemUpdate, printed (6.1)"),
    FindingArticle(.duplicateIdentical, "duplicate-identical", .error, "The same item was added before ({date}, by {identifier}).", "Update it, or do nothing if only its presence matters"),
    FindingArticle(.duplicateWithEmptyKeyAttribute, "duplicate-with-empty-key-attribute", .error, "{acct} is not given, so it is the empty text; the item with empty {acct} exists. Every add without it is the same item.", "Give each user an own kSecAttrAccount"),
    FindingArticle(.duplicateTextAndDataAreEqual, "duplicate-text-and-data-are-equal", .error, "{acct} is stored as {text} and given as {data}; for the key the bytes count, not the kind.", "Use one kind; update the item"),
    FindingArticle(.duplicateOfSynchronizableNotSearched, "duplicate-of-synchronizable-not-searched", .error, "You add with sync=1; a synchronizable item has this key. The search before had no kSecAttrSynchronizable and looked only at local items.", "Search with kSecAttrSynchronizableAny or true"),
    FindingArticle(.duplicateInGroupNotSearched, "duplicate-in-group-not-searched", .error, "The search named {group A}; the add went to {group B} ({default, as none was named}), where the item exists.", "Name kSecAttrAccessGroup in both"),
    FindingArticle(.updateWouldMakeDuplicate, "update-would-make-duplicate", .error, "The change gives {n} item(s) the primary key of another item ({id}).", "Delete or rename that one first; with {n} > 1 narrow the query"),
    FindingArticle(.duplicateOfRawCertificateOrKey, "duplicate-of-raw-certificate-or-key", .error, "Added as bytes: no attribute was read from them, so issuer, serial number … are empty, as in the item already there.", "Create the SecCertificate or SecKey first, add it with kSecValueRef"),
    FindingArticle(.duplicateByConcurrentAdd, "duplicate-by-concurrent-add", .error, "Your search answered not found at change {a}; {identifier} added the item at change {b}.", "Treat -25299 as \"update now\""),
    FindingArticle(.sameKeyElsewhereIsNotTheCause, "same-key-elsewhere-is-not-the-cause", .info, "The same {acct, svce} also exists in {group / local / synchronizable}; those are other items and never collide.", ""),
    FindingArticle(.nothingOfThisClass, "nothing-of-this-class", .error, "No item of class {genp} exists in your groups, and {identifier} never added one (history since {date}).", "Add it; check the status of SecItemAdd"),
    FindingArticle(.earlierAddFailed, "earlier-add-failed", .error, "The last SecItemAdd with this key failed: {status} ({ago}).", "Explain that one: security trace FILE --call N"),
    FindingArticle(.existsInOtherClass, "exists-in-other-class", .error, "In class {inet} {n} item(s) have {the same values}.", "Change kSecClass to {constant}"),
    FindingArticle(.attributeNarrowsToNothing, "attribute-narrows-to-nothing", .error, "Without {labl} the query matches {n} item(s); {labl} is {not stored / different} there.", "Remove {constant} from the search"),
    FindingArticle(.valueDiffersInFormOnly, "value-differs-in-form-only", .error, "{acct} matches if {letter case / surrounding blanks / Unicode form / trailing slash / port 0} is adapted.", "Normalise the value before add and search; matching is exact"),
    FindingArticle(.valueKindNeverMatches, "value-kind-never-matches", .error, "{invi} is given as text \"{…}\" and compared as text; stored values are numbers.", "Pass a {Number}"),
    FindingArticle(.inAnotherOfYourGroups, "in-another-of-your-groups", .error, "{n} item(s) match in {group}; your query names {group}.", "Remove or change kSecAttrAccessGroup"),
    FindingArticle(.inAGroupNotYours, "in-a-group-not-yours", .error, "{n} item(s) match in {group}, which {identifier} does not hold.", "6.3; or run the program that owns it"),
    FindingArticle(.synchronizableNotSearched, "synchronizable-not-searched", .error, "{n} item(s) match, but they are synchronizable; a query without kSecAttrSynchronizable looks only at local items.", "Add kSecAttrSynchronizable: kSecAttrSynchronizableAny"),
    FindingArticle(.localExcluded, "local-excluded", .error, "You ask for sync=1; {n} local item(s) match otherwise.", "Any or false"),
    FindingArticle(.skippedBecauseProtected, "skipped-because-protected", .error, "{n} item(s) matched and were left out, as kSecUseAuthenticationUISkip was given and they need a prompt.", "Use Fail to learn that they exist, Allow to ask"),
    FindingArticle(.protectionUsedAsFilter, "protection-used-as-filter", .error, "kSecAttrAccessible filters in a search; {n} item(s) match with protection {ck}.", "Remove it from the search"),
    FindingArticle(.referenceToDeletedItem, "reference-to-deleted-item", .error, "The item of this persistent reference was deleted at {date} {and added again with a new reference}.", "Keep references by SecItemUpdate instead of delete + add"),
    FindingArticle(.identityHalfMissing, "identity-half-missing", .error, "{The certificate has no key: no private key has klbl = {digest} / the key has no certificate / the key is not marked private}.", "Add the missing half by kSecValueRef"),
    FindingArticle(.damagedRowSkipped, "damaged-row-skipped", .error, "{n} matching item(s) cannot be opened: {authentication tag / decoding} failed.", "security doctor; restore a backup"),
    FindingArticle(.limitZero, "limit-zero", .error, "kSecMatchLimit is 0.", "1 or kSecMatchLimitAll"),
    FindingArticle(.deletedEarlier, "deleted-earlier", .error, "It existed. {identifier} deleted it at {date} with a SecItemDelete that removed {n} item(s) in one call.", "See K802 if {n} > 1"),
    FindingArticle(.noTraceOfIt, "no-trace-of-it", .error, "No item in your groups agrees with more than {k} of {m} conditions, and the change history knows none.", "The value itself is wrong, or it was added under another identity (K5xx)"),
    FindingArticle(.keyDestroyed, "key-destroyed", .error, "It existed until {date}: {the passcode was removed / the enrolled fingers changed / the keybag was replaced}, which destroys such items for good.", "Ask the user to sign in again, add anew"),
    FindingArticle(.matchFilterDroppedAll, "match-filter-dropped-all", .error, "{n} item(s) match; {kSecMatchPolicy / issuers / date / trust / e-mail / host} removed all.", "Per filter: what the certificate has"),
    FindingArticle(.severalMatchOneReturned, "several-match-one-returned", .warning, "{n} items match and kSecMatchLimit is {absent = one}; you got the oldest.", "Set the limit; or give {missing key attributes}"),
    FindingArticle(.noDataInItem, "no-data-in-item", .warning, "The item matched but was added without kSecValueData.", "Update it with data"),
    FindingArticle(.lockedNeedsUnlockedDevice, "locked-needs-unlocked-device", .error, "{n} matching item(s) have protection {ak}; the device is locked since {time}. They exist.", "Keep the item, try later; for background use K311"),
    FindingArticle(.beforeFirstUnlock, "before-first-unlock", .error, "Protection {ck}: usable after the first unlock since start; none happened since {boot}.", "Wait for the protected-data notification; never re-add"),
    FindingArticle(.oneLockedItemFailsTheSearch, "one-locked-item-fails-the-search", .error, "{k} of {n} matches are locked, so the whole search answers -25308; {n-k} are readable.", "Filter by kSecAttrAccessible, or narrow"),
    FindingArticle(.addNeedsTheClassKey, "add-needs-the-class-key", .error, "The new item would have protection {ak} {by default}; its key is not available while locked.", "Add in the foreground, or give kSecAttrAccessibleAfterFirstUnlock"),
    FindingArticle(.slotHeldByLockedItem, "slot-held-by-locked-item", .error, "An item with this key exists and is locked, so it cannot be judged; its protection ({ak}) decides, not yours ({ck}).", "As K301"),
    FindingArticle(.updateNeedsOldAndNewKey, "update-needs-old-and-new-key", .error, "Update re-encrypts: it needs {ak} to read {and ck to write}. Also for a change of label only.", "In the foreground"),
    FindingArticle(.promptForbiddenByCall, "prompt-forbidden-by-call", .error, "The item needs {user presence}; {kSecUseAuthenticationUIFail / interactionNotAllowed} forbids asking.", "Allow, or hand in an LAContext that has what is needed"),
    FindingArticle(.nobodyToAsk, "nobody-to-ask", .error, "The item needs {…} and no prompt is possible: {no terminal and no display / LATCHKEY_INTERACTION=never forbids it}.", "A terminal, a desktop, or a context with the credential; for services K309"),
    FindingArticle(.constrainedItemInBackground, "constrained-item-in-background", .error, "{biometryCurrentSet} can only be satisfied by a person in front of the device; the program is in the background.", "A second item without access control for background use"),
    FindingArticle(.deleteTrap, "delete-trap", .danger, "SecItemDelete would succeed now, the following SecItemAdd would not ({reason}). The secret would be lost.", "Do not delete on -25308"),
    FindingArticle(.howToChangeProtection, "how-to-change-protection", .info, "Protection can be changed in place.", "Recipe 6.2"),
    FindingArticle(.authenticationFailed, "authentication-failed", .error, "{biometry locked out after 5 attempts / nothing enrolled / no passcode / not recognised / wrong application password / throttled for {n} s / no answer before the deadline}. LA code {-8}.", "Per reason"),
    FindingArticle(.cancelledByUser, "cancelled-by-user", .error, "The person chose cancel.", "Not an error of the store: keep the item, offer again"),
    FindingArticle(.passcodeNeededForThisProtection, "passcode-needed-for-this-protection", .error, "{akpu} needs a passcode; none is set.", "Ask the user to set one, or another protection"),
    FindingArticle(.protectionNotTestedHere, "protection-not-tested-here", .info, "No passcode is set {profile without data protection}: this device never locks, a real one answers -25308 when locked.", "Test with SimulatedDevice.phone() + lock(); or --if locked"),
    FindingArticle(.evidenceExpired, "evidence-expired", .error, "The context was evaluated {n} s ago; evidence holds {600} s {or the lock ended it}.", "Evaluate again"),
    FindingArticle(.groupNotHeld, "group-not-held", .error, "{group} is not among the {n} groups of {identifier}.", "Line and command of 6.3"),
    FindingArticle(.groupLacksTeamPrefix, "group-lacks-team-prefix", .error, "You name {com.example.share}; you hold {ABCDE12345.com.example.share}.", "Use the full string in code"),
    FindingArticle(.groupSpelledDifferently, "group-spelled-differently", .error, "Nearest group you hold: {g}, {1 letter / letter case} away.", "Correct {code / entitlements}"),
    FindingArticle(.noGroupsAtAll, "no-groups-at-all", .error, "{program} has no access group: {no entitlements and no identifier / simulated without entitlements}.", "Sign with an identifier, or <program>.entitlements"),
    FindingArticle(.signatureNotValid, "signature-not-valid", .error, "Entitlements are ignored: {file changed after signing at byte … / team unknown / digest differs}.", "Sign again; security codesign -vv {program}"),
    FindingArticle(.groupRequestedNotGranted, "group-requested-not-granted", .error, "{file} lists {group}, the running program does not have it: {signed before the file was edited / team {t} may not claim prefix {p} / restricted without profile / app groups do not count in profile dataProtection}.", "Per reason"),
    FindingArticle(.tokenGroupIsReadOnly, "token-group-is-read-only", .error, "com.apple.token can be searched, never written {and is the only group you have}.", "Add an own group"),
    FindingArticle(.identityFromFileName, "identity-from-file-name", .warning, "No entitlements file: identifier adhoc.{name} comes from the executable's name; renaming it loses the items.", "<program>.entitlements"),
    FindingArticle(.wildcardInGroup, "wildcard-in-group", .error, "{TEAM.*} is a pattern for profiles, not a group.", "Write the group out"),
    FindingArticle(.sharingPartnerMismatch, "sharing-partner-mismatch", .error, "{A} and {B} do not share a group: {teams differ / A lacks g / B lacks g / spelled differently}.", "Both lines"),
    FindingArticle(.defaultGroupIs, "default-group-is", .info, "Without kSecAttrAccessGroup new items go to {group}: the first of {list}.", "Name the group"),
    FindingArticle(.restrictedCaller, "restricted-caller", .error, "{app clip rule / missing private entitlement {e}} for {key}.", "Remove {key}"),
    FindingArticle(.tokenErrorHiddenBySearch, "token-error-hidden-by-search", .info, "A search answers \"not found\" where a write answers -34018, because only the token group is held.", "K407"),
    FindingArticle(.identityOnlyMeasured, "identity-only-measured", .info, "The daemon knows {path} by measurement, not by a kernel anchor.", "code-identity.md"),
    FindingArticle(.groupRemovedInThisVersion, "group-removed-in-this-version", .error, "(keychain-access-groups is still there, one entry less.) {identifier} held {group} until {date}; {n} item(s) it created are there and untouched.", "Put the group back (line), migrate (6.4)"),
    FindingArticle(.prefixChanged, "prefix-changed", .error, "The same program ran as {OLD.id}; now {NEW.id}. {n} item(s) under the old prefix.", "Both groups in the list, migrate"),
    FindingArticle(.defaultGroupChanged, "default-group-changed", .error, "keychain-access-groups {was removed as a whole / has another first entry}: new items went to {a}, now to {b}. Searches in your groups still see {a}: {yes/no}.", "Restore the order, or name the group"),
    FindingArticle(.identityChanged, "identity-changed", .error, "{The executable was renamed / is signed now / is no longer signed}: identifier {adhoc.old} became {new}; {n} item(s) match there.", "Sign; security doctor --adopt OLD (the items move) or, with a daemon, security rebind OLD --to … (they stay), owner"),
    FindingArticle(.queryChangedSinceItWorked, "query-changed-since-it-worked", .error, "Entitlements are the same. The query that found it last ({date}, version {v}) had {no labl}; this one has {labl}.", "K204 fix"),
    FindingArticle(.otherStoreThanBefore, "other-store-than-before", .warning, "{identifier} was last seen in store {a} on {day}; this is {b}, chosen by {LATCHKEY_HOME}. {a} was not opened.", "Set the variable, or move the store"),
    FindingArticle(.restoredOnAnotherDevice, "restored-on-another-device", .error, "This store was restored from another device on {date}; {n} ThisDeviceOnly item(s) could not come along.", "Sign in again; use a class that migrates if it must"),
    FindingArticle(.keybagReplaced, "keybag-replaced", .error, "The keybag is younger than {n} row(s); they can never be opened.", "Restore the keybag from backup"),
    FindingArticle(.itemsIntactElsewhere, "items-intact-elsewhere", .info, "{n} item(s) created by this program exist in {group}; nothing was deleted.", ""),
    FindingArticle(.deleteAndReaddCannotHelp, "delete-and-readd-cannot-help", .warning, "SecItemDelete sees the same groups as the search; it would remove nothing, and the add would create a second item.", "K501 fix"),
    FindingArticle(.leftFromEarlierInstallation, "left-from-earlier-installation", .warning, "{n} item(s) are older than this installation ({date}). Items survive removal of a program.", "Clean up at first run if unwanted"),
    FindingArticle(.routedToFileKeychain, "routed-to-file-keychain", .warning, "The call went to file keychain(s) {list}, because {key / profile macos without kSecUseDataProtectionKeychain}.", "Set it true"),
    FindingArticle(.limitDefaultDiffers, "limit-default-differs", .warning, "No limit given. Copy returns one in both engines; update and delete act on all (data protection) or on one (file).", "Set the limit, key by primary key"),
    FindingArticle(.lockedHiddenByOtherEngine, "locked-hidden-by-other-engine", .error, "Data protection answered -25308, the file keychain -25300; the shim reports the second.", "K301; kSecUseDataProtectionKeychain true"),
    FindingArticle(.fileKeychainLocked, "file-keychain-locked", .error, "{login.keychain} is locked {since idle timeout / sleep}.", "security unlock-keychain {name}; settings"),
    FindingArticle(.attributeIgnoredByFileKeychain, "attribute-ignored-by-file-keychain", .warning, "{agrp, pdmn, atag} had no effect: the file engine ignores attributes it has no place for.", "Use the data-protection keychain"),
    FindingArticle(.enginesMixed, "engines-mixed", .warning, "Add went to {file}, the search to {data protection}: kSecUseDataProtectionKeychain differs.", "Set it in every call"),
    FindingArticle(.alwaysDataProtectionHere, "always-data-protection-here", .info, "Profile {ios}: kSecUseDataProtectionKeychain is always true; file-keychain rules do not apply.", ""),
    FindingArticle(.notInSearchList, "not-in-search-list", .error, "{build.keychain} exists, holds {n} match(es), and is not in the search list.", "security list-keychains -d user -s …"),
    FindingArticle(.fileAclRefuses, "file-acl-refuses", .error, "The item's access list does not trust {program} {partition {apple:} missing}; nobody can be asked.", "security set-key-partition-list -S … / -T"),
    FindingArticle(.attributeNotOfClass, "attribute-not-of-class", .error, "{atag} does not exist in class {genp}; it belongs to {keys}.", "{table 5.7}"),
    FindingArticle(.classMissingOrUnknown, "class-missing-or-unknown", .error, "kSecClass is {absent / not text / \"xxxx\"}.", "One of five constants"),
    FindingArticle(.wrongValueKind, "wrong-value-kind", .error, "{labl} must be {text or data}, got {Boolean}.", "Convert"),
    FindingArticle(.unknownKey, "unknown-key", .error, "{\"u_Foo\"} is not a key; {-50 / it is ignored, as every unknown match key is}. Nearest: {constant}.", "Remove, correct"),
    FindingArticle(.matchKeyInAdd, "match-key-in-add", .error, "{kSecMatchLimit} means nothing when adding {strict: refused; quirks: success and nothing stored}.", "Remove"),
    FindingArticle(.matchKeyInUpdateOrDelete, "match-key-in-update-or-delete", .warning, "{kSecMatchLimit} is {ignored: all {n} matches are acted on / refused}.", "Remove; give the full primary key"),
    FindingArticle(.returnKeyInUpdate, "return-key-in-update", .warning, "As K706 for kSecReturn…", "Remove"),
    FindingArticle(.notAnAttributeInChanges, "not-an-attribute-in-changes", .error, "Changes may hold attributes and kSecValueData only; {class} is neither.", "Move it to the query"),
    FindingArticle(.accessibleAndAccessControl, "accessible-and-access-control", .error, "Both given and they describe different protections; an access control made with no flags counts as different.", "Only kSecAttrAccessControl"),
    FindingArticle(.synchronizableThisDeviceOnly, "synchronizable-this-device-only", .error, "sync=1 and {kSecAttrTokenID} contradict each other.", "One of both"),
    FindingArticle(.synchronizableAccessControl, "synchronizable-access-control", .error, "A synchronizable item cannot ask for a person.", "One of both"),
    FindingArticle(.referenceMisused, "reference-misused", .error, "Persistent reference {with attributes / of class {c} / malformed / in add}.", "Reference alone"),
    FindingArticle(.labelIsNotApplicationLabel, "label-is-not-application-label", .warning, "labl is free text; what is computed from a key is klbl. {n} key(s) have klbl = your value.", "kSecAttrApplicationLabel"),
    FindingArticle(.searchBySecret, "search-by-secret", .warning, "kSecValueData in a search is ignored.", "Remove"),
    FindingArticle(.limitOfWrongKind, "limit-of-wrong-kind", .error, "kSecMatchLimit is {Boolean / \"1\" / 1.9}.", "Number or constant"),
    FindingArticle(.filterNotForClass, "filter-not-for-class", .error, "{kSecMatchIssuers} works on certificates and identities only (-4).", "Remove"),
    FindingArticle(.filterHasNoEffect, "filter-has-no-effect", .warning, "{kSecMatchCaseInsensitive} is accepted and ignored by the data-protection engine.", "Compare in code; K205"),
    FindingArticle(.skipOnlyForSearch, "skip-only-for-search", .error, "kSecUseAuthenticationUISkip is refused in {update}.", "Fail or Allow"),
    FindingArticle(.changingAccessControl, "changing-access-control", .warning, "Works here and on current Apple systems; Apple's engineers advise to set it once, at add.", "6.2"),
    FindingArticle(.synchronizableNeverSyncs, "synchronizable-never-syncs", .warning, "sync=1 and {aku}: stored, and never sent to another device; Apple's documentation forbids the combination.", "One of both"),
    FindingArticle(.dataMakesNoObject, "data-make-no-object", .error, "kSecReturnRef alone asks for an object, and the data of {item} make no key or certificate.", "kSecReturnData or kSecReturnAttributes beside it"),
    FindingArticle(.deleteBroaderThanOneItem, "delete-broader-than-one-item", .danger, "The delete {would remove / removed} {n} items: {acct} is open. (Danger for n ≥ 2; info for n ≤ 1 with an open key attribute: it will grow with the data.)", "Give all of {list}, or a persistent reference"),
    FindingArticle(.deleteAfterInteractionRefused, "delete-after-interaction-refused", .danger, "Read answered -25308, then this program deleted the item. It was not gone, only locked.", "On -25308 stop, keep, retry later"),
    FindingArticle(.deleteThenAdd, "delete-then-add", .warning, "The same key was deleted and added within {ms}: new persistent reference, other attributes lost, other devices see a deletion.", "SecItemUpdate, printed"),
    FindingArticle(.upsertOnNonuniqueAttribute, "upsert-on-nonunique-attribute", .warning, "{Searched by gena as well, then added / a search with the same attributes finds nothing}: two items that differ only there cannot exist, so \"search, then add\" ends in -25299.", "Search by {acct, svce, agrp, sync} only"),
    FindingArticle(.dictionaryReused, "dictionary-reused", .warning, "The dictionary of this call is that of the preceding failed {search} plus {v_Data}.", "A new dictionary for each call"),
    FindingArticle(.returnKeyWithoutResult, "return-key-without-result", .warning, "{kSecReturnData} is true and the result pointer is nil.", "Remove it"),
    FindingArticle(.nothingRequested, "nothing-requested", .info, "No kSecReturn key: success says only that something exists.", "Add one"),
    FindingArticle(.limitNotGiven, "limit-not-given", .info, "kSecMatchLimit is absent: search = one, delete and update = all.", "State it in searches"),
    FindingArticle(.deprecatedAlways, "deprecated-always", .warning, "kSecAttrAccessibleAlways…: readable without any unlock; deprecated.", "AfterFirstUnlock"),
    FindingArticle(.defaultProtection, "default-protection", .info, "No kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked; unusable while locked.", "State the class"),
    FindingArticle(.protectionMigratedWhileLocked, "protection-migrated-while-locked", .danger, "Protection is being changed by delete and add while locked or before first unlock.", "Foreground only, 6.2"),
    FindingArticle(.sameFailureRepeated, "same-failure-repeated", .warning, "The same call failed {n} times in {s} s.", "Stop retrying; wait for the state to change"),
    FindingArticle(.groupLeftToDefault, "group-left-to-default", .info, "You hold {n} groups and name none: goes to {first}, searches all.", "Name it where it matters"),
    FindingArticle(.manyPrompts, "many-prompts", .warning, "Limit all over {n} items that need a person: one refusal fails the whole search.", "Search attributes of others first, or one shared context"),
    FindingArticle(.largeSecret, "large-secret", .info, "{n} KiB of secret; the keychain is for small ones.", "Store a key here, the data in a file"),
    FindingArticle(.daemonUnreachable, "daemon-unreachable", .error, "Socket {path} is there, nobody answers ({errno}); the embedded store is *not* used instead.", "systemctl --user start latchkeyd, or unset LATCHKEY_SOCKET"),
    FindingArticle(.storeNewOrEmpty, "store-new-or-empty", .info, "{path} was created {ago}; no items.", "K506 if you expected some"),
    FindingArticle(.storePermissions, "store-permissions", .danger, "{path} is {readable by others / owned by {user}}.", "chmod 700 {path}"),
    FindingArticle(.storeNotWritable, "store-not-writable", .error, "{disk full / read-only file system / quota}.", "Free space"),
    FindingArticle(.lockSummary, "lock-summary", .info, "{unlocked; passcode set; first unlock 08:12; key in TPM}.", ""),
    FindingArticle(.noPromptAgent, "no-prompt-agent", .warning, "{n} item(s) need a person and nothing can show a prompt here.", "A terminal or desktop / install pinentry"),
    FindingArticle(.deviceKeyInAFile, "device-key-in-a-file", .warning, "The device key is a 0600 file: whoever copies the home directory has both halves.", "TPM or credential; set a passcode"),
    FindingArticle(.damagedItems, "damaged-items", .error, "{n} item(s) of {m} do not open: {classes, dates}. The others are unaffected.", "Backup; security check names them"),
    FindingArticle(.environmentOverrides, "environment-overrides", .info, "{LATCHKEY_PROFILE=ios} set by the environment.", ""),
    FindingArticle(.twoStores, "two-stores", .warning, "Stores at {a} and {b}; this program uses {a}.", "Merge: export, import"),
    FindingArticle(.memoryNotLocked, "memory-not-locked", .warning, "Secrets may reach swap: RLIMIT_MEMLOCK {n} KiB.", "Raise limit, encrypted swap"),
    FindingArticle(.versionsDiffer, "versions-differ", .warning, "Library {a}, daemon {b}: {feature} not available.", "Update"),
    FindingArticle(.storeIsTemporary, "store-is-temporary", .warning, "{path} is on {tmpfs / a container layer}: items vanish with it.", "Mount a volume; LATCHKEY_HOME"),
    FindingArticle(.tracingLeftOn, "tracing-left-on", .warning, "LATCHKEY_TRACE writes {n} MiB to {path} {values shown}.", "Unset"),
    FindingArticle(.clockSetBack, "clock-set-back", .info, "Newest change is {n} h in the future; mdat of new changes will be smaller.", "Set the clock"),
  ]
}
