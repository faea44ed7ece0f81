// SPDX-License-Identifier: Apache-2.0 (table)

/// All codes by name (Specification/diagnostics.md, "Findings: the code table").
///
/// The comment of a code has the reason of its finding, and its message in short.
///
/// `Scripts/findings.py` writes this list.
extension FindingCode {
  /// The report found nothing that stops the call.
  ///
  /// Message: "The call succeeds: {n} matches, limit {l}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let nothingToReport = FindingCode(rawValue: "K001")
  /// A report is made after the call, from the store as it is at that time.
  ///
  /// Message: "The store changed {n} time(s) / the lock state changed between the call and this
  /// report."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let stateChangedSince = FindingCode(rawValue: "K002")
  /// A program learns nothing about the items of other programs, not even whether there are any.
  ///
  /// Message: "Facts about other programs are left out: only the owner of the store sees them."
  public static let moreKnownToOwner = FindingCode(rawValue: "K003")
  /// The number of compared rows is limited, so that a report is quick in a store of any size.
  ///
  /// Message: "Stopped after {n} candidate rows / {ms} ms; nearer items may exist."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let searchCutShort = FindingCode(rawValue: "K004")
  /// A capture holds the call of a program, not the items: explain it in the store where it was
  /// made.
  ///
  /// Message: "The capture was made in store {a}; you are looking at {b}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let explainedInOtherStore = FindingCode(rawValue: "K005")
  /// The primary key identifies an item: for a password svce and acct, with group and sync.
  ///
  /// Other differences do not make another item.
  ///
  /// Message: "The item exists already; {attrs} differ(s), but that does not make an item of this
  /// class unique."
  ///
  /// Words in braces stand for values of the explained call.
  public static let duplicateDiffersOnlyInNonuniqueAttribute = FindingCode(rawValue: "K101")
  /// Adding the same item a second time is never an update.
  ///
  /// Message: "An identical item was added before{ ({date}{, by {identifier}})}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let duplicateIdentical = FindingCode(rawValue: "K102")
  /// A key attribute that is not given counts as the empty text, so all adds without it mean one
  /// item.
  ///
  /// Message: "{acct} is not given, so it is the empty text; the item with empty {acct} exists.
  /// Every add without {acct} means that item."
  ///
  /// Words in braces stand for values of the explained call.
  public static let duplicateWithEmptyKeyAttribute = FindingCode(rawValue: "K103")
  /// Text and data of the same bytes are one value in the key of an item.
  ///
  /// Message: "{acct} is stored as {text} and given as {data}; for the key the bytes count, not the
  /// kind."
  ///
  /// Words in braces stand for values of the explained call.
  public static let duplicateTextAndDataAreEqual = FindingCode(rawValue: "K104")
  /// A query without kSecAttrSynchronizable looks only at local items; an add with it collides with
  /// the synchronizable item.
  ///
  /// Message: "You add with sync=1; a synchronizable item has this key. The search before had no
  /// kSecAttrSynchronizable and looked only at local items."
  public static let duplicateOfSynchronizableNotSearched = FindingCode(rawValue: "K105")
  /// A search without a group looks at all groups of the program.
  ///
  /// An add without a group goes to the first.
  ///
  /// Message: "The search named {group A}; the add went to {group B} ({the default, as the add
  /// named no group}), where the item exists."
  ///
  /// Words in braces stand for values of the explained call.
  public static let duplicateInGroupNotSearched = FindingCode(rawValue: "K106")
  /// Two items cannot have one primary key.
  ///
  /// An update changes all matching items, or nothing.
  ///
  /// Message: "The change gives {n} items the primary key of another item ({id})."
  ///
  /// Words in braces stand for values of the explained call.
  public static let updateWouldMakeDuplicate = FindingCode(rawValue: "K107")
  /// Bytes alone are not read for attributes, so all certificates that are added as bytes have one
  /// empty key.
  ///
  /// Message: "The certificate or key was added as bytes: no attribute was read from them, so
  /// issuer, serial number and the like are empty, as in the existing item."
  public static let duplicateOfRawCertificateOrKey = FindingCode(rawValue: "K108")
  /// Between a search and an add another program, or another thread, can add the item.
  ///
  /// Message: "Your search answered not found at change {a}; {identifier} added the item at change
  /// {b}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let duplicateByConcurrentAdd = FindingCode(rawValue: "K109")
  /// Items in other groups have other keys, and so do synchronizable and local items.
  ///
  /// Message: "An item with this {acct, svce} also exists in {group / local / synchronizable}; it
  /// is another item and never collides."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let sameKeyElsewhereIsNotTheCause = FindingCode(rawValue: "K110")
  /// The first add may never have happened, or its status was not checked.
  ///
  /// Message: "No item of class {genp} exists in your groups, and {identifier} never added one
  /// (history since {date})."
  ///
  /// Words in braces stand for values of the explained call.
  public static let nothingOfThisClass = FindingCode(rawValue: "K201")
  /// A refused add stores nothing, so a later search finds nothing.
  ///
  /// Message: "The last SecItemAdd with this key failed: {status} ({ago})."
  ///
  /// Words in braces stand for values of the explained call.
  public static let earlierAddFailed = FindingCode(rawValue: "K202")
  /// Each class has its own items: an internet password is not a generic password.
  ///
  /// Message: "In class {inet} {n} items have {these values}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let existsInOtherClass = FindingCode(rawValue: "K203")
  /// An item must meet all conditions of a query.
  ///
  /// A condition that no item meets hides the items that meet the others.
  ///
  /// Message: "Without {labl} the query matches {n} item(s); {labl} is {not stored / different}
  /// there."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let attributeNarrowsToNothing = FindingCode(rawValue: "K204")
  /// Values are compared byte by byte: letter case, blanks and the form of Unicode count.
  ///
  /// Message: "{acct} matches if {letter case / surrounding blanks / Unicode form / trailing slash
  /// / port 0} is adapted."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let valueDiffersInFormOnly = FindingCode(rawValue: "K205")
  /// A value is compared as the kind that is given, and never equals a stored value of another
  /// kind.
  ///
  /// Message: "{invi} is given as text "{…}" and compared as text; stored values are numbers."
  ///
  /// Words in braces stand for values of the explained call.
  public static let valueKindNeverMatches = FindingCode(rawValue: "K206")
  /// A query that names a group looks only in that group.
  ///
  /// Message: "{n} item(s) match in {group}; your query names {group}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let inAnotherOfYourGroups = FindingCode(rawValue: "K207")
  /// A program sees the items of its own groups only.
  ///
  /// Message: "{n} items match in {group}, which {identifier} does not hold."
  ///
  /// Words in braces stand for values of the explained call.
  public static let inAGroupNotYours = FindingCode(rawValue: "K208")
  /// A query without kSecAttrSynchronizable means local items.
  ///
  /// Message: "{n} items match and are synchronizable; a query without kSecAttrSynchronizable looks
  /// only at local items."
  ///
  /// Words in braces stand for values of the explained call.
  public static let synchronizableNotSearched = FindingCode(rawValue: "K209")
  /// A query with kSecAttrSynchronizable true finds only synchronizable items.
  ///
  /// Message: "You ask for sync=1; {n} local item(s) match otherwise."
  ///
  /// Words in braces stand for values of the explained call.
  public static let localExcluded = FindingCode(rawValue: "K210")
  /// kSecUseAuthenticationUISkip leaves out items that ask a person, as if they did not exist.
  ///
  /// Message: "{n} items matched and were left out: kSecUseAuthenticationUISkip was given and they
  /// need a prompt."
  ///
  /// Words in braces stand for values of the explained call.
  public static let skippedBecauseProtected = FindingCode(rawValue: "K211")
  /// In a search kSecAttrAccessible is a condition that the stored item must meet.
  ///
  /// Message: "kSecAttrAccessible filters in a search; {n} items match with protection {ck}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let protectionUsedAsFilter = FindingCode(rawValue: "K212")
  /// A persistent reference names one item for its whole life; an item that is added again is a new
  /// item.
  ///
  /// Message: "The item of this persistent reference was deleted at {date}{ and added again with a
  /// new reference}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let referenceToDeletedItem = FindingCode(rawValue: "K213")
  /// An identity is a certificate with its private key; it is not an item of its own.
  ///
  /// Message: "{The certificate has no key: no private key has klbl = {digest} / the key has no
  /// certificate / the key is not marked private}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let identityHalfMissing = FindingCode(rawValue: "K214")
  /// An item that does not open with its keys was changed from outside, or by a failing disk.
  ///
  /// Message: "{n} matching items cannot be opened: {decoding / the authentication tag} failed."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let damagedRowSkipped = FindingCode(rawValue: "K215")
  /// A limit of 0 asks for no item.
  ///
  /// Message: "kSecMatchLimit is 0."
  public static let limitZero = FindingCode(rawValue: "K216")
  /// A delete removes all items that match, not only one.
  ///
  /// Message: "The item existed. {identifier} deleted it at {date} with a SecItemDelete that
  /// removed {n} item(s) in one call."
  ///
  /// Words in braces stand for values of the explained call.
  public static let deletedEarlier = FindingCode(rawValue: "K217")
  /// No item in your groups is near the query, and the history has no record of it.
  ///
  /// Message: "No item in your groups agrees with more than {k} of {m} conditions, and the change
  /// history does not know the item."
  ///
  /// Words in braces stand for values of the explained call.
  public static let noTraceOfIt = FindingCode(rawValue: "K218")
  /// Some protections are bound to the passcode or to the enrolled fingers; when these go, so does
  /// the key.
  ///
  /// Message: "The item existed until {date}: {the passcode was removed / the enrolled fingers
  /// changed / the keybag was replaced}, which destroys items bound to it for good."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let keyDestroyed = FindingCode(rawValue: "K219")
  /// A filter is applied to the items that met all conditions.
  ///
  /// Message: "{n} item(s) match; {kSecMatchPolicy / issuers / date / trust / e-mail / host}
  /// removed all."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let matchFilterDroppedAll = FindingCode(rawValue: "K220")
  /// Without a limit a search returns one item, the oldest.
  ///
  /// Message: "{n} items match and kSecMatchLimit is {absent = one}; you got the oldest."
  ///
  /// Words in braces stand for values of the explained call.
  public static let severalMatchOneReturned = FindingCode(rawValue: "K221")
  /// An item can be stored without a secret.
  ///
  /// Message: "The item matched but was added without kSecValueData."
  public static let noDataInItem = FindingCode(rawValue: "K222")
  /// The key of the protection class is not available while the device is locked.
  ///
  /// The item is not lost.
  ///
  /// Message: "{n} matching items have protection {ak} (when unlocked); the device is locked. The
  /// items exist and are intact."
  ///
  /// Words in braces stand for values of the explained call.
  public static let lockedNeedsUnlockedDevice = FindingCode(rawValue: "K301")
  /// AfterFirstUnlock means once after each start.
  ///
  /// Message: "Protection {ck}: usable after the first unlock since start; the device was not
  /// unlocked since {boot}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let beforeFirstUnlock = FindingCode(rawValue: "K302")
  /// A search is answered as a whole: one locked match makes it fail.
  ///
  /// Message: "{k} of {n} matches are locked, so the whole search answers -25308; {n-k} are
  /// readable."
  ///
  /// Words in braces stand for values of the explained call.
  public static let oneLockedItemFailsTheSearch = FindingCode(rawValue: "K303")
  /// A new item is encrypted under the key of its class, which is not available while the device is
  /// locked.
  ///
  /// Message: "The new item would have protection {ak}{ by default}; its key is not available while
  /// locked."
  ///
  /// Words in braces stand for values of the explained call.
  public static let addNeedsTheClassKey = FindingCode(rawValue: "K304")
  /// A locked item cannot be compared with the new item.
  ///
  /// Message: "An item with this key exists and is locked, so it cannot be compared; its protection
  /// ({ak}) decides, not yours ({ck})."
  ///
  /// Words in braces stand for values of the explained call.
  public static let slotHeldByLockedItem = FindingCode(rawValue: "K305")
  /// Update opens an item and encrypts it anew, whatever is changed.
  ///
  /// Message: "Update re-encrypts: it needs {ak} to read {and ck to write}, even if only the label
  /// changes."
  ///
  /// Words in braces stand for values of the explained call.
  public static let updateNeedsOldAndNewKey = FindingCode(rawValue: "K306")
  /// The item asks a person before it opens, and the call forbids that.
  ///
  /// Message: "{n} matching items need {user presence}; {kSecUseAuthenticationUIFail /
  /// interactionNotAllowed} forbids asking."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let promptForbiddenByCall = FindingCode(rawValue: "K307")
  /// Without a terminal or a display, or with LATCHKEY_INTERACTION=never, no person can be asked.
  ///
  /// Message: "The item needs {…} and no prompt is possible: {no terminal and no display /
  /// LATCHKEY_INTERACTION=never forbids it}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let nobodyToAsk = FindingCode(rawValue: "K308")
  /// A finger or a passcode is given by a person in front of the device.
  ///
  /// Message: "{biometryCurrentSet} can only be satisfied by a person in front of the device; the
  /// program is in the background."
  ///
  /// Words in braces stand for values of the explained call.
  public static let constrainedItemInBackground = FindingCode(rawValue: "K309")
  /// A delete needs no class key, but an add does: if the add fails after the delete, the secret is
  /// lost.
  ///
  /// Message: "SecItemDelete would succeed now, the following SecItemAdd would not ({reason}). The
  /// secret would be lost."
  ///
  /// Words in braces stand for values of the explained call.
  public static let deleteTrap = FindingCode(rawValue: "K310")
  /// SecItemUpdate of kSecAttrAccessible changes the protection and keeps everything else.
  ///
  /// Message: "Protection can be changed in place."
  public static let howToChangeProtection = FindingCode(rawValue: "K311")
  /// The person, the finger or the password did not meet the access control of the item.
  ///
  /// Message: "{biometry locked out after 5 attempts / nothing enrolled / no passcode / not
  /// recognised / wrong application password / throttled for {n} s / no answer before the
  /// deadline}. LA code {-8}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let authenticationFailed = FindingCode(rawValue: "K312")
  /// A person may refuse a prompt.
  ///
  /// Message: "The person chose cancel."
  public static let cancelledByUser = FindingCode(rawValue: "K313")
  /// Some protections exist only while a passcode is set.
  ///
  /// Message: "{akpu} needs a passcode, and no passcode is set."
  ///
  /// Words in braces stand for values of the explained call.
  public static let passcodeNeededForThisProtection = FindingCode(rawValue: "K314")
  /// A device without a passcode never locks, so a test on it proves nothing about a locked device.
  ///
  /// Message: "No passcode is set: this device never locks, a real one answers -25308 when locked."
  public static let protectionNotTestedHere = FindingCode(rawValue: "K315")
  /// Evidence from a person is valid for a limited time, and ends when the device is locked.
  ///
  /// Message: "The context was evaluated {n} s ago; evidence holds {600} s {or the lock ended it}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let evidenceExpired = FindingCode(rawValue: "K316")
  /// A program may use the groups of its entitlements and no other.
  ///
  /// Message: "{group} is not among the {n} groups of {identifier}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let groupNotHeld = FindingCode(rawValue: "K401")
  /// The whole name of a group begins with a team's prefix, which the named group lacks.
  ///
  /// Message: "You name {com.example.share}; you hold {ABCDE12345.com.example.share}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let groupLacksTeamPrefix = FindingCode(rawValue: "K402")
  /// Names of groups are compared letter by letter.
  ///
  /// Message: "Nearest group you hold: {g}, {1 letter / letter case} away."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let groupSpelledDifferently = FindingCode(rawValue: "K403")
  /// Without a group there is no place for an item.
  ///
  /// Message: "{program} has no access group: {no entitlements and no identifier / simulated
  /// without entitlements}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let noGroupsAtAll = FindingCode(rawValue: "K404")
  /// Entitlements count only if their source is valid.
  ///
  /// Otherwise the program has no entitlements.
  ///
  /// Message: "Entitlements are ignored: {file changed after signing at byte … / team unknown /
  /// digest differs}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let signatureNotValid = FindingCode(rawValue: "K405")
  /// An entitlements file may list groups that the running program was not granted.
  ///
  /// Message: "{file} lists {group}, the running program does not have it: {signed before the file
  /// was edited / team {t} may not claim prefix {p} / restricted without profile / app groups do
  /// not count in profile dataProtection}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let groupRequestedNotGranted = FindingCode(rawValue: "K406")
  /// Only the token itself makes its items.
  ///
  /// Message: "com.apple.token can be searched, never written {and is the only group you have}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let tokenGroupIsReadOnly = FindingCode(rawValue: "K407")
  /// A program without entitlements is known by the name of its file.
  ///
  /// Message: "No entitlements file: the identifier {adhoc.mailsync} comes from the name of the
  /// executable; renaming it loses the items."
  ///
  /// Words in braces stand for values of the explained call.
  public static let identityFromFileName = FindingCode(rawValue: "K408")
  /// Patterns belong in profiles; a group has one exact name.
  ///
  /// Message: "{TEAM.*} is a pattern for profiles, not a group."
  ///
  /// Words in braces stand for values of the explained call.
  public static let wildcardInGroup = FindingCode(rawValue: "K409")
  /// Two programs share the groups that the entitlements of both list.
  ///
  /// Message: "{A} and {B} do not share a group: {teams differ / A lacks g / B lacks g / spelled
  /// differently}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let sharingPartnerMismatch = FindingCode(rawValue: "K410")
  /// An add that names no group goes to the first group of the list.
  ///
  /// Message: "Without kSecAttrAccessGroup new items go to {group}: the first of {list}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let defaultGroupIs = FindingCode(rawValue: "K411")
  /// Some keys and groups are for programs with a special right.
  ///
  /// Message: "{app clip rule / missing private entitlement {e}} for {key}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let restrictedCaller = FindingCode(rawValue: "K412")
  /// With only the token group, a search answers "not found" and a write is refused.
  ///
  /// Message: "A search answers "not found" where a write answers -34018, because only the token
  /// group is held."
  public static let tokenErrorHiddenBySearch = FindingCode(rawValue: "K413")
  /// A measured file is known by its bytes, not by a signature.
  ///
  /// Message: "The daemon knows {path} by measurement, not by a kernel anchor."
  ///
  /// Words in braces stand for values of the explained call.
  public static let identityOnlyMeasured = FindingCode(rawValue: "K414")
  /// An item belongs to a group.
  ///
  /// A program that loses the group no longer sees the item, which stays in the store.
  ///
  /// Message: "(keychain-access-groups is still there, one entry less.) {identifier} held {group}
  /// until {date}; {n} item(s) it created are there and untouched."
  ///
  /// Words in braces stand for values of the explained call.
  public static let groupRemovedInThisVersion = FindingCode(rawValue: "K501")
  /// The team prefix is part of the name of every group.
  ///
  /// Message: "This program ran as {OLD.id} before; now it runs as {NEW.id}. Under the old prefix:
  /// {n} items."
  ///
  /// Words in braces stand for values of the explained call.
  public static let prefixChanged = FindingCode(rawValue: "K502")
  /// New items go to the first group of the list.
  ///
  /// Message: "keychain-access-groups {was removed as a whole / has another first entry}: new items
  /// went to {a}, now to {b}. Searches in your groups still see {a}: {yes/no}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let defaultGroupChanged = FindingCode(rawValue: "K503")
  /// Items belong to the identifier that made them; a renamed file makes another identifier.
  ///
  /// Message: "{The executable was renamed / is signed now / is no longer signed}: identifier
  /// {adhoc.old} became {new}; {n} item(s) match there."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let identityChanged = FindingCode(rawValue: "K504")
  /// The query has more conditions than an earlier search that found an item.
  ///
  /// Message: "An earlier search ({date}{, version {version}}) without {labl} found an item; this
  /// search has {labl}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let queryChangedSinceItWorked = FindingCode(rawValue: "K505")
  /// Each store has its own items, and a variable or a directory chooses the store.
  ///
  /// Message: "{identifier} was last seen in store {a} on {day}; this is {b}, chosen by
  /// {LATCHKEY_HOME}. {a} was not opened."
  ///
  /// Words in braces stand for values of the explained call.
  public static let otherStoreThanBefore = FindingCode(rawValue: "K506")
  /// ThisDeviceOnly items do not leave the device, not even in a backup.
  ///
  /// Message: "This store was restored from another device on {date}; {n} ThisDeviceOnly items
  /// could not come along."
  ///
  /// Words in braces stand for values of the explained call.
  public static let restoredOnAnotherDevice = FindingCode(rawValue: "K507")
  /// Items open with the keybag under which they were written, and with no other.
  ///
  /// Message: "The keybag is younger than {n} items, which can never be opened."
  ///
  /// Words in braces stand for values of the explained call.
  public static let keybagReplaced = FindingCode(rawValue: "K508")
  /// Nothing was deleted: the program does not see the group any more.
  ///
  /// Message: "{n} items created by this program exist in {group}; nothing was deleted."
  ///
  /// Words in braces stand for values of the explained call.
  public static let itemsIntactElsewhere = FindingCode(rawValue: "K509")
  /// A delete sees the groups that the search sees: it would remove nothing.
  ///
  /// Message: "SecItemDelete sees the same groups as the search; it would remove nothing, and the
  /// add would create a second item."
  public static let deleteAndReaddCannotHelp = FindingCode(rawValue: "K510")
  /// Items survive the removal of a program.
  ///
  /// Message: "{n} items are older than this installation ({date}). Items survive removal of a
  /// program."
  ///
  /// Words in braces stand for values of the explained call.
  public static let leftFromEarlierInstallation = FindingCode(rawValue: "K511")
  /// On a Mac a call without kSecUseDataProtectionKeychain goes to the file keychains.
  ///
  /// Message: "The call went to file keychain(s) {list}, because {key / profile macos without
  /// kSecUseDataProtectionKeychain}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let routedToFileKeychain = FindingCode(rawValue: "K601")
  /// Without a limit the two engines act on different numbers of items.
  ///
  /// Message: "No limit given. Copy returns one in both engines; update and delete act on all (data
  /// protection) or on one (file)."
  public static let limitDefaultDiffers = FindingCode(rawValue: "K602")
  /// If both engines refuse, the second answer is reported.
  ///
  /// Message: "Data protection answered -25308, the file keychain -25300; the shim reports the
  /// second."
  public static let lockedHiddenByOtherEngine = FindingCode(rawValue: "K603")
  /// A file keychain opens with its own password.
  ///
  /// Message: "{login.keychain} is locked {since idle timeout / sleep}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let fileKeychainLocked = FindingCode(rawValue: "K604")
  /// A keychain file ignores attributes for which it has no place.
  ///
  /// Message: "{agrp, pdmn, atag} had no effect: the file engine ignores attributes it has no place
  /// for."
  ///
  /// Words in braces stand for values of the explained call.
  public static let attributeIgnoredByFileKeychain = FindingCode(rawValue: "K605")
  /// An item that is added to one engine is not found in the other.
  ///
  /// Message: "The add went to {file}, the search to {data protection}:
  /// kSecUseDataProtectionKeychain differs."
  ///
  /// Words in braces stand for values of the explained call.
  public static let enginesMixed = FindingCode(rawValue: "K606")
  /// There is one engine in this profile.
  ///
  /// Message: "Profile {ios}: kSecUseDataProtectionKeychain is always true; file-keychain rules do
  /// not apply."
  ///
  /// Words in braces stand for values of the explained call.
  public static let alwaysDataProtectionHere = FindingCode(rawValue: "K607")
  /// Without the name of a keychain, a call looks through the search list.
  ///
  /// Message: "{keychain} has {n} matching items, and is not in the search list."
  ///
  /// Words in braces stand for values of the explained call.
  public static let notInSearchList = FindingCode(rawValue: "K608")
  /// An item of a file keychain has a list of the programs that may use it.
  ///
  /// Message: "The access list of the item in {keychain} does not trust {program}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let fileAclRefuses = FindingCode(rawValue: "K609")
  /// A list of keychains has names; deleting a file with rm leaves its name there.
  ///
  /// Message: "{build.keychain} is {in the search list / the default keychain / named}, and its
  /// file does not exist."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let fileKeychainMissing = FindingCode(rawValue: "K610")
  /// Each class has its own attributes.
  ///
  /// Message: "{atag} does not exist in class {genp}; it belongs to {keys}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let attributeNotOfClass = FindingCode(rawValue: "K701")
  /// A call without a class does not say which items it means.
  ///
  /// Message: "kSecClass is {absent / not text / "xxxx"}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let classMissingOrUnknown = FindingCode(rawValue: "K702")
  /// Each attribute takes values of certain kinds.
  ///
  /// Message: "{labl} must be {text or data}, got {Boolean}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let wrongValueKind = FindingCode(rawValue: "K703")
  /// An unknown key is refused or ignored.
  ///
  /// Message: ""{u_Foo}" is not a key; {-50 / it is ignored, as every unknown match key is}.
  /// Nearest: {constant}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let unknownKey = FindingCode(rawValue: "K704")
  /// A filter chooses among items; an add makes one.
  ///
  /// Message: "{kSecMatchLimit} means nothing when adding: {refused, or in the profile quirks
  /// success and nothing stored}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let matchKeyInAdd = FindingCode(rawValue: "K705")
  /// Update and delete act on all items that match.
  ///
  /// Message: "{kSecMatchLimit} is {ignored: all {n} matches are acted on / refused}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let matchKeyInUpdateOrDelete = FindingCode(rawValue: "K706")
  /// Update and delete return no item.
  ///
  /// Message: "{kSecReturnData} is {ignored / refused}: this call returns nothing."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let returnKeyInUpdate = FindingCode(rawValue: "K707")
  /// Changes name new attributes and the new secret.
  ///
  /// Message: "Changes may hold attributes and kSecValueData only; {class} is neither."
  ///
  /// Words in braces stand for values of the explained call.
  public static let notAnAttributeInChanges = FindingCode(rawValue: "K708")
  /// An access control has a protection of its own.
  ///
  /// Message: "kSecAttrAccessible and kSecAttrAccessControl describe different protections; an
  /// access control made with no flags counts as different."
  public static let accessibleAndAccessControl = FindingCode(rawValue: "K709")
  /// An item that is bound to this device by more than its protection is not synchronized.
  ///
  /// Message: "sync=1 and {kSecAttrTokenID} contradict each other."
  ///
  /// Words in braces stand for values of the explained call.
  public static let synchronizableThisDeviceOnly = FindingCode(rawValue: "K710")
  /// Another device cannot ask the person at this device.
  ///
  /// Message: "A synchronizable item cannot ask for a person."
  public static let synchronizableAccessControl = FindingCode(rawValue: "K711")
  /// A persistent reference names an item by itself.
  ///
  /// Message: "Persistent reference {with attributes / of class {c} / malformed / in add}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let referenceMisused = FindingCode(rawValue: "K712")
  /// labl is text for a person.
  ///
  /// klbl is computed from the key.
  ///
  /// Message: "labl is free text; the value computed from a key is klbl. {n} key(s) have klbl =
  /// your value."
  ///
  /// Words in braces stand for values of the explained call.
  public static let labelIsNotApplicationLabel = FindingCode(rawValue: "K713")
  /// Each secret is encrypted with its own key, so a search cannot compare secrets.
  ///
  /// Message: "kSecValueData in a search is ignored."
  public static let searchBySecret = FindingCode(rawValue: "K714")
  /// A limit is a number, or one of two constants.
  ///
  /// Message: "kSecMatchLimit is {Boolean / "1" / 1.9}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let limitOfWrongKind = FindingCode(rawValue: "K715")
  /// Trust, policy and issuers are properties of certificates.
  ///
  /// Message: "{kSecMatchIssuers} works on certificates and identities only (-4)."
  ///
  /// Words in braces stand for values of the explained call.
  public static let filterNotForClass = FindingCode(rawValue: "K716")
  /// The filter is accepted for old programs and does nothing.
  ///
  /// Message: "{kSecMatchCaseInsensitive} is accepted and ignored by the data-protection engine."
  ///
  /// Words in braces stand for values of the explained call.
  public static let filterHasNoEffect = FindingCode(rawValue: "K717")
  /// Only a search can leave items out.
  ///
  /// Message: "kSecUseAuthenticationUISkip is refused in {update}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let skipOnlyForSearch = FindingCode(rawValue: "K718")
  /// An access control is best set once, when the item is added.
  ///
  /// Message: "Changing an access control works here and on current Apple systems; Apple's
  /// engineers advise to set it once, at add."
  public static let changingAccessControl = FindingCode(rawValue: "K719")
  /// An item that is bound to this device is stored as synchronizable, and no other device ever
  /// gets it.
  ///
  /// Message: "sync=1 and {aku}: stored, and never sent to another device; Apple's documentation
  /// forbids the combination."
  ///
  /// Words in braces stand for values of the explained call.
  public static let synchronizableNeverSyncs = FindingCode(rawValue: "K720")
  /// An item of class keys or cert may hold any bytes.
  ///
  /// Message: "kSecReturnRef alone asks for an object, and the data of {item} make no key or
  /// certificate."
  ///
  /// Words in braces stand for values of the explained call.
  public static let dataMakeNoObject = FindingCode(rawValue: "K721")
  /// SecItemDelete removes all items that match, and a key attribute that is not given matches any
  /// value.
  ///
  /// Message: "The delete {would remove / removed} {n} items: {acct} is not given."
  ///
  /// Severity: danger for n ≥ 2; info for n ≤ 1 without a key attribute: it will grow with the
  /// data.
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let deleteBroaderThanOneItem = FindingCode(rawValue: "K801")
  /// -25308 says that an item exists and is locked.
  ///
  /// Message: "A read answered -25308, then this program deleted the item. The item was not gone,
  /// only locked."
  public static let deleteAfterInteractionRefused = FindingCode(rawValue: "K802")
  /// A new item has a new reference, and lacks the attributes that were not given again.
  ///
  /// Message: "An item with this key was deleted and added again within {n} ms: new persistent
  /// reference, other attributes lost, other devices see a deletion."
  ///
  /// Words in braces stand for values of the explained call.
  public static let deleteThenAdd = FindingCode(rawValue: "K803")
  /// Attributes outside the primary key do not make two items.
  ///
  /// Message: "{Searched by gena as well, then added / a search with the same attributes finds
  /// nothing}: two items that differ only there cannot exist, so "search, then add" ends in
  /// -25299."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let upsertOnNonuniqueAttribute = FindingCode(rawValue: "K804")
  /// A dictionary that was made for a search has keys that do not belong in an add.
  ///
  /// Message: "This call uses the dictionary of the failed search before it, with kSecValueData."
  public static let dictionaryReused = FindingCode(rawValue: "K805")
  /// The call asks for a result and gives no place to return it.
  ///
  /// Message: "{kSecReturnData} is true and the result pointer is nil."
  ///
  /// Words in braces stand for values of the explained call.
  public static let returnKeyWithoutResult = FindingCode(rawValue: "K806")
  /// A search returns only the results that its kSecReturn keys ask for.
  ///
  /// Message: "No kSecReturn key: success says only that something exists."
  public static let nothingRequested = FindingCode(rawValue: "K807")
  /// Without a limit a search returns one item, and update and delete act on all.
  ///
  /// Message: "kSecMatchLimit is absent: a search returns one, update and delete act on all."
  public static let limitNotGiven = FindingCode(rawValue: "K808")
  /// An item that is readable without any unlock is protected by the disk alone.
  ///
  /// Message: "kSecAttrAccessibleAlways…: readable without any unlock; deprecated."
  public static let deprecatedAlways = FindingCode(rawValue: "K809")
  /// Without kSecAttrAccessible an item is usable only while unlocked.
  ///
  /// Message: "No kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked; unusable while locked."
  public static let defaultProtection = FindingCode(rawValue: "K810")
  /// If the device is locked between delete and add, the secret is lost.
  ///
  /// Message: "Protection is being changed by delete and add while locked or before first unlock."
  public static let protectionMigratedWhileLocked = FindingCode(rawValue: "K811")
  /// The answer stays a refusal until the state changes.
  ///
  /// Message: "This call failed {n} times in {s} s."
  ///
  /// Words in braces stand for values of the explained call.
  public static let sameFailureRepeated = FindingCode(rawValue: "K812")
  /// Without a group, an add goes to the first group and a search looks at all.
  ///
  /// Message: "You hold {n} groups and name no group: an add goes to {first}, a search looks at
  /// all."
  ///
  /// Words in braces stand for values of the explained call.
  public static let groupLeftToDefault = FindingCode(rawValue: "K813")
  /// Each of these items asks a person, and one refusal fails the search.
  ///
  /// Message: "The limit is all, and {n} items need a person: one refusal fails the whole search."
  ///
  /// Words in braces stand for values of the explained call.
  public static let manyPrompts = FindingCode(rawValue: "K814")
  /// Each secret is read and written whole.
  ///
  /// Message: "The secret has {n} KiB; the keychain is for small secrets."
  ///
  /// Words in braces stand for values of the explained call.
  public static let largeSecret = FindingCode(rawValue: "K815")
  /// A program that was told to use a daemon never uses a store of its own instead.
  ///
  /// Message: "Socket {path} exists, but no daemon answers ({errno}); the embedded store is not
  /// used instead."
  ///
  /// Words in braces stand for values of the explained call.
  public static let daemonUnreachable = FindingCode(rawValue: "K901")
  /// A new store has no items yet.
  ///
  /// Message: "{path} was created {ago}; no items."
  ///
  /// Words in braces stand for values of the explained call.
  public static let storeNewOrEmpty = FindingCode(rawValue: "K902")
  /// A store that other users can read or own is not protected from them.
  ///
  /// Message: "{path} is {readable by others / owned by {user}}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let storePermissions = FindingCode(rawValue: "K903")
  /// A store that cannot be written refuses every change.
  ///
  /// Message: "{disk full / read-only file system / quota}."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let storeNotWritable = FindingCode(rawValue: "K904")
  /// Which items open depends on passcode and lock.
  ///
  /// Message: "{unlocked; passcode set; first unlock 08:12; key in TPM}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let lockSummary = FindingCode(rawValue: "K905")
  /// Items with an access control ask a person, at a terminal or by pinentry.
  ///
  /// Message: "{n} items need a person, and nothing can show a prompt here."
  ///
  /// Words in braces stand for values of the explained call.
  public static let noPromptAgent = FindingCode(rawValue: "K906")
  /// A copy of the home directory contains the store and its key.
  ///
  /// Message: "The device key is a 0600 file: whoever copies the home directory has both halves."
  public static let deviceKeyInAFile = FindingCode(rawValue: "K907")
  /// An item that does not open was changed from outside, or by a failing disk.
  ///
  /// Message: "{n} item(s) of {m} do not open: {classes, dates}. The others are unaffected."
  ///
  /// Words in braces stand for values of the explained call.
  public static let damagedItems = FindingCode(rawValue: "K908")
  /// A variable changes the behaviour of a program.
  ///
  /// Message: "{LATCHKEY_PROFILE=ios} set by the environment."
  ///
  /// Words in braces stand for values of the explained call.
  public static let environmentOverrides = FindingCode(rawValue: "K909")
  /// Two stores have two sets of items.
  ///
  /// Message: "Stores at {a} and {b}; this program uses {a}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let twoStores = FindingCode(rawValue: "K910")
  /// Memory that is not locked may be written to swap.
  ///
  /// Message: "Secrets may reach swap: RLIMIT_MEMLOCK is {n} KiB."
  ///
  /// Words in braces stand for values of the explained call.
  public static let memoryNotLocked = FindingCode(rawValue: "K912")
  /// Library and daemon are of two versions.
  ///
  /// Message: "Library {a}, daemon {b}: {feature} not available."
  ///
  /// Words in braces stand for values of the explained call.
  public static let versionsDiffer = FindingCode(rawValue: "K914")
  /// Items vanish with the file system that they are on.
  ///
  /// Message: "{path} is on {tmpfs / a container layer}: items vanish with it."
  ///
  /// Words in braces stand for values of the explained call. Slashes separate alternatives, of
  /// which the message has one.
  public static let storeIsTemporary = FindingCode(rawValue: "K915")
  /// A trace grows with every call.
  ///
  /// Message: "LATCHKEY_TRACE has written {n} MiB to {path}{, with values of attributes}."
  ///
  /// Words in braces stand for values of the explained call.
  public static let tracingLeftOn = FindingCode(rawValue: "K916")
  /// Times of changes are taken from the clock.
  ///
  /// Message: "The newest change is {n} h in the future; mdat of new changes will be smaller."
  ///
  /// Words in braces stand for values of the explained call.
  public static let clockSetBack = FindingCode(rawValue: "K917")
}
