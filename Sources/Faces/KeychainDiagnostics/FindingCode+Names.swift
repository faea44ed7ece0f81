// SPDX-License-Identifier: Apache-2.0 (table)

/// All codes by name (Specification/diagnostics.md, "Findings: the code table").
///
/// Each code has the text of its finding, in which the words in braces are replaced, and the
/// reason.
///
/// `Scripts/findings.sh` writes this list.
extension FindingCode {
  /// The call succeeds: {n} match(es), limit {l}.
  ///
  /// The report found nothing that stops the call.
  public static let nothingToReport = FindingCode(rawValue: "K001")
  /// The store changed {n} time(s) / the lock state changed between the call and this report.
  ///
  /// A report is made after the call, from the store as it is at that time.
  public static let stateChangedSince = FindingCode(rawValue: "K002")
  /// Facts about other programs are left out: only the owner of the store sees them.
  ///
  /// A program learns nothing about the items of other programs, not even whether there are any.
  public static let moreKnownToOwner = FindingCode(rawValue: "K003")
  /// Stopped after {n} candidate rows / {ms} ms; nearer items may exist.
  ///
  /// The number of compared rows is limited, so that a report is quick in a store of any size.
  public static let searchCutShort = FindingCode(rawValue: "K004")
  /// The capture was made in store {a}; you are looking at {b}.
  ///
  /// A capture holds the call of a program, not the items: explain it in the store where it was
  /// made.
  public static let explainedInOtherStore = FindingCode(rawValue: "K005")
  /// The item exists already; {attrs} differ(s), but that does not make an item of this class
  /// unique.
  ///
  /// The primary key identifies an item: for a password svce and acct, with group and sync. Other
  /// differences do not make another item.
  public static let duplicateDiffersOnlyInNonuniqueAttribute = FindingCode(rawValue: "K101")
  /// An identical item was added before ({date}, by {identifier}).
  ///
  /// Adding the same item a second time is never an update.
  public static let duplicateIdentical = FindingCode(rawValue: "K102")
  /// {acct} is not given, so it is the empty text; the item with empty {acct} exists.
  ///
  /// Every add without {acct} means that item. A key attribute that is not given counts as the
  /// empty text, so all adds without it mean one item.
  public static let duplicateWithEmptyKeyAttribute = FindingCode(rawValue: "K103")
  /// {acct} is stored as {text} and given as {data}; for the key the bytes count, not the kind.
  ///
  /// Text and data of the same bytes are one value in the key of an item.
  public static let duplicateTextAndDataAreEqual = FindingCode(rawValue: "K104")
  /// You add with sync=1; a synchronizable item has this key.
  ///
  /// The search before had no kSecAttrSynchronizable and looked only at local items. A query
  /// without kSecAttrSynchronizable looks only at local items; an add with it collides with the
  /// synchronizable item.
  public static let duplicateOfSynchronizableNotSearched = FindingCode(rawValue: "K105")
  /// The search named {group A}; the add went to {group B} ({the default, as the add named no
  /// group}), where the item exists.
  ///
  /// A search without a group looks at all groups of the program. An add without a group goes to
  /// the first.
  public static let duplicateInGroupNotSearched = FindingCode(rawValue: "K106")
  /// The change gives {n} item(s) the primary key of another item ({id}).
  ///
  /// Two items cannot have one primary key. An update changes all matching items, or nothing.
  public static let updateWouldMakeDuplicate = FindingCode(rawValue: "K107")
  /// The certificate or key was added as bytes: no attribute was read from them, so issuer, serial
  /// number … are empty, as in the existing item.
  ///
  /// Bytes alone are not read for attributes, so all certificates that are added as bytes have one
  /// empty key.
  public static let duplicateOfRawCertificateOrKey = FindingCode(rawValue: "K108")
  /// Your search answered not found at change {a}; {identifier} added the item at change {b}.
  ///
  /// Between a search and an add another program, or another thread, can add the item.
  public static let duplicateByConcurrentAdd = FindingCode(rawValue: "K109")
  /// An item with this {acct, svce} also exists in {group / local / synchronizable}; it is another
  /// item and never collides.
  ///
  /// Items in other groups have other keys, and so do synchronizable and local items.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let sameKeyElsewhereIsNotTheCause = FindingCode(rawValue: "K110")
  /// No item of class {genp} exists in your groups, and {identifier} never added one (history since
  /// {date}).
  ///
  /// The first add may never have happened, or its status was not checked.
  public static let nothingOfThisClass = FindingCode(rawValue: "K201")
  /// The last SecItemAdd with this key failed: {status} ({ago}).
  ///
  /// A refused add stores nothing, so a later search finds nothing.
  public static let earlierAddFailed = FindingCode(rawValue: "K202")
  /// In class {inet} {n} item(s) have {these values}.
  ///
  /// Each class has its own items: an internet password is not a generic password.
  public static let existsInOtherClass = FindingCode(rawValue: "K203")
  /// Without {labl} the query matches {n} item(s); {labl} is {not stored / different} there.
  ///
  /// An item must meet all conditions of a query. A condition that no item meets hides the items
  /// that meet the others.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let attributeNarrowsToNothing = FindingCode(rawValue: "K204")
  /// {acct} matches if {letter case / surrounding blanks / Unicode form / trailing slash / port 0}
  /// is adapted.
  ///
  /// Values are compared byte by byte: letter case, blanks and the form of Unicode count.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let valueDiffersInFormOnly = FindingCode(rawValue: "K205")
  /// {invi} is given as text "{…}" and compared as text; stored values are numbers.
  ///
  /// A value is compared as the kind that is given, and never equals a stored value of another
  /// kind.
  public static let valueKindNeverMatches = FindingCode(rawValue: "K206")
  /// {n} item(s) match in {group}; your query names {group}.
  ///
  /// A query that names a group looks only in that group.
  public static let inAnotherOfYourGroups = FindingCode(rawValue: "K207")
  /// {n} item(s) match in {group}, which {identifier} does not hold.
  ///
  /// A program sees the items of its own groups only.
  public static let inAGroupNotYours = FindingCode(rawValue: "K208")
  /// {n} item(s) match, but they are synchronizable; a query without kSecAttrSynchronizable looks
  /// only at local items.
  ///
  /// A query without kSecAttrSynchronizable means local items.
  public static let synchronizableNotSearched = FindingCode(rawValue: "K209")
  /// You ask for sync=1; {n} local item(s) match otherwise.
  ///
  /// A query with kSecAttrSynchronizable true finds only synchronizable items.
  public static let localExcluded = FindingCode(rawValue: "K210")
  /// {n} item(s) matched and were left out, as kSecUseAuthenticationUISkip was given and they need
  /// a prompt.
  ///
  /// kSecUseAuthenticationUISkip leaves out items that ask a person, as if they did not exist.
  public static let skippedBecauseProtected = FindingCode(rawValue: "K211")
  /// kSecAttrAccessible filters in a search; {n} item(s) match with protection {ck}.
  ///
  /// In a search kSecAttrAccessible is a condition that the stored item must meet.
  public static let protectionUsedAsFilter = FindingCode(rawValue: "K212")
  /// The item of this persistent reference was deleted at {date} {and added again with a new
  /// reference}.
  ///
  /// A persistent reference names one item for its whole life; an item that is added again is a new
  /// item.
  public static let referenceToDeletedItem = FindingCode(rawValue: "K213")
  /// {The certificate has no key: no private key has klbl = {digest} / the key has no certificate /
  /// the key is not marked private}.
  ///
  /// An identity is not an item of its own: it is a certificate whose pkhh equals the klbl of a
  /// private key.
  public static let identityHalfMissing = FindingCode(rawValue: "K214")
  /// {n} matching item(s) cannot be opened: {authentication tag / decoding} failed.
  ///
  /// An item that does not open with its keys was changed from outside, or by a failing disk.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let damagedRowSkipped = FindingCode(rawValue: "K215")
  /// kSecMatchLimit is 0.
  ///
  /// A limit of 0 asks for no item.
  public static let limitZero = FindingCode(rawValue: "K216")
  /// The item existed.
  ///
  /// {identifier} deleted it at {date} with a SecItemDelete that removed {n} item(s) in one call. A
  /// delete removes all items that match, not only one.
  public static let deletedEarlier = FindingCode(rawValue: "K217")
  /// No item in your groups agrees with more than {k} of {m} conditions, and the change history
  /// does not know the item.
  ///
  /// No item in your groups is near the query, and the history has no record of it.
  public static let noTraceOfIt = FindingCode(rawValue: "K218")
  /// The item existed until {date}: {the passcode was removed / the enrolled fingers changed / the
  /// keybag was replaced}, which destroys items bound to it for good.
  ///
  /// Some protections are bound to the passcode or to the enrolled fingers; when these go, so does
  /// the key.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let keyDestroyed = FindingCode(rawValue: "K219")
  /// {n} item(s) match; {kSecMatchPolicy / issuers / date / trust / e-mail / host} removed all.
  ///
  /// A filter is applied to the items that met all conditions.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let matchFilterDroppedAll = FindingCode(rawValue: "K220")
  /// {n} items match and kSecMatchLimit is {absent = one}; you got the oldest.
  ///
  /// Without a limit a search returns one item, the oldest.
  public static let severalMatchOneReturned = FindingCode(rawValue: "K221")
  /// The item matched but was added without kSecValueData.
  ///
  /// An item can be stored without a secret.
  public static let noDataInItem = FindingCode(rawValue: "K222")
  /// {n} matching item(s) have protection {ak}; the device is locked since {time}.
  ///
  /// They exist. The key of the protection class is not available while the device is locked. The
  /// item is not lost.
  public static let lockedNeedsUnlockedDevice = FindingCode(rawValue: "K301")
  /// Protection {ck}: usable after the first unlock since start; the device was not unlocked since
  /// {boot}.
  ///
  /// AfterFirstUnlock means once after each start.
  public static let beforeFirstUnlock = FindingCode(rawValue: "K302")
  /// {k} of {n} matches are locked, so the whole search answers -25308; {n-k} are readable.
  ///
  /// A search is answered as a whole: one locked match makes it fail.
  public static let oneLockedItemFailsTheSearch = FindingCode(rawValue: "K303")
  /// The new item would have protection {ak} {by default}; its key is not available while locked.
  ///
  /// A new item is encrypted under the key of its class, which is not available while the device is
  /// locked.
  public static let addNeedsTheClassKey = FindingCode(rawValue: "K304")
  /// An item with this key exists and is locked, so it cannot be compared; its protection ({ak})
  /// decides, not yours ({ck}).
  ///
  /// A locked item cannot be compared with the new item.
  public static let slotHeldByLockedItem = FindingCode(rawValue: "K305")
  /// Update re-encrypts: it needs {ak} to read {and ck to write}, even if only the label changes.
  ///
  /// Update opens an item and encrypts it anew, whatever is changed.
  public static let updateNeedsOldAndNewKey = FindingCode(rawValue: "K306")
  /// The item needs {user presence}; {kSecUseAuthenticationUIFail / interactionNotAllowed} forbids
  /// asking.
  ///
  /// The item asks a person before it opens, and the call forbids that.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let promptForbiddenByCall = FindingCode(rawValue: "K307")
  /// The item needs {…} and no prompt is possible: {no terminal and no display /
  /// LATCHKEY_INTERACTION=never forbids it}.
  ///
  /// Without a terminal or a display, or with LATCHKEY_INTERACTION=never, no person can be asked.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let nobodyToAsk = FindingCode(rawValue: "K308")
  /// {biometryCurrentSet} can only be satisfied by a person in front of the device; the program is
  /// in the background.
  ///
  /// A finger or a passcode is given by a person in front of the device.
  public static let constrainedItemInBackground = FindingCode(rawValue: "K309")
  /// SecItemDelete would succeed now, the following SecItemAdd would not ({reason}).
  ///
  /// The secret would be lost. A delete needs no class key, but an add does: if the add fails after
  /// the delete, the secret is lost.
  public static let deleteTrap = FindingCode(rawValue: "K310")
  /// Protection can be changed in place.
  ///
  /// SecItemUpdate of kSecAttrAccessible changes the protection and keeps everything else.
  public static let howToChangeProtection = FindingCode(rawValue: "K311")
  /// {biometry locked out after 5 attempts / nothing enrolled / no passcode / not recognised /
  /// wrong application password / throttled for {n} s / no answer before the deadline}.
  ///
  /// LA code {-8}. The person, the finger or the password did not meet the access control of the
  /// item.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let authenticationFailed = FindingCode(rawValue: "K312")
  /// The person chose cancel.
  ///
  /// A person may refuse a prompt.
  public static let cancelledByUser = FindingCode(rawValue: "K313")
  /// {akpu} needs a passcode, and no passcode is set.
  ///
  /// Some protections exist only while a passcode is set.
  public static let passcodeNeededForThisProtection = FindingCode(rawValue: "K314")
  /// No passcode is set {profile without data protection}: this device never locks, a real one
  /// answers -25308 when locked.
  ///
  /// A device without a passcode never locks, so a test on it proves nothing about a locked device.
  public static let protectionNotTestedHere = FindingCode(rawValue: "K315")
  /// The context was evaluated {n} s ago; evidence holds {600} s {or the lock ended it}.
  ///
  /// Evidence from a person is valid for a limited time, and ends when the device is locked.
  public static let evidenceExpired = FindingCode(rawValue: "K316")
  /// {group} is not among the {n} groups of {identifier}.
  ///
  /// A program may use the groups of its entitlements and no other.
  public static let groupNotHeld = FindingCode(rawValue: "K401")
  /// You name {com.example.share}; you hold {ABCDE12345.com.example.share}.
  ///
  /// A group's name begins with the prefix of a team.
  public static let groupLacksTeamPrefix = FindingCode(rawValue: "K402")
  /// Nearest group you hold: {g}, {1 letter / letter case} away.
  ///
  /// Names of groups are compared letter by letter.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let groupSpelledDifferently = FindingCode(rawValue: "K403")
  /// {program} has no access group: {no entitlements and no identifier / simulated without
  /// entitlements}.
  ///
  /// Without a group there is no place for an item.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let noGroupsAtAll = FindingCode(rawValue: "K404")
  /// Entitlements are ignored: {file changed after signing at byte … / team unknown / digest
  /// differs}.
  ///
  /// Entitlements count only if their source is valid. Otherwise the program has no entitlements.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let signatureNotValid = FindingCode(rawValue: "K405")
  /// {file} lists {group}, the running program does not have it: {signed before the file was edited
  /// / team {t} may not claim prefix {p} / restricted without profile / app groups do not count in
  /// profile dataProtection}.
  ///
  /// An entitlements file may list groups that the running program was not granted.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let groupRequestedNotGranted = FindingCode(rawValue: "K406")
  /// com.apple.token can be searched, never written {and is the only group you have}.
  ///
  /// Only the token itself makes its items.
  public static let tokenGroupIsReadOnly = FindingCode(rawValue: "K407")
  /// No entitlements file: identifier adhoc.{name} comes from the executable's name; renaming it
  /// loses the items.
  ///
  /// A program without entitlements is known by the name of its file.
  public static let identityFromFileName = FindingCode(rawValue: "K408")
  /// {TEAM.*} is a pattern for profiles, not a group.
  ///
  /// Patterns belong in profiles; a group has one exact name.
  public static let wildcardInGroup = FindingCode(rawValue: "K409")
  /// {A} and {B} do not share a group: {teams differ / A lacks g / B lacks g / spelled
  /// differently}.
  ///
  /// Two programs share the groups that the entitlements of both list.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let sharingPartnerMismatch = FindingCode(rawValue: "K410")
  /// Without kSecAttrAccessGroup new items go to {group}: the first of {list}.
  ///
  /// An add that names no group goes to the first group of the list.
  public static let defaultGroupIs = FindingCode(rawValue: "K411")
  /// {app clip rule / missing private entitlement {e}} for {key}.
  ///
  /// Some keys and groups are for programs with a special right.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let restrictedCaller = FindingCode(rawValue: "K412")
  /// A search answers "not found" where a write answers -34018, because only the token group is
  /// held.
  ///
  /// With only the token group, a search answers "not found" and a write is refused.
  public static let tokenErrorHiddenBySearch = FindingCode(rawValue: "K413")
  /// The daemon knows {path} by measurement, not by a kernel anchor.
  ///
  /// A measured file is known by its bytes, not by a signature.
  public static let identityOnlyMeasured = FindingCode(rawValue: "K414")
  /// (keychain-access-groups is still there, one entry less.) {identifier} held {group} until
  /// {date}; {n} item(s) it created are there and untouched.
  ///
  /// An item belongs to a group. A program that loses the group no longer sees the item, which
  /// stays in the store.
  public static let groupRemovedInThisVersion = FindingCode(rawValue: "K501")
  /// This program ran as {OLD.id} before; now it runs as {NEW.id}.
  ///
  /// Under the old prefix: {n} item(s). The team prefix is part of the name of every group.
  public static let prefixChanged = FindingCode(rawValue: "K502")
  /// keychain-access-groups {was removed as a whole / has another first entry}: new items went to
  /// {a}, now to {b}.
  ///
  /// Searches in your groups still see {a}: {yes/no}. New items go to the first group of the list.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let defaultGroupChanged = FindingCode(rawValue: "K503")
  /// {The executable was renamed / is signed now / is no longer signed}: identifier {adhoc.old}
  /// became {new}; {n} item(s) match there.
  ///
  /// Items belong to the identifier that made them; a renamed file makes another identifier.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let identityChanged = FindingCode(rawValue: "K504")
  /// An earlier search ({date}, version {v}) without {labl} found an item; this search has {labl}.
  ///
  /// The query has more conditions than an earlier search that found an item.
  public static let queryChangedSinceItWorked = FindingCode(rawValue: "K505")
  /// {identifier} was last seen in store {a} on {day}; this is {b}, chosen by {LATCHKEY_HOME}.
  ///
  /// {a} was not opened. Each store has its own items, and a variable or a directory chooses the
  /// store.
  public static let otherStoreThanBefore = FindingCode(rawValue: "K506")
  /// This store was restored from another device on {date}; {n} ThisDeviceOnly item(s) could not
  /// come along.
  ///
  /// ThisDeviceOnly items do not leave the device, not even in a backup.
  public static let restoredOnAnotherDevice = FindingCode(rawValue: "K507")
  /// The keybag is younger than {n} item(s), which can never be opened.
  ///
  /// Items open with the keybag under which they were written, and with no other.
  public static let keybagReplaced = FindingCode(rawValue: "K508")
  /// {n} item(s) created by this program exist in {group}; nothing was deleted.
  ///
  /// Nothing was deleted: the program does not see the group any more.
  public static let itemsIntactElsewhere = FindingCode(rawValue: "K509")
  /// SecItemDelete sees the same groups as the search; it would remove nothing, and the add would
  /// create a second item.
  ///
  /// A delete sees the groups that the search sees: it would remove nothing.
  public static let deleteAndReaddCannotHelp = FindingCode(rawValue: "K510")
  /// {n} item(s) are older than this installation ({date}).
  ///
  /// Items survive removal of a program. Items survive the removal of a program.
  public static let leftFromEarlierInstallation = FindingCode(rawValue: "K511")
  /// The call went to file keychain(s) {list}, because {key / profile macos without
  /// kSecUseDataProtectionKeychain}.
  ///
  /// On a Mac a call without kSecUseDataProtectionKeychain goes to the file keychains.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let routedToFileKeychain = FindingCode(rawValue: "K601")
  /// No limit given.
  ///
  /// Copy returns one in both engines; update and delete act on all (data protection) or on one
  /// (file). Without a limit the two engines act on different numbers of items.
  public static let limitDefaultDiffers = FindingCode(rawValue: "K602")
  /// Data protection answered -25308, the file keychain -25300; the shim reports the second.
  ///
  /// If both engines fail, the answer of the second is reported.
  public static let lockedHiddenByOtherEngine = FindingCode(rawValue: "K603")
  /// {login.keychain} is locked {since idle timeout / sleep}.
  ///
  /// A file keychain opens with its own password.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let fileKeychainLocked = FindingCode(rawValue: "K604")
  /// {agrp, pdmn, atag} had no effect: the file engine ignores attributes it has no place for.
  ///
  /// A file keychain has no place for groups and protections.
  public static let attributeIgnoredByFileKeychain = FindingCode(rawValue: "K605")
  /// The add went to {file}, the search to {data protection}: kSecUseDataProtectionKeychain
  /// differs.
  ///
  /// An item that is added to one engine is not found in the other.
  public static let enginesMixed = FindingCode(rawValue: "K606")
  /// Profile {ios}: kSecUseDataProtectionKeychain is always true; file-keychain rules do not apply.
  ///
  /// There is one engine in this profile.
  public static let alwaysDataProtectionHere = FindingCode(rawValue: "K607")
  /// {build.keychain} exists, holds {n} match(es), and is not in the search list.
  ///
  /// A search looks through the keychains of the search list.
  public static let notInSearchList = FindingCode(rawValue: "K608")
  /// The item's access list does not trust {program} {partition {apple:} missing}; no prompt is
  /// possible.
  ///
  /// An item of a file keychain has a list of the programs that may use it.
  public static let fileAclRefuses = FindingCode(rawValue: "K609")
  /// {build.keychain} is {in the search list / the default keychain / named}, and its file does not
  /// exist.
  ///
  /// A list of keychains has names; deleting a file with rm leaves its name there.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let fileKeychainMissing = FindingCode(rawValue: "K610")
  /// {atag} does not exist in class {genp}; it belongs to {keys}.
  ///
  /// Each class has its own attributes.
  public static let attributeNotOfClass = FindingCode(rawValue: "K701")
  /// kSecClass is {absent / not text / "xxxx"}.
  ///
  /// A call without a class does not say which items it means.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let classMissingOrUnknown = FindingCode(rawValue: "K702")
  /// {labl} must be {text or data}, got {Boolean}.
  ///
  /// Each attribute takes values of certain kinds.
  public static let wrongValueKind = FindingCode(rawValue: "K703")
  /// {"u_Foo"} is not a key; {-50 / it is ignored, as every unknown match key is}.
  ///
  /// Nearest: {constant}. An unknown key is refused or ignored.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let unknownKey = FindingCode(rawValue: "K704")
  /// {kSecMatchLimit} means nothing when adding {strict: refused; quirks: success and nothing
  /// stored}.
  ///
  /// A filter chooses among items; an add makes one.
  public static let matchKeyInAdd = FindingCode(rawValue: "K705")
  /// {kSecMatchLimit} is {ignored: all {n} matches are acted on / refused}.
  ///
  /// Update and delete act on all items that match.
  public static let matchKeyInUpdateOrDelete = FindingCode(rawValue: "K706")
  /// {kSecReturnData} is {ignored / refused}: this call returns nothing.
  ///
  /// Update and delete return no item.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let returnKeyInUpdate = FindingCode(rawValue: "K707")
  /// Changes may hold attributes and kSecValueData only; {class} is neither.
  ///
  /// Changes name new attributes and the new secret.
  public static let notAnAttributeInChanges = FindingCode(rawValue: "K708")
  /// kSecAttrAccessible and kSecAttrAccessControl describe different protections; an access control
  /// made with no flags counts as different.
  ///
  /// An access control has a protection of its own.
  public static let accessibleAndAccessControl = FindingCode(rawValue: "K709")
  /// sync=1 and {kSecAttrTokenID} contradict each other.
  ///
  /// An item that is bound to this device by more than its protection is not synchronized.
  public static let synchronizableThisDeviceOnly = FindingCode(rawValue: "K710")
  /// A synchronizable item cannot ask for a person.
  ///
  /// Another device cannot ask the person at this device.
  public static let synchronizableAccessControl = FindingCode(rawValue: "K711")
  /// Persistent reference {with attributes / of class {c} / malformed / in add}.
  ///
  /// A persistent reference names an item by itself.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let referenceMisused = FindingCode(rawValue: "K712")
  /// labl is free text; the value computed from a key is klbl.
  ///
  /// {n} key(s) have klbl = your value. labl is text for a person. klbl is computed from the key.
  public static let labelIsNotApplicationLabel = FindingCode(rawValue: "K713")
  /// kSecValueData in a search is ignored.
  ///
  /// Each secret is encrypted with its own key, so a search cannot compare secrets.
  public static let searchBySecret = FindingCode(rawValue: "K714")
  /// kSecMatchLimit is {Boolean / "1" / 1.9}.
  ///
  /// A limit is a number, or one of two constants.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let limitOfWrongKind = FindingCode(rawValue: "K715")
  /// {kSecMatchIssuers} works on certificates and identities only (-4).
  ///
  /// Trust, policy and issuers are properties of certificates.
  public static let filterNotForClass = FindingCode(rawValue: "K716")
  /// {kSecMatchCaseInsensitive} is accepted and ignored by the data-protection engine.
  ///
  /// The filter is accepted for old programs and does nothing.
  public static let filterHasNoEffect = FindingCode(rawValue: "K717")
  /// kSecUseAuthenticationUISkip is refused in {update}.
  ///
  /// Only a search can leave items out.
  public static let skipOnlyForSearch = FindingCode(rawValue: "K718")
  /// Changing an access control works here and on current Apple systems; Apple's engineers advise
  /// to set it once, at add.
  ///
  /// An access control is best set once, when the item is added.
  public static let changingAccessControl = FindingCode(rawValue: "K719")
  /// sync=1 and {aku}: stored, and never sent to another device; Apple's documentation forbids the
  /// combination.
  ///
  /// An item that is bound to this device is stored as synchronizable, and no other device ever
  /// gets it.
  public static let synchronizableNeverSyncs = FindingCode(rawValue: "K720")
  /// kSecReturnRef alone asks for an object, and the data of {item} make no key or certificate.
  ///
  /// An item of class keys or cert may hold any bytes.
  public static let dataMakeNoObject = FindingCode(rawValue: "K721")
  /// The delete {would remove / removed} {n} items: {acct} is not given.
  ///
  /// (Danger for n ≥ 2; info for n ≤ 1 without a key attribute: it will grow with the data.)
  /// SecItemDelete removes all items that match, and a key attribute that is not given matches any
  /// value.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let deleteBroaderThanOneItem = FindingCode(rawValue: "K801")
  /// A read answered -25308, then this program deleted the item.
  ///
  /// The item was not gone, only locked. -25308 says that an item exists and is locked.
  public static let deleteAfterInteractionRefused = FindingCode(rawValue: "K802")
  /// An item with this key was deleted and added again within {ms}: new persistent reference, other
  /// attributes lost, other devices see a deletion.
  ///
  /// A new item has a new reference, and lacks the attributes that were not given again.
  public static let deleteThenAdd = FindingCode(rawValue: "K803")
  /// {Searched by gena as well, then added / a search with the same attributes finds nothing}: two
  /// items that differ only there cannot exist, so "search, then add" ends in -25299.
  ///
  /// Attributes outside the primary key do not make two items.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let upsertOnNonuniqueAttribute = FindingCode(rawValue: "K804")
  /// This call uses the dictionary of the preceding failed {search}, plus {v_Data}.
  ///
  /// A dictionary that was made for a search has keys that do not belong in an add.
  public static let dictionaryReused = FindingCode(rawValue: "K805")
  /// {kSecReturnData} is true and the result pointer is nil.
  ///
  /// The call asks for a result and gives no place to return it.
  public static let returnKeyWithoutResult = FindingCode(rawValue: "K806")
  /// No kSecReturn key: success says only that something exists.
  ///
  /// A search returns only the results that its kSecReturn keys ask for.
  public static let nothingRequested = FindingCode(rawValue: "K807")
  /// kSecMatchLimit is absent: search = one, delete and update = all.
  ///
  /// Without a limit a search returns one item, and update and delete act on all.
  public static let limitNotGiven = FindingCode(rawValue: "K808")
  /// kSecAttrAccessibleAlways…: readable without any unlock; deprecated.
  ///
  /// An item that is readable without any unlock is protected by the disk alone.
  public static let deprecatedAlways = FindingCode(rawValue: "K809")
  /// No kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked; unusable while locked.
  ///
  /// Without kSecAttrAccessible an item is usable only while unlocked.
  public static let defaultProtection = FindingCode(rawValue: "K810")
  /// Protection is being changed by delete and add while locked or before first unlock.
  ///
  /// If the device is locked between delete and add, the secret is lost.
  public static let protectionMigratedWhileLocked = FindingCode(rawValue: "K811")
  /// This call failed {n} times in {s} s.
  ///
  /// The answer stays a refusal until the state changes.
  public static let sameFailureRepeated = FindingCode(rawValue: "K812")
  /// You hold {n} groups and name no group: an add goes to {first}, a search looks at all.
  ///
  /// Without a group, an add goes to the first group and a search looks at all.
  public static let groupLeftToDefault = FindingCode(rawValue: "K813")
  /// The limit is all, and {n} items need a person: one refusal fails the whole search.
  ///
  /// Each of these items asks a person, and one refusal fails the search.
  public static let manyPrompts = FindingCode(rawValue: "K814")
  /// The secret has {n} KiB; the keychain is for small secrets.
  ///
  /// Each secret is read and written whole.
  public static let largeSecret = FindingCode(rawValue: "K815")
  /// Socket {path} exists, but no daemon answers ({errno}); the embedded store is *not* used
  /// instead.
  ///
  /// A program that was told to use a daemon never uses a store of its own instead.
  public static let daemonUnreachable = FindingCode(rawValue: "K901")
  /// {path} was created {ago}; no items.
  ///
  /// A new store has no items yet.
  public static let storeNewOrEmpty = FindingCode(rawValue: "K902")
  /// {path} is {readable by others / owned by {user}}.
  ///
  /// A store that other users can read or own is not protected from them.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let storePermissions = FindingCode(rawValue: "K903")
  /// {disk full / read-only file system / quota}.
  ///
  /// A store that cannot be written refuses every change.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let storeNotWritable = FindingCode(rawValue: "K904")
  /// {unlocked; passcode set; first unlock 08:12; key in TPM}.
  ///
  /// Which items open depends on passcode and lock.
  public static let lockSummary = FindingCode(rawValue: "K905")
  /// {n} item(s) need a person and nothing can show a prompt here.
  ///
  /// Items with an access control ask a person, at a terminal or by pinentry.
  public static let noPromptAgent = FindingCode(rawValue: "K906")
  /// The device key is a 0600 file: whoever copies the home directory has both halves.
  ///
  /// A copy of the home directory contains the store and its key.
  public static let deviceKeyInAFile = FindingCode(rawValue: "K907")
  /// {n} item(s) of {m} do not open: {classes, dates}.
  ///
  /// The others are unaffected. An item that does not open was changed from outside, or by a
  /// failing disk.
  public static let damagedItems = FindingCode(rawValue: "K908")
  /// {LATCHKEY_PROFILE=ios} set by the environment.
  ///
  /// A variable changes the behaviour of a program.
  public static let environmentOverrides = FindingCode(rawValue: "K909")
  /// Stores at {a} and {b}; this program uses {a}.
  ///
  /// Two stores have two sets of items.
  public static let twoStores = FindingCode(rawValue: "K910")
  /// Secrets may reach swap: RLIMIT_MEMLOCK {n} KiB.
  ///
  /// Memory that is not locked may be written to swap.
  public static let memoryNotLocked = FindingCode(rawValue: "K912")
  /// Library {a}, daemon {b}: {feature} not available.
  ///
  /// Library and daemon are of two versions.
  public static let versionsDiffer = FindingCode(rawValue: "K914")
  /// {path} is on {tmpfs / a container layer}: items vanish with it.
  ///
  /// Items vanish with the file system that they are on.
  ///
  /// A slash in braces separates alternatives of the message.
  public static let storeIsTemporary = FindingCode(rawValue: "K915")
  /// LATCHKEY_TRACE writes {n} MiB to {path} {values shown}.
  ///
  /// A trace grows with every call.
  public static let tracingLeftOn = FindingCode(rawValue: "K916")
  /// Newest change is {n} h in the future; mdat of new changes will be smaller.
  ///
  /// Times of changes are taken from the clock.
  public static let clockSetBack = FindingCode(rawValue: "K917")
}
