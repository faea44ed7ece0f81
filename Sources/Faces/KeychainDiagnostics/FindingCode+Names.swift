// SPDX-License-Identifier: Apache-2.0 (table)

/// All codes by name (Specification/diagnostics.md, "Findings: the code table").
///
/// `Scripts/findings.sh` writes this list.
extension FindingCode {
  /// Nothing to report.
  public static let nothingToReport = FindingCode(rawValue: "K001")
  /// State changed since.
  public static let stateChangedSince = FindingCode(rawValue: "K002")
  /// More known to owner.
  public static let moreKnownToOwner = FindingCode(rawValue: "K003")
  /// Search cut short.
  public static let searchCutShort = FindingCode(rawValue: "K004")
  /// Explained in other store.
  public static let explainedInOtherStore = FindingCode(rawValue: "K005")
  /// Duplicate differs only in nonunique attribute.
  public static let duplicateDiffersOnlyInNonuniqueAttribute = FindingCode(rawValue: "K101")
  /// Duplicate identical.
  public static let duplicateIdentical = FindingCode(rawValue: "K102")
  /// Duplicate with empty key attribute.
  public static let duplicateWithEmptyKeyAttribute = FindingCode(rawValue: "K103")
  /// Duplicate text and data are equal.
  public static let duplicateTextAndDataAreEqual = FindingCode(rawValue: "K104")
  /// Duplicate of synchronizable not searched.
  public static let duplicateOfSynchronizableNotSearched = FindingCode(rawValue: "K105")
  /// Duplicate in group not searched.
  public static let duplicateInGroupNotSearched = FindingCode(rawValue: "K106")
  /// Update would make duplicate.
  public static let updateWouldMakeDuplicate = FindingCode(rawValue: "K107")
  /// Duplicate of raw certificate or key.
  public static let duplicateOfRawCertificateOrKey = FindingCode(rawValue: "K108")
  /// Duplicate by concurrent add.
  public static let duplicateByConcurrentAdd = FindingCode(rawValue: "K109")
  /// Same key elsewhere is not the cause.
  public static let sameKeyElsewhereIsNotTheCause = FindingCode(rawValue: "K110")
  /// Nothing of this class.
  public static let nothingOfThisClass = FindingCode(rawValue: "K201")
  /// Earlier add failed.
  public static let earlierAddFailed = FindingCode(rawValue: "K202")
  /// Exists in other class.
  public static let existsInOtherClass = FindingCode(rawValue: "K203")
  /// Attribute narrows to nothing.
  public static let attributeNarrowsToNothing = FindingCode(rawValue: "K204")
  /// Value differs in form only.
  public static let valueDiffersInFormOnly = FindingCode(rawValue: "K205")
  /// Value kind never matches.
  public static let valueKindNeverMatches = FindingCode(rawValue: "K206")
  /// In another of your groups.
  public static let inAnotherOfYourGroups = FindingCode(rawValue: "K207")
  /// In a group not yours.
  public static let inAGroupNotYours = FindingCode(rawValue: "K208")
  /// Synchronizable not searched.
  public static let synchronizableNotSearched = FindingCode(rawValue: "K209")
  /// Local excluded.
  public static let localExcluded = FindingCode(rawValue: "K210")
  /// Skipped because protected.
  public static let skippedBecauseProtected = FindingCode(rawValue: "K211")
  /// Protection used as filter.
  public static let protectionUsedAsFilter = FindingCode(rawValue: "K212")
  /// Reference to deleted item.
  public static let referenceToDeletedItem = FindingCode(rawValue: "K213")
  /// Identity half missing.
  public static let identityHalfMissing = FindingCode(rawValue: "K214")
  /// Damaged row skipped.
  public static let damagedRowSkipped = FindingCode(rawValue: "K215")
  /// Limit zero.
  public static let limitZero = FindingCode(rawValue: "K216")
  /// Deleted earlier.
  public static let deletedEarlier = FindingCode(rawValue: "K217")
  /// No trace of it.
  public static let noTraceOfIt = FindingCode(rawValue: "K218")
  /// Key destroyed.
  public static let keyDestroyed = FindingCode(rawValue: "K219")
  /// Match filter dropped all.
  public static let matchFilterDroppedAll = FindingCode(rawValue: "K220")
  /// Several match one returned.
  public static let severalMatchOneReturned = FindingCode(rawValue: "K221")
  /// No data in item.
  public static let noDataInItem = FindingCode(rawValue: "K222")
  /// Locked needs unlocked device.
  public static let lockedNeedsUnlockedDevice = FindingCode(rawValue: "K301")
  /// Before first unlock.
  public static let beforeFirstUnlock = FindingCode(rawValue: "K302")
  /// One locked item fails the search.
  public static let oneLockedItemFailsTheSearch = FindingCode(rawValue: "K303")
  /// Add needs the class key.
  public static let addNeedsTheClassKey = FindingCode(rawValue: "K304")
  /// Slot held by locked item.
  public static let slotHeldByLockedItem = FindingCode(rawValue: "K305")
  /// Update needs old and new key.
  public static let updateNeedsOldAndNewKey = FindingCode(rawValue: "K306")
  /// Prompt forbidden by call.
  public static let promptForbiddenByCall = FindingCode(rawValue: "K307")
  /// No person to ask.
  public static let nobodyToAsk = FindingCode(rawValue: "K308")
  /// Constrained item in background.
  public static let constrainedItemInBackground = FindingCode(rawValue: "K309")
  /// Delete trap.
  public static let deleteTrap = FindingCode(rawValue: "K310")
  /// How to change protection.
  public static let howToChangeProtection = FindingCode(rawValue: "K311")
  /// Authentication failed.
  public static let authenticationFailed = FindingCode(rawValue: "K312")
  /// Cancelled by user.
  public static let cancelledByUser = FindingCode(rawValue: "K313")
  /// Passcode needed for this protection.
  public static let passcodeNeededForThisProtection = FindingCode(rawValue: "K314")
  /// Protection not tested here.
  public static let protectionNotTestedHere = FindingCode(rawValue: "K315")
  /// Evidence expired.
  public static let evidenceExpired = FindingCode(rawValue: "K316")
  /// Group not held.
  public static let groupNotHeld = FindingCode(rawValue: "K401")
  /// Group lacks team prefix.
  public static let groupLacksTeamPrefix = FindingCode(rawValue: "K402")
  /// Group spelled differently.
  public static let groupSpelledDifferently = FindingCode(rawValue: "K403")
  /// No groups at all.
  public static let noGroupsAtAll = FindingCode(rawValue: "K404")
  /// Signature not valid.
  public static let signatureNotValid = FindingCode(rawValue: "K405")
  /// Group requested not granted.
  public static let groupRequestedNotGranted = FindingCode(rawValue: "K406")
  /// Token group is read only.
  public static let tokenGroupIsReadOnly = FindingCode(rawValue: "K407")
  /// Identity from file name.
  public static let identityFromFileName = FindingCode(rawValue: "K408")
  /// Wildcard in group.
  public static let wildcardInGroup = FindingCode(rawValue: "K409")
  /// Sharing partner mismatch.
  public static let sharingPartnerMismatch = FindingCode(rawValue: "K410")
  /// Default group is.
  public static let defaultGroupIs = FindingCode(rawValue: "K411")
  /// Restricted caller.
  public static let restrictedCaller = FindingCode(rawValue: "K412")
  /// Token error hidden by search.
  public static let tokenErrorHiddenBySearch = FindingCode(rawValue: "K413")
  /// Identity only measured.
  public static let identityOnlyMeasured = FindingCode(rawValue: "K414")
  /// Group removed in this version.
  public static let groupRemovedInThisVersion = FindingCode(rawValue: "K501")
  /// Prefix changed.
  public static let prefixChanged = FindingCode(rawValue: "K502")
  /// Default group changed.
  public static let defaultGroupChanged = FindingCode(rawValue: "K503")
  /// Identity changed.
  public static let identityChanged = FindingCode(rawValue: "K504")
  /// Query changed since it worked.
  public static let queryChangedSinceItWorked = FindingCode(rawValue: "K505")
  /// Other store than before.
  public static let otherStoreThanBefore = FindingCode(rawValue: "K506")
  /// Restored on another device.
  public static let restoredOnAnotherDevice = FindingCode(rawValue: "K507")
  /// Keybag replaced.
  public static let keybagReplaced = FindingCode(rawValue: "K508")
  /// Items intact elsewhere.
  public static let itemsIntactElsewhere = FindingCode(rawValue: "K509")
  /// Delete and readd cannot help.
  public static let deleteAndReaddCannotHelp = FindingCode(rawValue: "K510")
  /// Left from earlier installation.
  public static let leftFromEarlierInstallation = FindingCode(rawValue: "K511")
  /// Routed to file keychain.
  public static let routedToFileKeychain = FindingCode(rawValue: "K601")
  /// Limit default differs.
  public static let limitDefaultDiffers = FindingCode(rawValue: "K602")
  /// Locked hidden by other engine.
  public static let lockedHiddenByOtherEngine = FindingCode(rawValue: "K603")
  /// File keychain locked.
  public static let fileKeychainLocked = FindingCode(rawValue: "K604")
  /// Attribute ignored by file keychain.
  public static let attributeIgnoredByFileKeychain = FindingCode(rawValue: "K605")
  /// Engines mixed.
  public static let enginesMixed = FindingCode(rawValue: "K606")
  /// Always data protection here.
  public static let alwaysDataProtectionHere = FindingCode(rawValue: "K607")
  /// Not in search list.
  public static let notInSearchList = FindingCode(rawValue: "K608")
  /// File acl refuses.
  public static let fileAclRefuses = FindingCode(rawValue: "K609")
  /// File keychain missing.
  public static let fileKeychainMissing = FindingCode(rawValue: "K610")
  /// Attribute not of class.
  public static let attributeNotOfClass = FindingCode(rawValue: "K701")
  /// Class missing or unknown.
  public static let classMissingOrUnknown = FindingCode(rawValue: "K702")
  /// Wrong value kind.
  public static let wrongValueKind = FindingCode(rawValue: "K703")
  /// Unknown key.
  public static let unknownKey = FindingCode(rawValue: "K704")
  /// Match key in add.
  public static let matchKeyInAdd = FindingCode(rawValue: "K705")
  /// Match key in update or delete.
  public static let matchKeyInUpdateOrDelete = FindingCode(rawValue: "K706")
  /// Return key in update.
  public static let returnKeyInUpdate = FindingCode(rawValue: "K707")
  /// Not an attribute in changes.
  public static let notAnAttributeInChanges = FindingCode(rawValue: "K708")
  /// Accessible and access control.
  public static let accessibleAndAccessControl = FindingCode(rawValue: "K709")
  /// Synchronizable this device only.
  public static let synchronizableThisDeviceOnly = FindingCode(rawValue: "K710")
  /// Synchronizable access control.
  public static let synchronizableAccessControl = FindingCode(rawValue: "K711")
  /// Reference misused.
  public static let referenceMisused = FindingCode(rawValue: "K712")
  /// Label is not application label.
  public static let labelIsNotApplicationLabel = FindingCode(rawValue: "K713")
  /// Search by secret.
  public static let searchBySecret = FindingCode(rawValue: "K714")
  /// Limit of wrong kind.
  public static let limitOfWrongKind = FindingCode(rawValue: "K715")
  /// Filter not for class.
  public static let filterNotForClass = FindingCode(rawValue: "K716")
  /// Filter has no effect.
  public static let filterHasNoEffect = FindingCode(rawValue: "K717")
  /// Skip only for search.
  public static let skipOnlyForSearch = FindingCode(rawValue: "K718")
  /// Changing access control.
  public static let changingAccessControl = FindingCode(rawValue: "K719")
  /// Synchronizable never syncs.
  public static let synchronizableNeverSyncs = FindingCode(rawValue: "K720")
  /// Data make no object.
  public static let dataMakeNoObject = FindingCode(rawValue: "K721")
  /// Delete broader than one item.
  public static let deleteBroaderThanOneItem = FindingCode(rawValue: "K801")
  /// Delete after interaction refused.
  public static let deleteAfterInteractionRefused = FindingCode(rawValue: "K802")
  /// Delete then add.
  public static let deleteThenAdd = FindingCode(rawValue: "K803")
  /// Upsert on nonunique attribute.
  public static let upsertOnNonuniqueAttribute = FindingCode(rawValue: "K804")
  /// Dictionary reused.
  public static let dictionaryReused = FindingCode(rawValue: "K805")
  /// Return key without result.
  public static let returnKeyWithoutResult = FindingCode(rawValue: "K806")
  /// Nothing requested.
  public static let nothingRequested = FindingCode(rawValue: "K807")
  /// Limit not given.
  public static let limitNotGiven = FindingCode(rawValue: "K808")
  /// Deprecated always.
  public static let deprecatedAlways = FindingCode(rawValue: "K809")
  /// Default protection.
  public static let defaultProtection = FindingCode(rawValue: "K810")
  /// Protection migrated while locked.
  public static let protectionMigratedWhileLocked = FindingCode(rawValue: "K811")
  /// Same failure repeated.
  public static let sameFailureRepeated = FindingCode(rawValue: "K812")
  /// Group left to default.
  public static let groupLeftToDefault = FindingCode(rawValue: "K813")
  /// Many prompts.
  public static let manyPrompts = FindingCode(rawValue: "K814")
  /// Large secret.
  public static let largeSecret = FindingCode(rawValue: "K815")
  /// Daemon unreachable.
  public static let daemonUnreachable = FindingCode(rawValue: "K901")
  /// Store new or empty.
  public static let storeNewOrEmpty = FindingCode(rawValue: "K902")
  /// Store permissions.
  public static let storePermissions = FindingCode(rawValue: "K903")
  /// Store not writable.
  public static let storeNotWritable = FindingCode(rawValue: "K904")
  /// Lock summary.
  public static let lockSummary = FindingCode(rawValue: "K905")
  /// No prompt agent.
  public static let noPromptAgent = FindingCode(rawValue: "K906")
  /// Device key in a file.
  public static let deviceKeyInAFile = FindingCode(rawValue: "K907")
  /// Damaged items.
  public static let damagedItems = FindingCode(rawValue: "K908")
  /// Environment overrides.
  public static let environmentOverrides = FindingCode(rawValue: "K909")
  /// Two stores.
  public static let twoStores = FindingCode(rawValue: "K910")
  /// Memory not locked.
  public static let memoryNotLocked = FindingCode(rawValue: "K912")
  /// Versions differ.
  public static let versionsDiffer = FindingCode(rawValue: "K914")
  /// Store is temporary.
  public static let storeIsTemporary = FindingCode(rawValue: "K915")
  /// Tracing left on.
  public static let tracingLeftOn = FindingCode(rawValue: "K916")
  /// Clock set back.
  public static let clockSetBack = FindingCode(rawValue: "K917")
}
