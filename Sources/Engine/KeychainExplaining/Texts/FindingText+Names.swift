// SPDX-License-Identifier: Apache-2.0 (table)
// swift-format-ignore-file

/// The texts of all rows by name.
///
/// `Scripts/findings.py` writes this list.
extension FindingText {
  package static var shared: Shared { Shared() }
  package struct Shared {
    @inline(never)
    package func refused(reason: some CustomStringConvertible, most: String?, key: String?) -> FindingText {
      FindingText(0, "refused", ["reason": Value(reason), "most": Value(most), "key": Value(key)])
    }
    @inline(never)
    package func storeRefuses(status: some CustomStringConvertible, reason: some CustomStringConvertible, place: String?) -> FindingText {
      FindingText(0, "storeRefuses", ["status": Value(status), "reason": Value(reason), "place": Value(place)])
    }
    package var checkSays: FindingText { FindingText(0, "checkSays") }
    @inline(never)
    package func advice(sentence: some CustomStringConvertible) -> FindingText {
      FindingText(0, "advice", ["sentence": Value(sentence)])
    }
    @inline(never)
    package func step(step: some CustomStringConvertible) -> FindingText {
      FindingText(0, "step", ["step": Value(step)])
    }
    @inline(never)
    package func followed(step: some CustomStringConvertible) -> FindingText {
      FindingText(0, "followed", ["step": Value(step)])
    }
    package var aKey: FindingText { FindingText(0, "aKey") }
    @inline(never)
    package func listUnusable(path: some CustomStringConvertible, reason: some CustomStringConvertible) -> FindingText {
      FindingText(0, "listUnusable", ["path": Value(path), "reason": Value(reason)])
    }
    package var needsList: FindingText { FindingText(0, "needsList") }
    package var listNotSearched: FindingText { FindingText(0, "listNotSearched") }
    package var lookAtList: FindingText { FindingText(0, "lookAtList") }
    package var setListAnew: FindingText { FindingText(0, "setListAnew") }
    package var passContext: FindingText { FindingText(0, "passContext") }
    @inline(never)
    package func passWithPassword(isEvaluated: Bool) -> FindingText {
      FindingText(0, "passWithPassword", ["isEvaluated": .truth(isEvaluated)])
    }
    @inline(never)
    package func failsMore(n: some CustomStringConvertible) -> FindingText {
      FindingText(0, "failsMore", ["n": Value(n)])
    }
    @inline(never)
    package func acts(function: some CustomStringConvertible, act: some CustomStringConvertible, n: Int) -> FindingText {
      FindingText(0, "acts", ["function": Value(function), "act": Value(act), "n": .number(n)])
    }
    @inline(never)
    package func writeFile(program: some CustomStringConvertible) -> FindingText {
      FindingText(0, "writeFile", ["program": Value(program)])
    }
    @inline(never)
    package func addToFile(file: some CustomStringConvertible) -> FindingText {
      FindingText(0, "addToFile", ["file": Value(file)])
    }
    @inline(never)
    package func listInFile(file: some CustomStringConvertible) -> FindingText {
      FindingText(0, "listInFile", ["file": Value(file)])
    }
    package var yourFile: FindingText { FindingText(0, "yourFile") }
    package var listInApp: FindingText { FindingText(0, "listInApp") }
    package var inFile: FindingText { FindingText(0, "inFile") }
    package var startAgain: FindingText { FindingText(0, "startAgain") }
    @inline(never)
    package func becomesFirst(former: String?) -> FindingText {
      FindingText(0, "becomesFirst", ["former": Value(former)])
    }
    package var notFirst: FindingText { FindingText(0, "notFirst") }
    @inline(never)
    package func stays(group: String?, version: String?) -> FindingText {
      FindingText(0, "stays", ["group": Value(group), "version": Value(version)])
    }
    package var noGroup: FindingText { FindingText(0, "noGroup") }
    @inline(never)
    package func taken(n: Int, shown: String?) -> FindingText {
      FindingText(0, "taken", ["n": .number(n), "shown": Value(shown)])
    }
    @inline(never)
    package func firstStep(step: some CustomStringConvertible) -> FindingText {
      FindingText(0, "firstStep", ["step": Value(step)])
    }
    @inline(never)
    package func putBack(file: some CustomStringConvertible, isAfterFirst: Bool) -> FindingText {
      FindingText(0, "putBack", ["file": Value(file), "isAfterFirst": .truth(isAfterFirst)])
    }
    package var secondStep: FindingText { FindingText(0, "secondStep") }
    package var secondStepSimulated: FindingText { FindingText(0, "secondStepSimulated") }
    package var thirdStep: FindingText { FindingText(0, "thirdStep") }
    @inline(never)
    package func fourthStep(target: String?, group: some CustomStringConvertible, version: String?) -> FindingText {
      FindingText(0, "fourthStep", ["target": Value(target), "group": Value(group), "version": Value(version)])
    }
    package var duplicateInThirdStep: FindingText { FindingText(0, "duplicateInThirdStep") }
    @inline(never)
    package func othersInThirdStep(group: some CustomStringConvertible) -> FindingText {
      FindingText(0, "othersInThirdStep", ["group": Value(group)])
    }
  }
  package static var nothingToReport: NothingToReport { NothingToReport() }
  package struct NothingToReport {
    @inline(never)
    package func text(isCut: Bool, n: Int, limit: some CustomStringConvertible) -> FindingText {
      FindingText(1, "text", ["isCut": .truth(isCut), "n": .number(n), "limit": Value(limit)])
    }
    package var success: FindingText { FindingText(1, "success") }
  }
  package static var stateChangedSince: StateChangedSince { StateChangedSince() }
  package struct StateChangedSince {
    package var notRecorded: FindingText { FindingText(2, "notRecorded") }
    package var explain: FindingText { FindingText(2, "explain") }
    @inline(never)
    package func changes(n: Int) -> FindingText {
      FindingText(2, "changes", ["n": .number(n)])
    }
    package var explainAtOnce: FindingText { FindingText(2, "explainAtOnce") }
  }
  package static var moreKnownToOwner: MoreKnownToOwner { MoreKnownToOwner() }
  package struct MoreKnownToOwner {
    package var text: FindingText { FindingText(3, "text") }
    package var inTest: FindingText { FindingText(3, "inTest") }
    package var asOwner: FindingText { FindingText(3, "asOwner") }
  }
  package static var searchCutShort: SearchCutShort { SearchCutShort() }
  package struct SearchCutShort {
    @inline(never)
    package func text(isOutOfTime: Bool, ms: some CustomStringConvertible, n: some CustomStringConvertible) -> FindingText {
      FindingText(4, "text", ["isOutOfTime": .truth(isOutOfTime), "ms": Value(ms), "n": Value(n)])
    }
    package var selective: FindingText { FindingText(4, "selective") }
    @inline(never)
    package func unreadable(status: some CustomStringConvertible, reason: some CustomStringConvertible) -> FindingText {
      FindingText(4, "unreadable", ["status": Value(status), "reason": Value(reason)])
    }
    package var again: FindingText { FindingText(4, "again") }
  }
  package static var explainedInOtherStore: ExplainedInOtherStore { ExplainedInOtherStore() }
  package struct ExplainedInOtherStore {
    @inline(never)
    package func text(a: some CustomStringConvertible, b: some CustomStringConvertible) -> FindingText {
      FindingText(5, "text", ["a": Value(a), "b": Value(b)])
    }
    package var asProgram: FindingText { FindingText(5, "asProgram") }
  }
  package static var duplicateDiffersOnlyInNonuniqueAttribute: DuplicateDiffersOnlyInNonuniqueAttribute { DuplicateDiffersOnlyInNonuniqueAttribute() }
  package struct DuplicateDiffersOnlyInNonuniqueAttribute {
    @inline(never)
    package func differs(attrs: some CustomStringConvertible, count: Int) -> FindingText {
      FindingText(101, "differs", ["attrs": Value(attrs), "count": .number(count)])
    }
    package var asks: FindingText { FindingText(101, "asks") }
    package var updateByKey: FindingText { FindingText(101, "updateByKey") }
    @inline(never)
    package func unique(itemClass: some CustomStringConvertible, key: some CustomStringConvertible) -> FindingText {
      FindingText(101, "unique", ["itemClass": Value(itemClass), "key": Value(key)])
    }
    package var update: FindingText { FindingText(101, "update") }
    @inline(never)
    package func alsoStored(attrs: some CustomStringConvertible) -> FindingText {
      FindingText(101, "alsoStored", ["attrs": Value(attrs)])
    }
    @inline(never)
    package func values(attribute: some CustomStringConvertible, stored: String?, given: some CustomStringConvertible) -> FindingText {
      FindingText(101, "values", ["attribute": Value(attribute), "stored": Value(stored), "given": Value(given)])
    }
  }
  package static var duplicateIdentical: DuplicateIdentical { DuplicateIdentical() }
  package struct DuplicateIdentical {
    @inline(never)
    package func text(date: String?, identifier: String?) -> FindingText {
      FindingText(102, "text", ["date": Value(date), "identifier": Value(identifier)])
    }
    package var update: FindingText { FindingText(102, "update") }
    @inline(never)
    package func inKeychain(keychain: some CustomStringConvertible) -> FindingText {
      FindingText(102, "inKeychain", ["keychain": Value(keychain)])
    }
    package var sameInFile: FindingText { FindingText(102, "sameInFile") }
    package var optionU: FindingText { FindingText(102, "optionU") }
    package var updateItem: FindingText { FindingText(102, "updateItem") }
    package var modifyItem: FindingText { FindingText(102, "modifyItem") }
  }
  package static var duplicateWithEmptyKeyAttribute: DuplicateWithEmptyKeyAttribute { DuplicateWithEmptyKeyAttribute() }
  package struct DuplicateWithEmptyKeyAttribute {
    @inline(never)
    package func text(acct: some CustomStringConvertible) -> FindingText {
      FindingText(103, "text", ["acct": Value(acct)])
    }
    @inline(never)
    package func separate(constant: some CustomStringConvertible) -> FindingText {
      FindingText(103, "separate", ["constant": Value(constant)])
    }
  }
  package static var duplicateTextAndDataAreEqual: DuplicateTextAndDataAreEqual { DuplicateTextAndDataAreEqual() }
  package struct DuplicateTextAndDataAreEqual {
    @inline(never)
    package func text(acct: some CustomStringConvertible, text: some CustomStringConvertible, data: some CustomStringConvertible) -> FindingText {
      FindingText(104, "text", ["acct": Value(acct), "text": Value(text), "data": Value(data)])
    }
    package var update: FindingText { FindingText(104, "update") }
  }
  package static var duplicateOfSynchronizableNotSearched: DuplicateOfSynchronizableNotSearched { DuplicateOfSynchronizableNotSearched() }
  package struct DuplicateOfSynchronizableNotSearched {
    package var text: FindingText { FindingText(105, "text") }
    package var anyOrTrue: FindingText { FindingText(105, "anyOrTrue") }
  }
  package static var duplicateInGroupNotSearched: DuplicateInGroupNotSearched { DuplicateInGroupNotSearched() }
  package struct DuplicateInGroupNotSearched {
    @inline(never)
    package func text(a: some CustomStringConvertible, b: some CustomStringConvertible, isDefault: Bool) -> FindingText {
      FindingText(106, "text", ["a": Value(a), "b": Value(b), "isDefault": .truth(isDefault)])
    }
    package var fix: FindingText { FindingText(106, "fix") }
  }
  package static var updateWouldMakeDuplicate: UpdateWouldMakeDuplicate { UpdateWouldMakeDuplicate() }
  package struct UpdateWouldMakeDuplicate {
    @inline(never)
    package func text(n: Int, id: some CustomStringConvertible) -> FindingText {
      FindingText(107, "text", ["n": .number(n), "id": Value(id)])
    }
    @inline(never)
    package func oneKey(items: some CustomStringConvertible, ids: some CustomStringConvertible, isMore: Bool) -> FindingText {
      FindingText(107, "oneKey", ["items": Value(items), "ids": Value(ids), "isMore": .truth(isMore)])
    }
    package var narrow: FindingText { FindingText(107, "narrow") }
    package var narrowAndRename: FindingText { FindingText(107, "narrowAndRename") }
    package var rename: FindingText { FindingText(107, "rename") }
  }
  package static var duplicateOfRawCertificateOrKey: DuplicateOfRawCertificateOrKey { DuplicateOfRawCertificateOrKey() }
  package struct DuplicateOfRawCertificateOrKey {
    package var text: FindingText { FindingText(108, "text") }
    package var fix: FindingText { FindingText(108, "fix") }
  }
  package static var duplicateByConcurrentAdd: DuplicateByConcurrentAdd { DuplicateByConcurrentAdd() }
  package struct DuplicateByConcurrentAdd {
    @inline(never)
    package func text(a: some CustomStringConvertible, isOwn: Bool, b: some CustomStringConvertible) -> FindingText {
      FindingText(109, "text", ["a": Value(a), "isOwn": .truth(isOwn), "b": Value(b)])
    }
    package var fix: FindingText { FindingText(109, "fix") }
  }
  package static var sameKeyElsewhereIsNotTheCause: SameKeyElsewhereIsNotTheCause { SameKeyElsewhereIsNotTheCause() }
  package struct SameKeyElsewhereIsNotTheCause {
    @inline(never)
    package func text(attrs: some CustomStringConvertible, isSameGroup: Bool, isSynchronizable: Bool, group: String?) -> FindingText {
      FindingText(110, "text", ["attrs": Value(attrs), "isSameGroup": .truth(isSameGroup), "isSynchronizable": .truth(isSynchronizable), "group": Value(group)])
    }
  }
  package static var nothingOfThisClass: NothingOfThisClass { NothingOfThisClass() }
  package struct NothingOfThisClass {
    @inline(never)
    package func text(genp: some CustomStringConvertible, identifier: some CustomStringConvertible, date: some CustomStringConvertible) -> FindingText {
      FindingText(201, "text", ["genp": Value(genp), "identifier": Value(identifier), "date": Value(date)])
    }
    @inline(never)
    package func none(itemClass: some CustomStringConvertible) -> FindingText {
      FindingText(201, "none", ["itemClass": Value(itemClass)])
    }
    @inline(never)
    package func add(mayBeOther: Bool) -> FindingText {
      FindingText(201, "add", ["mayBeOther": .truth(mayBeOther)])
    }
    @inline(never)
    package func removed(n: Int, date: some CustomStringConvertible, isWhole: Bool) -> FindingText {
      FindingText(201, "removed", ["n": .number(n), "date": Value(date), "isWhole": .truth(isWhole)])
    }
    package var compareKeys: FindingText { FindingText(201, "compareKeys") }
    package var giveWholeKey: FindingText { FindingText(201, "giveWholeKey") }
  }
  package static var earlierAddFailed: EarlierAddFailed { EarlierAddFailed() }
  package struct EarlierAddFailed {
    @inline(never)
    package func failed(ago: some CustomStringConvertible, status: some CustomStringConvertible, name: some CustomStringConvertible) -> FindingText {
      FindingText(202, "failed", ["ago": Value(ago), "status": Value(status), "name": Value(name)])
    }
    package var check: FindingText { FindingText(202, "check") }
    package var checkAndSee: FindingText { FindingText(202, "checkAndSee") }
  }
  package static var existsInOtherClass: ExistsInOtherClass { ExistsInOtherClass() }
  package struct ExistsInOtherClass {
    @inline(never)
    package func text(inet: some CustomStringConvertible, isMany: Bool, n: Int, leftOut: String?) -> FindingText {
      FindingText(203, "text", ["inet": Value(inet), "isMany": .truth(isMany), "n": .number(n), "leftOut": Value(leftOut)])
    }
    @inline(never)
    package func change(constant: some CustomStringConvertible, renamed: some CustomStringConvertible, leftOut: String?) -> FindingText {
      FindingText(203, "change", ["constant": Value(constant), "renamed": Value(renamed), "leftOut": Value(leftOut)])
    }
    @inline(never)
    package func acts(function: some CustomStringConvertible, act: some CustomStringConvertible, isMany: Bool, n: Int) -> FindingText {
      FindingText(203, "acts", ["function": Value(function), "act": Value(act), "isMany": .truth(isMany), "n": .number(n)])
    }
    @inline(never)
    package func renamed(old: some CustomStringConvertible, new: some CustomStringConvertible) -> FindingText {
      FindingText(203, "renamed", ["old": Value(old), "new": Value(new)])
    }
  }
  package static var attributeNarrowsToNothing: AttributeNarrowsToNothing { AttributeNarrowsToNothing() }
  package struct AttributeNarrowsToNothing {
    package var tombstones: FindingText { FindingText(204, "tombstones") }
    package var removeTomb: FindingText { FindingText(204, "removeTomb") }
    @inline(never)
    package func noOther(condition: some CustomStringConvertible) -> FindingText {
      FindingText(204, "noOther", ["condition": Value(condition)])
    }
    @inline(never)
    package func has(id: some CustomStringConvertible, how: some CustomStringConvertible) -> FindingText {
      FindingText(204, "has", ["id": Value(id), "how": Value(how)])
    }
    @inline(never)
    package func compare(itemClass: some CustomStringConvertible) -> FindingText {
      FindingText(204, "compare", ["itemClass": Value(itemClass)])
    }
    @inline(never)
    package func without(condition: some CustomStringConvertible, others: String?, name: some CustomStringConvertible, n: Int, id: some CustomStringConvertible) -> FindingText {
      FindingText(204, "without", ["condition": Value(condition), "others": Value(others), "name": Value(name), "n": .number(n), "id": Value(id)])
    }
    @inline(never)
    package func giveAsItemHas(constant: some CustomStringConvertible, name: some CustomStringConvertible) -> FindingText {
      FindingText(204, "giveAsItemHas", ["constant": Value(constant), "name": Value(name)])
    }
    @inline(never)
    package func removeFromSearch(constant: some CustomStringConvertible) -> FindingText {
      FindingText(204, "removeFromSearch", ["constant": Value(constant)])
    }
    @inline(never)
    package func acts(isOfKey: Bool, act: some CustomStringConvertible, constant: some CustomStringConvertible, name: some CustomStringConvertible, function: some CustomStringConvertible, n: Int, id: some CustomStringConvertible) -> FindingText {
      FindingText(204, "acts", ["isOfKey": .truth(isOfKey), "act": Value(act), "constant": Value(constant), "name": Value(name), "function": Value(function), "n": .number(n), "id": Value(id)])
    }
    @inline(never)
    package func storedWithout(name: some CustomStringConvertible) -> FindingText {
      FindingText(204, "storedWithout", ["name": Value(name)])
    }
    @inline(never)
    package func hasEmpty(name: some CustomStringConvertible) -> FindingText {
      FindingText(204, "hasEmpty", ["name": Value(name)])
    }
    @inline(never)
    package func hasOther(name: some CustomStringConvertible) -> FindingText {
      FindingText(204, "hasOther", ["name": Value(name)])
    }
    @inline(never)
    package func hasLetters(name: some CustomStringConvertible, letters: some CustomStringConvertible, n: Int) -> FindingText {
      FindingText(204, "hasLetters", ["name": Value(name), "letters": Value(letters), "n": .number(n)])
    }
    @inline(never)
    package func ofKey(name: some CustomStringConvertible, id: some CustomStringConvertible, how: some CustomStringConvertible) -> FindingText {
      FindingText(204, "ofKey", ["name": Value(name), "id": Value(id), "how": Value(how)])
    }
    @inline(never)
    package func allMustHold(id: some CustomStringConvertible, how: some CustomStringConvertible) -> FindingText {
      FindingText(204, "allMustHold", ["id": Value(id), "how": Value(how)])
    }
    package var withSynchronizable: FindingText { FindingText(204, "withSynchronizable") }
    package var inAllGroups: FindingText { FindingText(204, "inAllGroups") }
    @inline(never)
    package func asStored(name: some CustomStringConvertible) -> FindingText {
      FindingText(204, "asStored", ["name": Value(name)])
    }
    @inline(never)
    package func asNumber(name: some CustomStringConvertible) -> FindingText {
      FindingText(204, "asNumber", ["name": Value(name)])
    }
    package var anyProtection: FindingText { FindingText(204, "anyProtection") }
    @inline(never)
    package func withoutFilter(filter: some CustomStringConvertible) -> FindingText {
      FindingText(204, "withoutFilter", ["filter": Value(filter)])
    }
    @inline(never)
    package func withoutAttribute(name: some CustomStringConvertible) -> FindingText {
      FindingText(204, "withoutAttribute", ["name": Value(name)])
    }
  }
  package static var valueDiffersInFormOnly: ValueDiffersInFormOnly { ValueDiffersInFormOnly() }
  package struct ValueDiffersInFormOnly {
    @inline(never)
    package func differs(id: some CustomStringConvertible, name: String?, isPort: Bool, isSpelling: Bool, words: some CustomStringConvertible) -> FindingText {
      FindingText(205, "differs", ["id": Value(id), "name": Value(name), "isPort": .truth(isPort), "isSpelling": .truth(isSpelling), "words": Value(words)])
    }
    @inline(never)
    package func oneSpelling(name: String?) -> FindingText {
      FindingText(205, "oneSpelling", ["name": Value(name)])
    }
  }
  package static var valueKindNeverMatches: ValueKindNeverMatches { ValueKindNeverMatches() }
  package struct ValueKindNeverMatches {
    @inline(never)
    package func text(invi: some CustomStringConvertible, kind: some CustomStringConvertible) -> FindingText {
      FindingText(206, "text", ["invi": Value(invi), "kind": Value(kind)])
    }
    package var number: FindingText { FindingText(206, "number") }
  }
  package static var inAnotherOfYourGroups: InAnotherOfYourGroups { InAnotherOfYourGroups() }
  package struct InAnotherOfYourGroups {
    @inline(never)
    package func places(places: some CustomStringConvertible, group: String?) -> FindingText {
      FindingText(207, "places", ["places": Value(places), "group": Value(group)])
    }
    package var removeGroup: FindingText { FindingText(207, "removeGroup") }
    package var changeGroup: FindingText { FindingText(207, "changeGroup") }
    @inline(never)
    package func place(n: Int, group: some CustomStringConvertible) -> FindingText {
      FindingText(207, "place", ["n": .number(n), "group": Value(group)])
    }
    @inline(never)
    package func furtherPlace(n: some CustomStringConvertible, group: some CustomStringConvertible) -> FindingText {
      FindingText(207, "furtherPlace", ["n": Value(n), "group": Value(group)])
    }
    @inline(never)
    package func itemIsIn(id: some CustomStringConvertible, group: some CustomStringConvertible) -> FindingText {
      FindingText(207, "itemIsIn", ["id": Value(id), "group": Value(group)])
    }
    package var other: FindingText { FindingText(207, "other") }
  }
  package static var inAGroupNotYours: InAGroupNotYours { InAGroupNotYours() }
  package struct InAGroupNotYours {
    @inline(never)
    package func text(n: Int, group: some CustomStringConvertible, identifier: some CustomStringConvertible) -> FindingText {
      FindingText(208, "text", ["n": .number(n), "group": Value(group), "identifier": Value(identifier)])
    }
    @inline(never)
    package func ofAnother(n: Int, program: some CustomStringConvertible, path: String?, identifier: some CustomStringConvertible) -> FindingText {
      FindingText(208, "ofAnother", ["n": .number(n), "program": Value(program), "path": Value(path), "identifier": Value(identifier)])
    }
    package var knownByFile: FindingText { FindingText(208, "knownByFile") }
    @inline(never)
    package func runMaker(n: Int, file: some CustomStringConvertible) -> FindingText {
      FindingText(208, "runMaker", ["n": .number(n), "file": Value(file)])
    }
    @inline(never)
    package func locked(n: Int, identifier: some CustomStringConvertible) -> FindingText {
      FindingText(208, "locked", ["n": .number(n), "identifier": Value(identifier)])
    }
    package var runOwner: FindingText { FindingText(208, "runOwner") }
    @inline(never)
    package func listGroup(file: some CustomStringConvertible) -> FindingText {
      FindingText(208, "listGroup", ["file": Value(file)])
    }
    @inline(never)
    package func madeBy(programs: some CustomStringConvertible) -> FindingText {
      FindingText(208, "madeBy", ["programs": Value(programs)])
    }
  }
  package static var synchronizableNotSearched: SynchronizableNotSearched { SynchronizableNotSearched() }
  package struct SynchronizableNotSearched {
    @inline(never)
    package func text(n: Int) -> FindingText {
      FindingText(209, "text", ["n": .number(n)])
    }
    @inline(never)
    package func localAsked(n: Int) -> FindingText {
      FindingText(209, "localAsked", ["n": .number(n)])
    }
    @inline(never)
    package func localAskedItem(id: some CustomStringConvertible) -> FindingText {
      FindingText(209, "localAskedItem", ["id": Value(id)])
    }
    package var trueOrAny: FindingText { FindingText(209, "trueOrAny") }
    package var changeToTrue: FindingText { FindingText(209, "changeToTrue") }
    @inline(never)
    package func localMeant(n: Int) -> FindingText {
      FindingText(209, "localMeant", ["n": .number(n)])
    }
    @inline(never)
    package func localMeantItem(id: some CustomStringConvertible) -> FindingText {
      FindingText(209, "localMeantItem", ["id": Value(id)])
    }
    package var addTrue: FindingText { FindingText(209, "addTrue") }
    package var itemIs: FindingText { FindingText(209, "itemIs") }
    package var addAny: FindingText { FindingText(209, "addAny") }
  }
  package static var localExcluded: LocalExcluded { LocalExcluded() }
  package struct LocalExcluded {
    @inline(never)
    package func items(n: Int) -> FindingText {
      FindingText(210, "items", ["n": .number(n)])
    }
    @inline(never)
    package func itemIs(id: some CustomStringConvertible) -> FindingText {
      FindingText(210, "itemIs", ["id": Value(id)])
    }
    package var anyOrFalse: FindingText { FindingText(210, "anyOrFalse") }
  }
  package static var skippedBecauseProtected: SkippedBecauseProtected { SkippedBecauseProtected() }
  package struct SkippedBecauseProtected {
    @inline(never)
    package func text(n: Int) -> FindingText {
      FindingText(211, "text", ["n": .number(n)])
    }
    package var failOrAllow: FindingText { FindingText(211, "failOrAllow") }
  }
  package static var protectionUsedAsFilter: ProtectionUsedAsFilter { ProtectionUsedAsFilter() }
  package struct ProtectionUsedAsFilter {
    @inline(never)
    package func text(n: Int, ck: some CustomStringConvertible) -> FindingText {
      FindingText(212, "text", ["n": .number(n), "ck": Value(ck)])
    }
    package var fix: FindingText { FindingText(212, "fix") }
    @inline(never)
    package func itemHas(id: some CustomStringConvertible, name: some CustomStringConvertible) -> FindingText {
      FindingText(212, "itemHas", ["id": Value(id), "name": Value(name)])
    }
    package var removeIfWhole: FindingText { FindingText(212, "removeIfWhole") }
  }
  package static var referenceToDeletedItem: ReferenceToDeletedItem { ReferenceToDeletedItem() }
  package struct ReferenceToDeletedItem {
    @inline(never)
    package func text(date: some CustomStringConvertible, isBack: Bool) -> FindingText {
      FindingText(213, "text", ["date": Value(date), "isBack": .truth(isBack)])
    }
    package var keepReferences: FindingText { FindingText(213, "keepReferences") }
  }
  package static var identityHalfMissing: IdentityHalfMissing { IdentityHalfMissing() }
  package struct IdentityHalfMissing {
    package var why: FindingText { FindingText(214, "why") }
    package var fix: FindingText { FindingText(214, "fix") }
    package var noKey: FindingText { FindingText(214, "noKey") }
    package var notPrivate: FindingText { FindingText(214, "notPrivate") }
    package var noCertificate: FindingText { FindingText(214, "noCertificate") }
  }
  package static var damagedRowSkipped: DamagedRowSkipped { DamagedRowSkipped() }
  package struct DamagedRowSkipped {
    @inline(never)
    package func text(n: Int, isUndecodable: Bool) -> FindingText {
      FindingText(215, "text", ["n": .number(n), "isUndecodable": .truth(isUndecodable)])
    }
    package var fix: FindingText { FindingText(215, "fix") }
    @inline(never)
    package func pageFailed(part: some CustomStringConvertible) -> FindingText {
      FindingText(215, "pageFailed", ["part": Value(part)])
    }
    package var page: FindingText { FindingText(215, "page") }
  }
  package static var limitZero: LimitZero { LimitZero() }
  package struct LimitZero {
    package var text: FindingText { FindingText(216, "text") }
    package var fix: FindingText { FindingText(216, "fix") }
  }
  package static var deletedEarlier: DeletedEarlier { DeletedEarlier() }
  package struct DeletedEarlier {
    @inline(never)
    package func deleted(isOwn: Bool, date: some CustomStringConvertible, n: Int) -> FindingText {
      FindingText(217, "deleted", ["isOwn": .truth(isOwn), "date": Value(date), "n": .number(n)])
    }
    package var addAgainAndNarrow: FindingText { FindingText(217, "addAgainAndNarrow") }
    package var addAgain: FindingText { FindingText(217, "addAgain") }
  }
  package static var noTraceOfIt: NoTraceOfIt { NoTraceOfIt() }
  package struct NoTraceOfIt {
    @inline(never)
    package func text(k: some CustomStringConvertible, m: some CustomStringConvertible) -> FindingText {
      FindingText(218, "text", ["k": Value(k), "m": Value(m)])
    }
    package var failsOther: FindingText { FindingText(218, "failsOther") }
    package var giveAlone: FindingText { FindingText(218, "giveAlone") }
    package var noReference: FindingText { FindingText(218, "noReference") }
    package var otherStore: FindingText { FindingText(218, "otherStore") }
    package var wrongValue: FindingText { FindingText(218, "wrongValue") }
    package var noKeychain: FindingText { FindingText(218, "noKeychain") }
    @inline(never)
    package func authoritiesOnly(keychain: some CustomStringConvertible) -> FindingText {
      FindingText(218, "authoritiesOnly", ["keychain": Value(keychain)])
    }
    package var nameKeychain: FindingText { FindingText(218, "nameKeychain") }
    @inline(never)
    package func notInKeychains(n: Int) -> FindingText {
      FindingText(218, "notInKeychains", ["n": .number(n)])
    }
    package var list: FindingText { FindingText(218, "list") }
  }
  package static var keyDestroyed: KeyDestroyed { KeyDestroyed() }
  package struct KeyDestroyed {
    @inline(never)
    package func destroyed(isNear: Bool, until: String?, isPasscode: Bool, protection: some CustomStringConvertible) -> FindingText {
      FindingText(219, "destroyed", ["isNear": .truth(isNear), "until": Value(until), "isPasscode": .truth(isPasscode), "protection": Value(protection)])
    }
    package var signIn: FindingText { FindingText(219, "signIn") }
  }
  package static var matchFilterDroppedAll: MatchFilterDroppedAll { MatchFilterDroppedAll() }
  package struct MatchFilterDroppedAll {
    @inline(never)
    package func removes(filter: some CustomStringConvertible, constant: String?, id: some CustomStringConvertible) -> FindingText {
      FindingText(220, "removes", ["filter": Value(filter), "constant": Value(constant), "id": Value(id)])
    }
    @inline(never)
    package func removed(n: Int, filter: some CustomStringConvertible, constant: String?) -> FindingText {
      FindingText(220, "removed", ["n": .number(n), "filter": Value(filter), "constant": Value(constant)])
    }
    @inline(never)
    package func change(constant: some CustomStringConvertible) -> FindingText {
      FindingText(220, "change", ["constant": Value(constant)])
    }
    package var addByReference: FindingText { FindingText(220, "addByReference") }
    package var issuers: FindingText { FindingText(220, "issuers") }
    @inline(never)
    package func dates(first: some CustomStringConvertible, last: some CustomStringConvertible) -> FindingText {
      FindingText(220, "dates", ["first": Value(first), "last": Value(last)])
    }
    package var noAddress: FindingText { FindingText(220, "noAddress") }
    @inline(never)
    package func addresses(addresses: some CustomStringConvertible) -> FindingText {
      FindingText(220, "addresses", ["addresses": Value(addresses)])
    }
    @inline(never)
    package func otherAddresses(n: Int) -> FindingText {
      FindingText(220, "otherAddresses", ["n": .number(n)])
    }
    package var policy: FindingText { FindingText(220, "policy") }
    package var trust: FindingText { FindingText(220, "trust") }
    @inline(never)
    package func server(server: some CustomStringConvertible) -> FindingText {
      FindingText(220, "server", ["server": Value(server)])
    }
    package var otherServer: FindingText { FindingText(220, "otherServer") }
    package var noServer: FindingText { FindingText(220, "noServer") }
    package var noCertificate: FindingText { FindingText(220, "noCertificate") }
  }
  package static var severalMatchOneReturned: SeveralMatchOneReturned { SeveralMatchOneReturned() }
  package struct SeveralMatchOneReturned {
    @inline(never)
    package func text(items: some CustomStringConvertible, isImplied: Bool) -> FindingText {
      FindingText(221, "text", ["items": Value(items), "isImplied": .truth(isImplied)])
    }
    @inline(never)
    package func setLimit(key: String?) -> FindingText {
      FindingText(221, "setLimit", ["key": Value(key)])
    }
    @inline(never)
    package func certain(key: String?) -> FindingText {
      FindingText(221, "certain", ["key": Value(key)])
    }
  }
  package static var noDataInItem: NoDataInItem { NoDataInItem() }
  package struct NoDataInItem {
    package var text: FindingText { FindingText(222, "text") }
    package var fix: FindingText { FindingText(222, "fix") }
  }
  package static var lockedNeedsUnlockedDevice: LockedNeedsUnlockedDevice { LockedNeedsUnlockedDevice() }
  package struct LockedNeedsUnlockedDevice {
    @inline(never)
    package func text(n: Int, ak: some CustomStringConvertible) -> FindingText {
      FindingText(301, "text", ["n": .number(n), "ak": Value(ak)])
    }
    @inline(never)
    package func forgotten(n: Int, name: some CustomStringConvertible) -> FindingText {
      FindingText(301, "forgotten", ["n": .number(n), "name": Value(name)])
    }
    @inline(never)
    package func stop(isMachine: Bool) -> FindingText {
      FindingText(301, "stop", ["isMachine": .truth(isMachine)])
    }
    @inline(never)
    package func key(name: some CustomStringConvertible, words: some CustomStringConvertible) -> FindingText {
      FindingText(301, "key", ["name": Value(name), "words": Value(words)])
    }
    package var stopWithKey: FindingText { FindingText(301, "stopWithKey") }
  }
  package static var beforeFirstUnlock: BeforeFirstUnlock { BeforeFirstUnlock() }
  package struct BeforeFirstUnlock {
    @inline(never)
    package func items(n: Int, name: some CustomStringConvertible) -> FindingText {
      FindingText(302, "items", ["n": .number(n), "name": Value(name)])
    }
    @inline(never)
    package func waitForUnlock(isMachine: Bool) -> FindingText {
      FindingText(302, "waitForUnlock", ["isMachine": .truth(isMachine)])
    }
    @inline(never)
    package func key(name: some CustomStringConvertible, words: some CustomStringConvertible) -> FindingText {
      FindingText(302, "key", ["name": Value(name), "words": Value(words)])
    }
    package var noNewKey: FindingText { FindingText(302, "noNewKey") }
  }
  package static var oneLockedItemFailsTheSearch: OneLockedItemFailsTheSearch { OneLockedItemFailsTheSearch() }
  package struct OneLockedItemFailsTheSearch {
    @inline(never)
    package func text(k: Int, n: some CustomStringConvertible, rest: Int) -> FindingText {
      FindingText(303, "text", ["k": .number(k), "n": Value(n), "rest": .number(rest)])
    }
    package var fix: FindingText { FindingText(303, "fix") }
  }
  package static var addNeedsTheClassKey: AddNeedsTheClassKey { AddNeedsTheClassKey() }
  package struct AddNeedsTheClassKey {
    @inline(never)
    package func text(ak: some CustomStringConvertible, isDefault: Bool) -> FindingText {
      FindingText(304, "text", ["ak": Value(ak), "isDefault": .truth(isDefault)])
    }
    package var fix: FindingText { FindingText(304, "fix") }
    @inline(never)
    package func newKey(name: some CustomStringConvertible) -> FindingText {
      FindingText(304, "newKey", ["name": Value(name)])
    }
    package var keyInForeground: FindingText { FindingText(304, "keyInForeground") }
    package var onceUnlocked: FindingText { FindingText(304, "onceUnlocked") }
    package var firstUnlock: FindingText { FindingText(304, "firstUnlock") }
  }
  package static var slotHeldByLockedItem: SlotHeldByLockedItem { SlotHeldByLockedItem() }
  package struct SlotHeldByLockedItem {
    @inline(never)
    package func text(ak: some CustomStringConvertible, ck: some CustomStringConvertible) -> FindingText {
      FindingText(305, "text", ["ak": Value(ak), "ck": Value(ck)])
    }
    package var keepAndUnlock: FindingText { FindingText(305, "keepAndUnlock") }
    package var keep: FindingText { FindingText(305, "keep") }
  }
  package static var updateNeedsOldAndNewKey: UpdateNeedsOldAndNewKey { UpdateNeedsOldAndNewKey() }
  package struct UpdateNeedsOldAndNewKey {
    @inline(never)
    package func needs(old: String?, new: String?) -> FindingText {
      FindingText(306, "needs", ["old": Value(old), "new": Value(new)])
    }
    package var onceUnlocked: FindingText { FindingText(306, "onceUnlocked") }
    package var inForeground: FindingText { FindingText(306, "inForeground") }
  }
  package static var promptForbiddenByCall: PromptForbiddenByCall { PromptForbiddenByCall() }
  package struct PromptForbiddenByCall {
    @inline(never)
    package func text(n: Int, factors: some CustomStringConvertible, isFail: Bool) -> FindingText {
      FindingText(307, "text", ["n": .number(n), "factors": Value(factors), "isFail": .truth(isFail)])
    }
    @inline(never)
    package func allow(context: some CustomStringConvertible) -> FindingText {
      FindingText(307, "allow", ["context": Value(context)])
    }
    @inline(never)
    package func use(isKey: Bool, isPolicy: Bool, factors: String?) -> FindingText {
      FindingText(307, "use", ["isKey": .truth(isKey), "isPolicy": .truth(isPolicy), "factors": Value(factors)])
    }
  }
  package static var nobodyToAsk: NobodyToAsk { NobodyToAsk() }
  package struct NobodyToAsk {
    @inline(never)
    package func items(n: Int, factors: some CustomStringConvertible, reason: String?) -> FindingText {
      FindingText(308, "items", ["n": .number(n), "factors": Value(factors), "reason": Value(reason)])
    }
    @inline(never)
    package func use(isKey: Bool, isPolicy: Bool, factors: String?, reason: String?) -> FindingText {
      FindingText(308, "use", ["isKey": .truth(isKey), "isPolicy": .truth(isPolicy), "factors": Value(factors), "reason": Value(reason)])
    }
    @inline(never)
    package func withoutVariable(context: some CustomStringConvertible) -> FindingText {
      FindingText(308, "withoutVariable", ["context": Value(context)])
    }
    @inline(never)
    package func atTerminal(context: some CustomStringConvertible) -> FindingText {
      FindingText(308, "atTerminal", ["context": Value(context)])
    }
    @inline(never)
    package func unlocked(context: some CustomStringConvertible) -> FindingText {
      FindingText(308, "unlocked", ["context": Value(context)])
    }
    @inline(never)
    package func inFront(context: some CustomStringConvertible) -> FindingText {
      FindingText(308, "inFront", ["context": Value(context)])
    }
  }
  package static var constrainedItemInBackground: ConstrainedItemInBackground { ConstrainedItemInBackground() }
  package struct ConstrainedItemInBackground {
    @inline(never)
    package func items(n: Int, factors: some CustomStringConvertible) -> FindingText {
      FindingText(309, "items", ["n": .number(n), "factors": Value(factors)])
    }
    @inline(never)
    package func second(example: String?) -> FindingText {
      FindingText(309, "second", ["example": Value(example)])
    }
    @inline(never)
    package func use(isKey: Bool, isPolicy: Bool, factors: String?) -> FindingText {
      FindingText(309, "use", ["isKey": .truth(isKey), "isPolicy": .truth(isPolicy), "factors": Value(factors)])
    }
    package var otherKey: FindingText { FindingText(309, "otherKey") }
    package var inFront: FindingText { FindingText(309, "inFront") }
  }
  package static var deleteTrap: DeleteTrap { DeleteTrap() }
  package struct DeleteTrap {
    @inline(never)
    package func text(add: some CustomStringConvertible, status: some CustomStringConvertible) -> FindingText {
      FindingText(310, "text", ["add": Value(add), "status": Value(status)])
    }
    package var fix: FindingText { FindingText(310, "fix") }
    @inline(never)
    package func ofDelete(isDryRun: Bool, n: Int, add: some CustomStringConvertible, status: some CustomStringConvertible) -> FindingText {
      FindingText(310, "ofDelete", ["isDryRun": .truth(isDryRun), "n": .number(n), "add": Value(add), "status": Value(status)])
    }
    package var anAdd: FindingText { FindingText(310, "anAdd") }
    @inline(never)
    package func anAddLikeTheLast(name: some CustomStringConvertible) -> FindingText {
      FindingText(310, "anAddLikeTheLast", ["name": Value(name)])
    }
    package var theAdd: FindingText { FindingText(310, "theAdd") }
    package var anAddByDefault: FindingText { FindingText(310, "anAddByDefault") }
  }
  package static var howToChangeProtection: HowToChangeProtection { HowToChangeProtection() }
  package struct HowToChangeProtection {
    package var once: FindingText { FindingText(311, "once") }
    package var lockedMeanwhile: FindingText { FindingText(311, "lockedMeanwhile") }
    package var inPlace: FindingText { FindingText(311, "inPlace") }
    package var nothingDeleted: FindingText { FindingText(311, "nothingDeleted") }
  }
  package static var authenticationFailed: AuthenticationFailed { AuthenticationFailed() }
  package struct AuthenticationFailed {
    @inline(never)
    package func throttled(seconds: some CustomStringConvertible) -> FindingText {
      FindingText(312, "throttled", ["seconds": Value(seconds)])
    }
    package var wait: FindingText { FindingText(312, "wait") }
    package var wrongPassword: FindingText { FindingText(312, "wrongPassword") }
    @inline(never)
    package func reason(reason: some CustomStringConvertible) -> FindingText {
      FindingText(312, "reason", ["reason": Value(reason)])
    }
    package var setPassword: FindingText { FindingText(312, "setPassword") }
    package var askAgain: FindingText { FindingText(312, "askAgain") }
    @inline(never)
    package func lockedOut(code: some CustomStringConvertible) -> FindingText {
      FindingText(312, "lockedOut", ["code": Value(code)])
    }
    @inline(never)
    package func notEnrolled(code: some CustomStringConvertible) -> FindingText {
      FindingText(312, "notEnrolled", ["code": Value(code)])
    }
    @inline(never)
    package func noPasscode(code: some CustomStringConvertible) -> FindingText {
      FindingText(312, "noPasscode", ["code": Value(code)])
    }
    @inline(never)
    package func notRecognised(code: some CustomStringConvertible) -> FindingText {
      FindingText(312, "notRecognised", ["code": Value(code)])
    }
    @inline(never)
    package func noAnswer(code: some CustomStringConvertible) -> FindingText {
      FindingText(312, "noAnswer", ["code": Value(code)])
    }
    @inline(never)
    package func other(reason: some CustomStringConvertible, code: some CustomStringConvertible) -> FindingText {
      FindingText(312, "other", ["reason": Value(reason), "code": Value(code)])
    }
    package var passcodeOnce: FindingText { FindingText(312, "passcodeOnce") }
    @inline(never)
    package func enrolFinger(hasPasscode: Bool) -> FindingText {
      FindingText(312, "enrolFinger", ["hasPasscode": .truth(hasPasscode)])
    }
    @inline(never)
    package func enrol(hasPasscode: Bool) -> FindingText {
      FindingText(312, "enrol", ["hasPasscode": .truth(hasPasscode)])
    }
    package var setPasscode: FindingText { FindingText(312, "setPasscode") }
    package var askForPasscode: FindingText { FindingText(312, "askForPasscode") }
    package var presence: FindingText { FindingText(312, "presence") }
    package var presenceLater: FindingText { FindingText(312, "presenceLater") }
    package var again: FindingText { FindingText(312, "again") }
    package var newContext: FindingText { FindingText(312, "newContext") }
    package var interactive: FindingText { FindingText(312, "interactive") }
    package var addAnew: FindingText { FindingText(312, "addAnew") }
  }
  package static var cancelledByUser: CancelledByUser { CancelledByUser() }
  package struct CancelledByUser {
    package var text: FindingText { FindingText(313, "text") }
    package var keepAndAsk: FindingText { FindingText(313, "keepAndAsk") }
    package var askAgain: FindingText { FindingText(313, "askAgain") }
  }
  package static var passcodeNeededForThisProtection: PasscodeNeededForThisProtection { PasscodeNeededForThisProtection() }
  package struct PasscodeNeededForThisProtection {
    @inline(never)
    package func text(akpu: some CustomStringConvertible) -> FindingText {
      FindingText(314, "text", ["akpu": Value(akpu)])
    }
    package var set: FindingText { FindingText(314, "set") }
    package var ask: FindingText { FindingText(314, "ask") }
    @inline(never)
    package func protection(name: some CustomStringConvertible) -> FindingText {
      FindingText(314, "protection", ["name": Value(name)])
    }
  }
  package static var protectionNotTestedHere: ProtectionNotTestedHere { ProtectionNotTestedHere() }
  package struct ProtectionNotTestedHere {
    package var text: FindingText { FindingText(315, "text") }
    package var test: FindingText { FindingText(315, "test") }
    package var server: FindingText { FindingText(315, "server") }
    package var logIn: FindingText { FindingText(315, "logIn") }
  }
  package static var evidenceExpired: EvidenceExpired { EvidenceExpired() }
  package struct EvidenceExpired {
    @inline(never)
    package func text(n: some CustomStringConvertible, lifetime: some CustomStringConvertible, end: String?) -> FindingText {
      FindingText(316, "text", ["n": Value(n), "lifetime": Value(lifetime), "end": Value(end)])
    }
    package var fix: FindingText { FindingText(316, "fix") }
    package var lock: FindingText { FindingText(316, "lock") }
    package var passcode: FindingText { FindingText(316, "passcode") }
    package var enrolment: FindingText { FindingText(316, "enrolment") }
  }
  package static var groupNotHeld: GroupNotHeld { GroupNotHeld() }
  package struct GroupNotHeld {
    package var follow: FindingText { FindingText(401, "follow") }
    package var empty: FindingText { FindingText(401, "empty") }
    @inline(never)
    package func nameHeld(group: String?) -> FindingText {
      FindingText(401, "nameHeld", ["group": Value(group)])
    }
    package var token: FindingText { FindingText(401, "token") }
    package var ownGroup: FindingText { FindingText(401, "ownGroup") }
    @inline(never)
    package func notHeld(group: some CustomStringConvertible, n: Int, only: some CustomStringConvertible, identifier: some CustomStringConvertible, before: String?) -> FindingText {
      FindingText(401, "notHeld", ["group": Value(group), "n": .number(n), "only": Value(only), "identifier": Value(identifier), "before": Value(before)])
    }
    @inline(never)
    package func heldByVersion(version: some CustomStringConvertible) -> FindingText {
      FindingText(401, "heldByVersion", ["version": Value(version)])
    }
    @inline(never)
    package func heldOn(day: some CustomStringConvertible) -> FindingText {
      FindingText(401, "heldOn", ["day": Value(day)])
    }
  }
  package static var groupLacksTeamPrefix: GroupLacksTeamPrefix { GroupLacksTeamPrefix() }
  package struct GroupLacksTeamPrefix {
    @inline(never)
    package func text(name: some CustomStringConvertible, held: some CustomStringConvertible) -> FindingText {
      FindingText(402, "text", ["name": Value(name), "held": Value(held)])
    }
    package var inCode: FindingText { FindingText(402, "inCode") }
  }
  package static var groupSpelledDifferently: GroupSpelledDifferently { GroupSpelledDifferently() }
  package struct GroupSpelledDifferently {
    @inline(never)
    package func text(held: some CustomStringConvertible, difference: some CustomStringConvertible, name: some CustomStringConvertible) -> FindingText {
      FindingText(403, "text", ["held": Value(held), "difference": Value(difference), "name": Value(name)])
    }
    package var fix: FindingText { FindingText(403, "fix") }
    package var letterCase: FindingText { FindingText(403, "letterCase") }
    @inline(never)
    package func letters(n: Int) -> FindingText {
      FindingText(403, "letters", ["n": .number(n)])
    }
  }
  package static var noGroupsAtAll: NoGroupsAtAll { NoGroupsAtAll() }
  package struct NoGroupsAtAll {
    @inline(never)
    package func text(program: String?, isSimulated: Bool) -> FindingText {
      FindingText(404, "text", ["program": Value(program), "isSimulated": .truth(isSimulated)])
    }
    package var fix: FindingText { FindingText(404, "fix") }
    package var noGroup: FindingText { FindingText(404, "noGroup") }
    package var list: FindingText { FindingText(404, "list") }
  }
  package static var signatureNotValid: SignatureNotValid { SignatureNotValid() }
  package struct SignatureNotValid {
    @inline(never)
    package func ignored(file: String?, reason: some CustomStringConvertible, key: String?) -> FindingText {
      FindingText(405, "ignored", ["file": Value(file), "reason": Value(reason), "key": Value(key)])
    }
    @inline(never)
    package func correct(file: String?) -> FindingText {
      FindingText(405, "correct", ["file": Value(file)])
    }
  }
  package static var groupRequestedNotGranted: GroupRequestedNotGranted { GroupRequestedNotGranted() }
  package struct GroupRequestedNotGranted {
  }
  package static var tokenGroupIsReadOnly: TokenGroupIsReadOnly { TokenGroupIsReadOnly() }
  package struct TokenGroupIsReadOnly {
    @inline(never)
    package func text(isOnly: Bool) -> FindingText {
      FindingText(407, "text", ["isOnly": .truth(isOnly)])
    }
    package var fix: FindingText { FindingText(407, "fix") }
    package var ownGroup: FindingText { FindingText(407, "ownGroup") }
  }
  package static var identityFromFileName: IdentityFromFileName { IdentityFromFileName() }
  package struct IdentityFromFileName {
    @inline(never)
    package func text(name: some CustomStringConvertible) -> FindingText {
      FindingText(408, "text", ["name": Value(name)])
    }
    @inline(never)
    package func found(identifier: some CustomStringConvertible) -> FindingText {
      FindingText(408, "found", ["identifier": Value(identifier)])
    }
    @inline(never)
    package func putFile(name: some CustomStringConvertible) -> FindingText {
      FindingText(408, "putFile", ["name": Value(name)])
    }
  }
  package static var wildcardInGroup: WildcardInGroup { WildcardInGroup() }
  package struct WildcardInGroup {
    @inline(never)
    package func text(group: some CustomStringConvertible) -> FindingText {
      FindingText(409, "text", ["group": Value(group)])
    }
    package var fix: FindingText { FindingText(409, "fix") }
  }
  package static var sharingPartnerMismatch: SharingPartnerMismatch { SharingPartnerMismatch() }
  package struct SharingPartnerMismatch {
    @inline(never)
    package func text(a: some CustomStringConvertible, b: some CustomStringConvertible, reason: some CustomStringConvertible, lacks: String?) -> FindingText {
      FindingText(410, "text", ["a": Value(a), "b": Value(b), "reason": Value(reason), "lacks": Value(lacks)])
    }
    @inline(never)
    package func otherTeam(name: some CustomStringConvertible, held: some CustomStringConvertible) -> FindingText {
      FindingText(410, "otherTeam", ["name": Value(name), "held": Value(held)])
    }
    package var inCode: FindingText { FindingText(410, "inCode") }
    package var nameProgram: FindingText { FindingText(410, "nameProgram") }
    @inline(never)
    package func lacks(first: some CustomStringConvertible, second: String?, n: Int, group: some CustomStringConvertible) -> FindingText {
      FindingText(410, "lacks", ["first": Value(first), "second": Value(second), "n": .number(n), "group": Value(group)])
    }
    @inline(never)
    package func spells(program: some CustomStringConvertible, group: some CustomStringConvertible, other: some CustomStringConvertible) -> FindingText {
      FindingText(410, "spells", ["program": Value(program), "group": Value(group), "other": Value(other)])
    }
    @inline(never)
    package func spelled(group: some CustomStringConvertible, other: some CustomStringConvertible) -> FindingText {
      FindingText(410, "spelled", ["group": Value(group), "other": Value(other)])
    }
    @inline(never)
    package func teams(a: some CustomStringConvertible, b: some CustomStringConvertible) -> FindingText {
      FindingText(410, "teams", ["a": Value(a), "b": Value(b)])
    }
    package var ownGroups: FindingText { FindingText(410, "ownGroups") }
  }
  package static var defaultGroupIs: DefaultGroupIs { DefaultGroupIs() }
  package struct DefaultGroupIs {
    @inline(never)
    package func text(group: some CustomStringConvertible, list: some CustomStringConvertible) -> FindingText {
      FindingText(411, "text", ["group": Value(group), "list": Value(list)])
    }
    package var fix: FindingText { FindingText(411, "fix") }
    @inline(never)
    package func notWritable(group: some CustomStringConvertible) -> FindingText {
      FindingText(411, "notWritable", ["group": Value(group)])
    }
  }
  package static var restrictedCaller: RestrictedCaller { RestrictedCaller() }
  package struct RestrictedCaller {
    @inline(never)
    package func missing(attribute: some CustomStringConvertible) -> FindingText {
      FindingText(412, "missing", ["attribute": Value(attribute)])
    }
    @inline(never)
    package func remove(attribute: some CustomStringConvertible) -> FindingText {
      FindingText(412, "remove", ["attribute": Value(attribute)])
    }
  }
  package static var tokenErrorHiddenBySearch: TokenErrorHiddenBySearch { TokenErrorHiddenBySearch() }
  package struct TokenErrorHiddenBySearch {
    package var text: FindingText { FindingText(413, "text") }
    package var fix: FindingText { FindingText(413, "fix") }
  }
  package static var identityOnlyMeasured: IdentityOnlyMeasured { IdentityOnlyMeasured() }
  package struct IdentityOnlyMeasured {
  }
  package static var groupRemovedInThisVersion: GroupRemovedInThisVersion { GroupRemovedInThisVersion() }
  package struct GroupRemovedInThisVersion {
    @inline(never)
    package func held(group: some CustomStringConvertible, until: String?, version: String?, n: Int) -> FindingText {
      FindingText(501, "held", ["group": Value(group), "until": Value(until), "version": Value(version), "n": .number(n)])
    }
    package var explain: FindingText { FindingText(501, "explain") }
  }
  package static var prefixChanged: PrefixChanged { PrefixChanged() }
  package struct PrefixChanged {
    @inline(never)
    package func text(old: some CustomStringConvertible, new: some CustomStringConvertible, n: Int) -> FindingText {
      FindingText(502, "text", ["old": Value(old), "new": Value(new), "n": .number(n)])
    }
    package var why: FindingText { FindingText(502, "why") }
    package var listBoth: FindingText { FindingText(502, "listBoth") }
    package var orMove: FindingText { FindingText(502, "orMove") }
  }
  package static var defaultGroupChanged: DefaultGroupChanged { DefaultGroupChanged() }
  package struct DefaultGroupChanged {
    package var fix: FindingText { FindingText(503, "fix") }
    @inline(never)
    package func removed(a: some CustomStringConvertible, b: some CustomStringConvertible, n: Int) -> FindingText {
      FindingText(503, "removed", ["a": Value(a), "b": Value(b), "n": .number(n)])
    }
    @inline(never)
    package func reordered(a: some CustomStringConvertible, b: some CustomStringConvertible) -> FindingText {
      FindingText(503, "reordered", ["a": Value(a), "b": Value(b)])
    }
  }
  package static var identityChanged: IdentityChanged { IdentityChanged() }
  package struct IdentityChanged {
    @inline(never)
    package func renamed(old: some CustomStringConvertible, new: some CustomStringConvertible, n: Int) -> FindingText {
      FindingText(504, "renamed", ["old": Value(old), "new": Value(new), "n": .number(n)])
    }
    package var knownByFile: FindingText { FindingText(504, "knownByFile") }
    @inline(never)
    package func giveOldGroup(file: some CustomStringConvertible) -> FindingText {
      FindingText(504, "giveOldGroup", ["file": Value(file)])
    }
    package var orMove: FindingText { FindingText(504, "orMove") }
    @inline(never)
    package func ranAs(old: some CustomStringConvertible, new: some CustomStringConvertible, n: Int) -> FindingText {
      FindingText(504, "ranAs", ["old": Value(old), "new": Value(new), "n": .number(n)])
    }
    package var ofIdentifier: FindingText { FindingText(504, "ofIdentifier") }
    package var orMoveHere: FindingText { FindingText(504, "orMoveHere") }
    @inline(never)
    package func removeFile(file: some CustomStringConvertible, old: some CustomStringConvertible) -> FindingText {
      FindingText(504, "removeFile", ["file": Value(file), "old": Value(old)])
    }
    @inline(never)
    package func restoreIdentifier(old: some CustomStringConvertible, file: some CustomStringConvertible) -> FindingText {
      FindingText(504, "restoreIdentifier", ["old": Value(old), "file": Value(file)])
    }
    @inline(never)
    package func restoreFile(file: some CustomStringConvertible, old: some CustomStringConvertible) -> FindingText {
      FindingText(504, "restoreFile", ["file": Value(file), "old": Value(old)])
    }
    @inline(never)
    package func gone(old: some CustomStringConvertible, path: String?, new: some CustomStringConvertible, n: Int) -> FindingText {
      FindingText(504, "gone", ["old": Value(old), "path": Value(path), "new": Value(new), "n": .number(n)])
    }
    package var moveIfSame: FindingText { FindingText(504, "moveIfSame") }
  }
  package static var queryChangedSinceItWorked: QueryChangedSinceItWorked { QueryChangedSinceItWorked() }
  package struct QueryChangedSinceItWorked {
    @inline(never)
    package func text(date: some CustomStringConvertible, version: String?, labl: some CustomStringConvertible) -> FindingText {
      FindingText(505, "text", ["date": Value(date), "version": Value(version), "labl": Value(labl)])
    }
    package var fix: FindingText { FindingText(505, "fix") }
    @inline(never)
    package func asItemHas(labl: some CustomStringConvertible) -> FindingText {
      FindingText(505, "asItemHas", ["labl": Value(labl)])
    }
  }
  package static var otherStoreThanBefore: OtherStoreThanBefore { OtherStoreThanBefore() }
  package struct OtherStoreThanBefore {
    @inline(never)
    package func text(identifier: some CustomStringConvertible, a: some CustomStringConvertible, day: some CustomStringConvertible, b: some CustomStringConvertible, variable: String?) -> FindingText {
      FindingText(506, "text", ["identifier": Value(identifier), "a": Value(a), "day": Value(day), "b": Value(b), "variable": Value(variable)])
    }
    @inline(never)
    package func replaced(identifier: some CustomStringConvertible, day: some CustomStringConvertible, path: some CustomStringConvertible) -> FindingText {
      FindingText(506, "replaced", ["identifier": Value(identifier), "day": Value(day), "path": Value(path)])
    }
    @inline(never)
    package func mount(path: some CustomStringConvertible) -> FindingText {
      FindingText(506, "mount", ["path": Value(path)])
    }
    @inline(never)
    package func asBefore(variable: some CustomStringConvertible) -> FindingText {
      FindingText(506, "asBefore", ["variable": Value(variable)])
    }
    @inline(never)
    package func setHome(path: some CustomStringConvertible) -> FindingText {
      FindingText(506, "setHome", ["path": Value(path)])
    }
  }
  package static var restoredOnAnotherDevice: RestoredOnAnotherDevice { RestoredOnAnotherDevice() }
  package struct RestoredOnAnotherDevice {
    @inline(never)
    package func text(date: some CustomStringConvertible, n: Int) -> FindingText {
      FindingText(507, "text", ["date": Value(date), "n": .number(n)])
    }
    package var fix: FindingText { FindingText(507, "fix") }
  }
  package static var keybagReplaced: KeybagReplaced { KeybagReplaced() }
  package struct KeybagReplaced {
    @inline(never)
    package func text(n: Int) -> FindingText {
      FindingText(508, "text", ["n": .number(n)])
    }
    package var fix: FindingText { FindingText(508, "fix") }
  }
  package static var itemsIntactElsewhere: ItemsIntactElsewhere { ItemsIntactElsewhere() }
  package struct ItemsIntactElsewhere {
    @inline(never)
    package func text(n: Int, group: some CustomStringConvertible) -> FindingText {
      FindingText(509, "text", ["n": .number(n), "group": Value(group)])
    }
  }
  package static var deleteAndReaddCannotHelp: DeleteAndReaddCannotHelp { DeleteAndReaddCannotHelp() }
  package struct DeleteAndReaddCannotHelp {
    @inline(never)
    package func noHelp(group: some CustomStringConvertible) -> FindingText {
      FindingText(510, "noHelp", ["group": Value(group)])
    }
  }
  package static var leftFromEarlierInstallation: LeftFromEarlierInstallation { LeftFromEarlierInstallation() }
  package struct LeftFromEarlierInstallation {
    @inline(never)
    package func text(n: Int, date: some CustomStringConvertible) -> FindingText {
      FindingText(511, "text", ["n": .number(n), "date": Value(date)])
    }
    package var cleanUp: FindingText { FindingText(511, "cleanUp") }
  }
  package static var routedToFileKeychain: RoutedToFileKeychain { RoutedToFileKeychain() }
  package struct RoutedToFileKeychain {
    @inline(never)
    package func went(n: Int, list: some CustomStringConvertible, reason: some CustomStringConvertible) -> FindingText {
      FindingText(601, "went", ["n": .number(n), "list": Value(list), "reason": Value(reason)])
    }
    package var use: FindingText { FindingText(601, "use") }
    @inline(never)
    package func key(key: some CustomStringConvertible) -> FindingText {
      FindingText(601, "key", ["key": Value(key)])
    }
    package var flag: FindingText { FindingText(601, "flag") }
    package var profile: FindingText { FindingText(601, "profile") }
  }
  package static var limitDefaultDiffers: LimitDefaultDiffers { LimitDefaultDiffers() }
  package struct LimitDefaultDiffers {
    package var fix: FindingText { FindingText(602, "fix") }
    package var search: FindingText { FindingText(602, "search") }
    @inline(never)
    package func acts(verb: some CustomStringConvertible) -> FindingText {
      FindingText(602, "acts", ["verb": Value(verb)])
    }
  }
  package static var lockedHiddenByOtherEngine: LockedHiddenByOtherEngine { LockedHiddenByOtherEngine() }
  package struct LockedHiddenByOtherEngine {
    package var why: FindingText { FindingText(603, "why") }
    @inline(never)
    package func itemExists(status: some CustomStringConvertible) -> FindingText {
      FindingText(603, "itemExists", ["status": Value(status)])
    }
    package var add: FindingText { FindingText(603, "add") }
  }
  package static var fileKeychainLocked: FileKeychainLocked { FileKeychainLocked() }
  package struct FileKeychainLocked {
    @inline(never)
    package func locked(keychain: some CustomStringConvertible, isCounted: Bool, n: Int) -> FindingText {
      FindingText(604, "locked", ["keychain": Value(keychain), "isCounted": .truth(isCounted), "n": .number(n)])
    }
    @inline(never)
    package func ownPassword(isAsked: Bool, mayAsk: Bool) -> FindingText {
      FindingText(604, "ownPassword", ["isAsked": .truth(isAsked), "mayAsk": .truth(mayAsk)])
    }
    package var inShell: FindingText { FindingText(604, "inShell") }
    @inline(never)
    package func cause(cause: some CustomStringConvertible) -> FindingText {
      FindingText(604, "cause", ["cause": Value(cause)])
    }
    @inline(never)
    package func needsPassword(keychain: some CustomStringConvertible, canAsk: Bool) -> FindingText {
      FindingText(604, "needsPassword", ["keychain": Value(keychain), "canAsk": .truth(canAsk)])
    }
  }
  package static var attributeIgnoredByFileKeychain: AttributeIgnoredByFileKeychain { AttributeIgnoredByFileKeychain() }
  package struct AttributeIgnoredByFileKeychain {
    package var why: FindingText { FindingText(605, "why") }
    @inline(never)
    package func noEffect(attributes: some CustomStringConvertible, keychains: some CustomStringConvertible) -> FindingText {
      FindingText(605, "noEffect", ["attributes": Value(attributes), "keychains": Value(keychains)])
    }
    package var ifItMatters: FindingText { FindingText(605, "ifItMatters") }
  }
  package static var enginesMixed: EnginesMixed { EnginesMixed() }
  package struct EnginesMixed {
    package var why: FindingText { FindingText(606, "why") }
    @inline(never)
    package func items(n: Int, place: String?, asked: String?) -> FindingText {
      FindingText(606, "items", ["n": .number(n), "place": Value(place), "asked": Value(asked)])
    }
    package var one: FindingText { FindingText(606, "one") }
  }
  package static var alwaysDataProtectionHere: AlwaysDataProtectionHere { AlwaysDataProtectionHere() }
  package struct AlwaysDataProtectionHere {
    @inline(never)
    package func text(ios: some CustomStringConvertible) -> FindingText {
      FindingText(607, "text", ["ios": Value(ios)])
    }
  }
  package static var notInSearchList: NotInSearchList { NotInSearchList() }
  package struct NotInSearchList {
    @inline(never)
    package func text(keychain: some CustomStringConvertible, n: Int) -> FindingText {
      FindingText(608, "text", ["keychain": Value(keychain), "n": .number(n)])
    }
    package var why: FindingText { FindingText(608, "why") }
    package var nameOr: FindingText { FindingText(608, "nameOr") }
  }
  package static var fileAclRefuses: FileAclRefuses { FileAclRefuses() }
  package struct FileAclRefuses {
    @inline(never)
    package func text(keychain: some CustomStringConvertible, program: some CustomStringConvertible) -> FindingText {
      FindingText(609, "text", ["keychain": Value(keychain), "program": Value(program)])
    }
    @inline(never)
    package func asks(operation: some CustomStringConvertible, isAsked: Bool, mayAsk: Bool) -> FindingText {
      FindingText(609, "asks", ["operation": Value(operation), "isAsked": .truth(isAsked), "mayAsk": .truth(mayAsk)])
    }
    @inline(never)
    package func closed(operation: some CustomStringConvertible) -> FindingText {
      FindingText(609, "closed", ["operation": Value(operation)])
    }
    package var unproved: FindingText { FindingText(609, "unproved") }
    package var unlock: FindingText { FindingText(609, "unlock") }
    @inline(never)
    package func addPartition(filling: String?) -> FindingText {
      FindingText(609, "addPartition", ["filling": Value(filling)])
    }
    @inline(never)
    package func importAgain(program: some CustomStringConvertible) -> FindingText {
      FindingText(609, "importAgain", ["program": Value(program)])
    }
    @inline(never)
    package func addAgain(filling: String?) -> FindingText {
      FindingText(609, "addAgain", ["filling": Value(filling)])
    }
    @inline(never)
    package func items(n: Int, keychain: some CustomStringConvertible, program: some CustomStringConvertible, canAsk: Bool) -> FindingText {
      FindingText(609, "items", ["n": .number(n), "keychain": Value(keychain), "program": Value(program), "canAsk": .truth(canAsk)])
    }
    package var unlockAndSee: FindingText { FindingText(609, "unlockAndSee") }
    package var see: FindingText { FindingText(609, "see") }
    @inline(never)
    package func partition(keychain: some CustomStringConvertible, partition: some CustomStringConvertible, program: some CustomStringConvertible) -> FindingText {
      FindingText(609, "partition", ["keychain": Value(keychain), "partition": Value(partition), "program": Value(program)])
    }
    @inline(never)
    package func filling(first: String?, last: some CustomStringConvertible, keychain: some CustomStringConvertible) -> FindingText {
      FindingText(609, "filling", ["first": Value(first), "last": Value(last), "keychain": Value(keychain)])
    }
    @inline(never)
    package func addPartitionByHand(partition: some CustomStringConvertible) -> FindingText {
      FindingText(609, "addPartitionByHand", ["partition": Value(partition)])
    }
    @inline(never)
    package func addAgainByHand(obstacle: some CustomStringConvertible, isAskable: Bool) -> FindingText {
      FindingText(609, "addAgainByHand", ["obstacle": Value(obstacle), "isAskable": .truth(isAskable)])
    }
    package var noDescription: FindingText { FindingText(609, "noDescription") }
    @inline(never)
    package func changeAsks(keychain: some CustomStringConvertible) -> FindingText {
      FindingText(609, "changeAsks", ["keychain": Value(keychain)])
    }
    package var askOrAddAnew: FindingText { FindingText(609, "askOrAddAnew") }
    package var notAlone: FindingText { FindingText(609, "notAlone") }
    @inline(never)
    package func noOption(attribute: some CustomStringConvertible) -> FindingText {
      FindingText(609, "noOption", ["attribute": Value(attribute)])
    }
    package var noListOptions: FindingText { FindingText(609, "noListOptions") }
    @inline(never)
    package func programMissing(path: some CustomStringConvertible) -> FindingText {
      FindingText(609, "programMissing", ["path": Value(path)])
    }
    @inline(never)
    package func trusted(operation: some CustomStringConvertible, programs: String?) -> FindingText {
      FindingText(609, "trusted", ["operation": Value(operation), "programs": Value(programs)])
    }
    @inline(never)
    package func partitions(list: some CustomStringConvertible) -> FindingText {
      FindingText(609, "partitions", ["list": Value(list)])
    }
    package var noPartition: FindingText { FindingText(609, "noPartition") }
  }
  package static var fileKeychainMissing: FileKeychainMissing { FileKeychainMissing() }
  package struct FileKeychainMissing {
    @inline(never)
    package func named(keychain: some CustomStringConvertible) -> FindingText {
      FindingText(610, "named", ["keychain": Value(keychain)])
    }
    package var correct: FindingText { FindingText(610, "correct") }
    @inline(never)
    package func countsEmpty(keychain: some CustomStringConvertible) -> FindingText {
      FindingText(610, "countsEmpty", ["keychain": Value(keychain)])
    }
    @inline(never)
    package func take(n: Int) -> FindingText {
      FindingText(610, "take", ["n": .number(n)])
    }
    @inline(never)
    package func isDefault(keychain: some CustomStringConvertible) -> FindingText {
      FindingText(610, "isDefault", ["keychain": Value(keychain)])
    }
    package var chooseOther: FindingText { FindingText(610, "chooseOther") }
    @inline(never)
    package func listed(keychain: some CustomStringConvertible) -> FindingText {
      FindingText(610, "listed", ["keychain": Value(keychain)])
    }
    package var takeMissing: FindingText { FindingText(610, "takeMissing") }
    package var takenByOther: FindingText { FindingText(610, "takenByOther") }
  }
  package static var attributeNotOfClass: AttributeNotOfClass { AttributeNotOfClass() }
  package struct AttributeNotOfClass {
    @inline(never)
    package func unknown(key: String?, itemClass: some CustomStringConvertible, constant: String?) -> FindingText {
      FindingText(701, "unknown", ["key": Value(key), "itemClass": Value(itemClass), "constant": Value(constant)])
    }
    package var correct: FindingText { FindingText(701, "correct") }
    @inline(never)
    package func ofOthers(constant: some CustomStringConvertible, name: some CustomStringConvertible, itemClass: some CustomStringConvertible, owners: String?, n: Int) -> FindingText {
      FindingText(701, "ofOthers", ["constant": Value(constant), "name": Value(name), "itemClass": Value(itemClass), "owners": Value(owners), "n": .number(n)])
    }
    package var fixedTable: FindingText { FindingText(701, "fixedTable") }
    @inline(never)
    package func use(advice: some CustomStringConvertible, itemClass: some CustomStringConvertible, list: some CustomStringConvertible) -> FindingText {
      FindingText(701, "use", ["advice": Value(advice), "itemClass": Value(itemClass), "list": Value(list)])
    }
    @inline(never)
    package func inKeychainFile(noun: some CustomStringConvertible) -> FindingText {
      FindingText(701, "inKeychainFile", ["noun": Value(noun)])
    }
    package var accountOrService: FindingText { FindingText(701, "accountOrService") }
    package var markCertificate: FindingText { FindingText(701, "markCertificate") }
    package var server: FindingText { FindingText(701, "server") }
    package var internetOrService: FindingText { FindingText(701, "internetOrService") }
    package var tag: FindingText { FindingText(701, "tag") }
    package var genericOnly: FindingText { FindingText(701, "genericOnly") }
    package var label: FindingText { FindingText(701, "label") }
    package var publicKeyHash: FindingText { FindingText(701, "publicKeyHash") }
    package var applicationLabel: FindingText { FindingText(701, "applicationLabel") }
    package var certificateOrIdentity: FindingText { FindingText(701, "certificateOrIdentity") }
    package var remove: FindingText { FindingText(701, "remove") }
  }
  package static var classMissingOrUnknown: ClassMissingOrUnknown { ClassMissingOrUnknown() }
  package struct ClassMissingOrUnknown {
    package var identity: FindingText { FindingText(702, "identity") }
    package var addIdentity: FindingText { FindingText(702, "addIdentity") }
    @inline(never)
    package func isValue(value: some CustomStringConvertible) -> FindingText {
      FindingText(702, "isValue", ["value": Value(value)])
    }
    package var referenceAlone: FindingText { FindingText(702, "referenceAlone") }
    package var constants: FindingText { FindingText(702, "constants") }
    package var absent: FindingText { FindingText(702, "absent") }
    @inline(never)
    package func unknown(name: some CustomStringConvertible) -> FindingText {
      FindingText(702, "unknown", ["name": Value(name)])
    }
    package var noClass: FindingText { FindingText(702, "noClass") }
    package var notText: FindingText { FindingText(702, "notText") }
    @inline(never)
    package func known(name: some CustomStringConvertible) -> FindingText {
      FindingText(702, "known", ["name": Value(name)])
    }
  }
  package static var wrongValueKind: WrongValueKind { WrongValueKind() }
  package struct WrongValueKind {
    package var fix: FindingText { FindingText(703, "fix") }
    package var shorter: FindingText { FindingText(703, "shorter") }
    package var unnamed: FindingText { FindingText(703, "unnamed") }
    @inline(never)
    package func notGiven(key: some CustomStringConvertible) -> FindingText {
      FindingText(703, "notGiven", ["key": Value(key)])
    }
    package var asSecret: FindingText { FindingText(703, "asSecret") }
    package var remove: FindingText { FindingText(703, "remove") }
    @inline(never)
    package func mustBe(key: some CustomStringConvertible, expected: some CustomStringConvertible, got: String?) -> FindingText {
      FindingText(703, "mustBe", ["key": Value(key), "expected": Value(expected), "got": Value(got)])
    }
    package var ofThatKind: FindingText { FindingText(703, "ofThatKind") }
    @inline(never)
    package func textValue(isRightKind: Bool) -> FindingText {
      FindingText(703, "textValue", ["isRightKind": .truth(isRightKind)])
    }
    @inline(never)
    package func dataValue(isRightKind: Bool, bytes: String?) -> FindingText {
      FindingText(703, "dataValue", ["isRightKind": .truth(isRightKind), "bytes": Value(bytes)])
    }
    @inline(never)
    package func numberValue(isRightKind: Bool) -> FindingText {
      FindingText(703, "numberValue", ["isRightKind": .truth(isRightKind)])
    }
    package var booleanValue: FindingText { FindingText(703, "booleanValue") }
    @inline(never)
    package func dateValue(isRightKind: Bool) -> FindingText {
      FindingText(703, "dateValue", ["isRightKind": .truth(isRightKind)])
    }
    @inline(never)
    package func objectValue(isRightKind: Bool) -> FindingText {
      FindingText(703, "objectValue", ["isRightKind": .truth(isRightKind)])
    }
  }
  package static var unknownKey: UnknownKey { UnknownKey() }
  package struct UnknownKey {
    @inline(never)
    package func text(key: some CustomStringConvertible, isRefused: Bool, constant: String?) -> FindingText {
      FindingText(704, "text", ["key": Value(key), "isRefused": .truth(isRefused), "constant": Value(constant)])
    }
    package var notText: FindingText { FindingText(704, "notText") }
    package var remove: FindingText { FindingText(704, "remove") }
    @inline(never)
    package func unusable(constant: some CustomStringConvertible, function: some CustomStringConvertible) -> FindingText {
      FindingText(704, "unusable", ["constant": Value(constant), "function": Value(function)])
    }
    package var correct: FindingText { FindingText(704, "correct") }
  }
  package static var matchKeyInAdd: MatchKeyInAdd { MatchKeyInAdd() }
  package struct MatchKeyInAdd {
    package var fix: FindingText { FindingText(705, "fix") }
    @inline(never)
    package func refused(keys: some CustomStringConvertible) -> FindingText {
      FindingText(705, "refused", ["keys": Value(keys)])
    }
  }
  package static var matchKeyInUpdateOrDelete: MatchKeyInUpdateOrDelete { MatchKeyInUpdateOrDelete() }
  package struct MatchKeyInUpdateOrDelete {
    package var fix: FindingText { FindingText(706, "fix") }
    @inline(never)
    package func ignored(key: some CustomStringConvertible, n: Int) -> FindingText {
      FindingText(706, "ignored", ["key": Value(key), "n": .number(n)])
    }
    @inline(never)
    package func refused(keys: some CustomStringConvertible) -> FindingText {
      FindingText(706, "refused", ["keys": Value(keys)])
    }
  }
  package static var returnKeyInUpdate: ReturnKeyInUpdate { ReturnKeyInUpdate() }
  package struct ReturnKeyInUpdate {
    package var fix: FindingText { FindingText(707, "fix") }
    @inline(never)
    package func ignored(key: some CustomStringConvertible) -> FindingText {
      FindingText(707, "ignored", ["key": Value(key)])
    }
    @inline(never)
    package func refused(keys: some CustomStringConvertible) -> FindingText {
      FindingText(707, "refused", ["keys": Value(keys)])
    }
  }
  package static var notAnAttributeInChanges: NotAnAttributeInChanges { NotAnAttributeInChanges() }
  package struct NotAnAttributeInChanges {
    @inline(never)
    package func text(key: String?) -> FindingText {
      FindingText(708, "text", ["key": Value(key)])
    }
    package var fix: FindingText { FindingText(708, "fix") }
    @inline(never)
    package func refused(reason: some CustomStringConvertible, key: String?) -> FindingText {
      FindingText(708, "refused", ["reason": Value(reason), "key": Value(key)])
    }
    package var remove: FindingText { FindingText(708, "remove") }
  }
  package static var accessibleAndAccessControl: AccessibleAndAccessControl { AccessibleAndAccessControl() }
  package struct AccessibleAndAccessControl {
    package var text: FindingText { FindingText(709, "text") }
    package var fix: FindingText { FindingText(709, "fix") }
  }
  package static var synchronizableThisDeviceOnly: SynchronizableThisDeviceOnly { SynchronizableThisDeviceOnly() }
  package struct SynchronizableThisDeviceOnly {
    @inline(never)
    package func text(key: String?) -> FindingText {
      FindingText(710, "text", ["key": Value(key)])
    }
    package var fix: FindingText { FindingText(710, "fix") }
  }
  package static var synchronizableAccessControl: SynchronizableAccessControl { SynchronizableAccessControl() }
  package struct SynchronizableAccessControl {
    package var text: FindingText { FindingText(711, "text") }
    package var fix: FindingText { FindingText(711, "fix") }
  }
  package static var referenceMisused: ReferenceMisused { ReferenceMisused() }
  package struct ReferenceMisused {
    @inline(never)
    package func otherClass(itemClass: some CustomStringConvertible) -> FindingText {
      FindingText(712, "otherClass", ["itemClass": Value(itemClass)])
    }
    package var alone: FindingText { FindingText(712, "alone") }
    @inline(never)
    package func persistent(how: some CustomStringConvertible) -> FindingText {
      FindingText(712, "persistent", ["how": Value(how)])
    }
    package var asReturned: FindingText { FindingText(712, "asReturned") }
    package var malformed: FindingText { FindingText(712, "malformed") }
    package var inAdd: FindingText { FindingText(712, "inAdd") }
    package var withAttributes: FindingText { FindingText(712, "withAttributes") }
  }
  package static var labelIsNotApplicationLabel: LabelIsNotApplicationLabel { LabelIsNotApplicationLabel() }
  package struct LabelIsNotApplicationLabel {
    package var fix: FindingText { FindingText(713, "fix") }
    package var oneKey: FindingText { FindingText(713, "oneKey") }
  }
  package static var searchBySecret: SearchBySecret { SearchBySecret() }
  package struct SearchBySecret {
    package var text: FindingText { FindingText(714, "text") }
    package var remove: FindingText { FindingText(714, "remove") }
  }
  package static var limitOfWrongKind: LimitOfWrongKind { LimitOfWrongKind() }
  package struct LimitOfWrongKind {
    package var fix: FindingText { FindingText(715, "fix") }
    @inline(never)
    package func isValue(value: some CustomStringConvertible) -> FindingText {
      FindingText(715, "isValue", ["value": Value(value)])
    }
    package var boolean: FindingText { FindingText(715, "boolean") }
    package var notWhole: FindingText { FindingText(715, "notWhole") }
    package var words: FindingText { FindingText(715, "words") }
    package var notNumber: FindingText { FindingText(715, "notNumber") }
    @inline(never)
    package func number(value: some CustomStringConvertible) -> FindingText {
      FindingText(715, "number", ["value": Value(value)])
    }
  }
  package static var filterNotForClass: FilterNotForClass { FilterNotForClass() }
  package struct FilterNotForClass {
    @inline(never)
    package func filters(keys: some CustomStringConvertible, n: Int, isHost: Bool) -> FindingText {
      FindingText(716, "filters", ["keys": Value(keys), "n": .number(n), "isHost": .truth(isHost)])
    }
    package var remove: FindingText { FindingText(716, "remove") }
  }
  package static var filterHasNoEffect: FilterHasNoEffect { FilterHasNoEffect() }
  package struct FilterHasNoEffect {
    @inline(never)
    package func text(key: some CustomStringConvertible) -> FindingText {
      FindingText(717, "text", ["key": Value(key)])
    }
    package var fix: FindingText { FindingText(717, "fix") }
  }
  package static var skipOnlyForSearch: SkipOnlyForSearch { SkipOnlyForSearch() }
  package struct SkipOnlyForSearch {
    @inline(never)
    package func text(update: some CustomStringConvertible) -> FindingText {
      FindingText(718, "text", ["update": Value(update)])
    }
    package var failOrAllow: FindingText { FindingText(718, "failOrAllow") }
  }
  package static var changingAccessControl: ChangingAccessControl { ChangingAccessControl() }
  package struct ChangingAccessControl {
    package var text: FindingText { FindingText(719, "text") }
  }
  package static var synchronizableNeverSyncs: SynchronizableNeverSyncs { SynchronizableNeverSyncs() }
  package struct SynchronizableNeverSyncs {
    @inline(never)
    package func text(aku: some CustomStringConvertible) -> FindingText {
      FindingText(720, "text", ["aku": Value(aku)])
    }
    package var one: FindingText { FindingText(720, "one") }
    @inline(never)
    package func items(n: Int) -> FindingText {
      FindingText(720, "items", ["n": .number(n)])
    }
    package var choose: FindingText { FindingText(720, "choose") }
  }
  package static var dataMakeNoObject: DataMakeNoObject { DataMakeNoObject() }
  package struct DataMakeNoObject {
    @inline(never)
    package func text(isAdd: Bool) -> FindingText {
      FindingText(721, "text", ["isAdd": .truth(isAdd)])
    }
    package var fix: FindingText { FindingText(721, "fix") }
  }
  package static var deleteBroaderThanOneItem: DeleteBroaderThanOneItem { DeleteBroaderThanOneItem() }
  package struct DeleteBroaderThanOneItem {
    package var fix: FindingText { FindingText(801, "fix") }
    @inline(never)
    package func deletes(isDryRun: Bool, items: some CustomStringConvertible, key: String?, n: Int) -> FindingText {
      FindingText(801, "deletes", ["isDryRun": .truth(isDryRun), "items": Value(items), "key": Value(key), "n": .number(n)])
    }
  }
  package static var deleteAfterInteractionRefused: DeleteAfterInteractionRefused { DeleteAfterInteractionRefused() }
  package struct DeleteAfterInteractionRefused {
    package var fix: FindingText { FindingText(802, "fix") }
    @inline(never)
    package func refused(isDryRun: Bool) -> FindingText {
      FindingText(802, "refused", ["isDryRun": .truth(isDryRun)])
    }
  }
  package static var deleteThenAdd: DeleteThenAdd { DeleteThenAdd() }
  package struct DeleteThenAdd {
    @inline(never)
    package func text(ms: some CustomStringConvertible) -> FindingText {
      FindingText(803, "text", ["ms": Value(ms)])
    }
    package var inPlace: FindingText { FindingText(803, "inPlace") }
  }
  package static var upsertOnNonuniqueAttribute: UpsertOnNonuniqueAttribute { UpsertOnNonuniqueAttribute() }
  package struct UpsertOnNonuniqueAttribute {
    @inline(never)
    package func noMatch(attribute: some CustomStringConvertible) -> FindingText {
      FindingText(804, "noMatch", ["attribute": Value(attribute)])
    }
  }
  package static var dictionaryReused: DictionaryReused { DictionaryReused() }
  package struct DictionaryReused {
    package var text: FindingText { FindingText(805, "text") }
    package var fix: FindingText { FindingText(805, "fix") }
  }
  package static var returnKeyWithoutResult: ReturnKeyWithoutResult { ReturnKeyWithoutResult() }
  package struct ReturnKeyWithoutResult {
    @inline(never)
    package func text(keys: String?, n: Int) -> FindingText {
      FindingText(806, "text", ["keys": Value(keys), "n": .number(n)])
    }
    package var remove: FindingText { FindingText(806, "remove") }
  }
  package static var nothingRequested: NothingRequested { NothingRequested() }
  package struct NothingRequested {
    package var text: FindingText { FindingText(807, "text") }
    package var fix: FindingText { FindingText(807, "fix") }
  }
  package static var limitNotGiven: LimitNotGiven { LimitNotGiven() }
  package struct LimitNotGiven {
    package var text: FindingText { FindingText(808, "text") }
    package var fix: FindingText { FindingText(808, "fix") }
  }
  package static var deprecatedAlways: DeprecatedAlways { DeprecatedAlways() }
  package struct DeprecatedAlways {
    package var fix: FindingText { FindingText(809, "fix") }
    @inline(never)
    package func protection(name: some CustomStringConvertible) -> FindingText {
      FindingText(809, "protection", ["name": Value(name)])
    }
  }
  package static var defaultProtection: DefaultProtection { DefaultProtection() }
  package struct DefaultProtection {
    package var text: FindingText { FindingText(810, "text") }
    package var fix: FindingText { FindingText(810, "fix") }
  }
  package static var protectionMigratedWhileLocked: ProtectionMigratedWhileLocked { ProtectionMigratedWhileLocked() }
  package struct ProtectionMigratedWhileLocked {
    @inline(never)
    package func text(isLocked: Bool) -> FindingText {
      FindingText(811, "text", ["isLocked": .truth(isLocked)])
    }
    package var fix: FindingText { FindingText(811, "fix") }
  }
  package static var sameFailureRepeated: SameFailureRepeated { SameFailureRepeated() }
  package struct SameFailureRepeated {
    @inline(never)
    package func text(n: some CustomStringConvertible, s: some CustomStringConvertible) -> FindingText {
      FindingText(812, "text", ["n": Value(n), "s": Value(s)])
    }
    package var fix: FindingText { FindingText(812, "fix") }
  }
  package static var groupLeftToDefault: GroupLeftToDefault { GroupLeftToDefault() }
  package struct GroupLeftToDefault {
    @inline(never)
    package func text(n: some CustomStringConvertible, first: some CustomStringConvertible) -> FindingText {
      FindingText(813, "text", ["n": Value(n), "first": Value(first)])
    }
    package var fix: FindingText { FindingText(813, "fix") }
  }
  package static var manyPrompts: ManyPrompts { ManyPrompts() }
  package struct ManyPrompts {
    @inline(never)
    package func text(n: some CustomStringConvertible) -> FindingText {
      FindingText(814, "text", ["n": Value(n)])
    }
    package var fix: FindingText { FindingText(814, "fix") }
  }
  package static var largeSecret: LargeSecret { LargeSecret() }
  package struct LargeSecret {
    @inline(never)
    package func text(n: some CustomStringConvertible) -> FindingText {
      FindingText(815, "text", ["n": Value(n)])
    }
    package var fix: FindingText { FindingText(815, "fix") }
  }
  package static var daemonUnreachable: DaemonUnreachable { DaemonUnreachable() }
  package struct DaemonUnreachable {
    @inline(never)
    package func noAnswer(path: some CustomStringConvertible, refusal: some CustomStringConvertible) -> FindingText {
      FindingText(901, "noAnswer", ["path": Value(path), "refusal": Value(refusal)])
    }
    package var unset: FindingText { FindingText(901, "unset") }
  }
  package static var storeNewOrEmpty: StoreNewOrEmpty { StoreNewOrEmpty() }
  package struct StoreNewOrEmpty {
    @inline(never)
    package func state(path: some CustomStringConvertible, isMade: Bool) -> FindingText {
      FindingText(902, "state", ["path": Value(path), "isMade": .truth(isMade)])
    }
  }
  package static var storePermissions: StorePermissions { StorePermissions() }
  package struct StorePermissions {
    @inline(never)
    package func owner(path: some CustomStringConvertible, owner: some CustomStringConvertible) -> FindingText {
      FindingText(903, "owner", ["path": Value(path), "owner": Value(owner)])
    }
    package var makeKeychain: FindingText { FindingText(903, "makeKeychain") }
    @inline(never)
    package func keychain(keychain: some CustomStringConvertible, isOpen: Bool, mode: some CustomStringConvertible) -> FindingText {
      FindingText(903, "keychain", ["keychain": Value(keychain), "isOpen": .truth(isOpen), "mode": Value(mode)])
    }
    @inline(never)
    package func folder(path: some CustomStringConvertible, isOpen: Bool, mode: some CustomStringConvertible) -> FindingText {
      FindingText(903, "folder", ["path": Value(path), "isOpen": .truth(isOpen), "mode": Value(mode)])
    }
    @inline(never)
    package func store(path: some CustomStringConvertible, isOpen: Bool, mode: some CustomStringConvertible, status: String?) -> FindingText {
      FindingText(903, "store", ["path": Value(path), "isOpen": .truth(isOpen), "mode": Value(mode), "status": Value(status)])
    }
    package var ownStore: FindingText { FindingText(903, "ownStore") }
    package var inShell: FindingText { FindingText(903, "inShell") }
  }
  package static var storeNotWritable: StoreNotWritable { StoreNotWritable() }
  package struct StoreNotWritable {
    @inline(never)
    package func refused(reason: some CustomStringConvertible) -> FindingText {
      FindingText(904, "refused", ["reason": Value(reason)])
    }
    @inline(never)
    package func answers(keychain: some CustomStringConvertible, status: some CustomStringConvertible, reason: some CustomStringConvertible) -> FindingText {
      FindingText(904, "answers", ["keychain": Value(keychain), "status": Value(status), "reason": Value(reason)])
    }
    package var ownPassword: FindingText { FindingText(904, "ownPassword") }
    package var givePassword: FindingText { FindingText(904, "givePassword") }
    package var unchangeable: FindingText { FindingText(904, "unchangeable") }
    package var nameOther: FindingText { FindingText(904, "nameOther") }
    package var ownerAndMode: FindingText { FindingText(904, "ownerAndMode") }
    package var lookAtBoth: FindingText { FindingText(904, "lookAtBoth") }
    package var writesAnew: FindingText { FindingText(904, "writesAnew") }
    package var makeRoom: FindingText { FindingText(904, "makeRoom") }
    package var replacesNoFile: FindingText { FindingText(904, "replacesNoFile") }
    package var useOrRename: FindingText { FindingText(904, "useOrRename") }
    package var unusable: FindingText { FindingText(904, "unusable") }
    package var check: FindingText { FindingText(904, "check") }
    @inline(never)
    package func everyCall(status: some CustomStringConvertible, reason: some CustomStringConvertible, path: String?) -> FindingText {
      FindingText(904, "everyCall", ["status": Value(status), "reason": Value(reason), "path": Value(path)])
    }
    @inline(never)
    package func noDirectory(path: some CustomStringConvertible) -> FindingText {
      FindingText(904, "noDirectory", ["path": Value(path)])
    }
    @inline(never)
    package func readOnly(path: some CustomStringConvertible) -> FindingText {
      FindingText(904, "readOnly", ["path": Value(path)])
    }
    @inline(never)
    package func mode(path: some CustomStringConvertible) -> FindingText {
      FindingText(904, "mode", ["path": Value(path)])
    }
    @inline(never)
    package func other(path: some CustomStringConvertible, reason: some CustomStringConvertible) -> FindingText {
      FindingText(904, "other", ["path": Value(path), "reason": Value(reason)])
    }
    @inline(never)
    package func full(path: some CustomStringConvertible, free: some CustomStringConvertible) -> FindingText {
      FindingText(904, "full", ["path": Value(path), "free": Value(free)])
    }
    package var moveAway: FindingText { FindingText(904, "moveAway") }
    package var mount: FindingText { FindingText(904, "mount") }
    package var setHome: FindingText { FindingText(904, "setHome") }
    package var free: FindingText { FindingText(904, "free") }
  }
  package static var lockSummary: LockSummary { LockSummary() }
  package struct LockSummary {
    @inline(never)
    package func summary(state: some CustomStringConvertible) -> FindingText {
      FindingText(905, "summary", ["state": Value(state)])
    }
    package var unlock: FindingText { FindingText(905, "unlock") }
    @inline(never)
    package func noLock(flaw: some CustomStringConvertible) -> FindingText {
      FindingText(905, "noLock", ["flaw": Value(flaw)])
    }
    package var lost: FindingText { FindingText(905, "lost") }
    package var unlockStore: FindingText { FindingText(905, "unlockStore") }
  }
  package static var noPromptAgent: NoPromptAgent { NoPromptAgent() }
  package struct NoPromptAgent {
    @inline(never)
    package func text(n: Int) -> FindingText {
      FindingText(906, "text", ["n": .number(n)])
    }
    package var runThere: FindingText { FindingText(906, "runThere") }
  }
  package static var deviceKeyInAFile: DeviceKeyInAFile { DeviceKeyInAFile() }
  package struct DeviceKeyInAFile {
    package var fileWithPasscode: FindingText { FindingText(907, "fileWithPasscode") }
    package var besideStore: FindingText { FindingText(907, "besideStore") }
    package var longPasscode: FindingText { FindingText(907, "longPasscode") }
    package var encryptedDisk: FindingText { FindingText(907, "encryptedDisk") }
    package var oldKeys: FindingText { FindingText(907, "oldKeys") }
    package var newKeys: FindingText { FindingText(907, "newKeys") }
    @inline(never)
    package func keptKeybag(path: some CustomStringConvertible, more: String?) -> FindingText {
      FindingText(907, "keptKeybag", ["path": Value(path), "more": Value(more)])
    }
    package var remove: FindingText { FindingText(907, "remove") }
  }
  package static var damagedItems: DamagedItems { DamagedItems() }
  package struct DamagedItems {
    package var fix: FindingText { FindingText(908, "fix") }
    @inline(never)
    package func place(part: some CustomStringConvertible) -> FindingText {
      FindingText(908, "place", ["part": Value(part)])
    }
    @inline(never)
    package func notRead(part: some CustomStringConvertible) -> FindingText {
      FindingText(908, "notRead", ["part": Value(part)])
    }
    @inline(never)
    package func damaged(keychain: some CustomStringConvertible) -> FindingText {
      FindingText(908, "damaged", ["keychain": Value(keychain)])
    }
    @inline(never)
    package func itemDamaged(keychain: some CustomStringConvertible, place: some CustomStringConvertible, reason: some CustomStringConvertible) -> FindingText {
      FindingText(908, "itemDamaged", ["keychain": Value(keychain), "place": Value(place), "reason": Value(reason)])
    }
    package var codeDoesNotFit: FindingText { FindingText(908, "codeDoesNotFit") }
    package var bringBack: FindingText { FindingText(908, "bringBack") }
    @inline(never)
    package func placeDamaged(keychain: some CustomStringConvertible, place: some CustomStringConvertible, reason: some CustomStringConvertible) -> FindingText {
      FindingText(908, "placeDamaged", ["keychain": Value(keychain), "place": Value(place), "reason": Value(reason)])
    }
    @inline(never)
    package func cannotBeUsed(keychain: some CustomStringConvertible, reason: some CustomStringConvertible) -> FindingText {
      FindingText(908, "cannotBeUsed", ["keychain": Value(keychain), "reason": Value(reason)])
    }
    package var nameFile: FindingText { FindingText(908, "nameFile") }
    package var moveKeychain: FindingText { FindingText(908, "moveKeychain") }
    @inline(never)
    package func lists(path: some CustomStringConvertible, reason: some CustomStringConvertible) -> FindingText {
      FindingText(908, "lists", ["path": Value(path), "reason": Value(reason)])
    }
    package var setListAnew: FindingText { FindingText(908, "setListAnew") }
    @inline(never)
    package func foreign(keychain: some CustomStringConvertible, kind: some CustomStringConvertible) -> FindingText {
      FindingText(908, "foreign", ["keychain": Value(keychain), "kind": Value(kind)])
    }
    package var moveAside: FindingText { FindingText(908, "moveAside") }
    package var removeLink: FindingText { FindingText(908, "removeLink") }
    @inline(never)
    package func unusable(keychain: some CustomStringConvertible, status: some CustomStringConvertible, place: String?, reason: some CustomStringConvertible) -> FindingText {
      FindingText(908, "unusable", ["keychain": Value(keychain), "status": Value(status), "place": Value(place), "reason": Value(reason)])
    }
    @inline(never)
    package func bringFileBack(path: some CustomStringConvertible) -> FindingText {
      FindingText(908, "bringFileBack", ["path": Value(path)])
    }
    @inline(never)
    package func places(keychain: some CustomStringConvertible, n: Int, place: some CustomStringConvertible, reason: some CustomStringConvertible) -> FindingText {
      FindingText(908, "places", ["keychain": Value(keychain), "n": .number(n), "place": Value(place), "reason": Value(reason)])
    }
    package var sameDamage: FindingText { FindingText(908, "sameDamage") }
    @inline(never)
    package func bringFileBackAndCheck(path: some CustomStringConvertible) -> FindingText {
      FindingText(908, "bringFileBackAndCheck", ["path": Value(path)])
    }
    @inline(never)
    package func oneKeybag(flaw: some CustomStringConvertible) -> FindingText {
      FindingText(908, "oneKeybag", ["flaw": Value(flaw)])
    }
    package var repair: FindingText { FindingText(908, "repair") }
    @inline(never)
    package func partUnreadable(status: some CustomStringConvertible, reason: some CustomStringConvertible, place: String?) -> FindingText {
      FindingText(908, "partUnreadable", ["status": Value(status), "reason": Value(reason), "place": Value(place)])
    }
    package var backUpAndCheck: FindingText { FindingText(908, "backUpAndCheck") }
    @inline(never)
    package func items(n: Int, m: Int, classes: some CustomStringConvertible, isRest: Bool) -> FindingText {
      FindingText(908, "items", ["n": .number(n), "m": .number(m), "classes": Value(classes), "isRest": .truth(isRest)])
    }
    package var backUpAndName: FindingText { FindingText(908, "backUpAndName") }
    @inline(never)
    package func file(place: some CustomStringConvertible, more: String?) -> FindingText {
      FindingText(908, "file", ["place": Value(place), "more": Value(more)])
    }
    package var lookAtPath: FindingText { FindingText(908, "lookAtPath") }
  }
  package static var environmentOverrides: EnvironmentOverrides { EnvironmentOverrides() }
  package struct EnvironmentOverrides {
    @inline(never)
    package func variables(effects: some CustomStringConvertible) -> FindingText {
      FindingText(909, "variables", ["effects": Value(effects)])
    }
    @inline(never)
    package func unknown(name: some CustomStringConvertible) -> FindingText {
      FindingText(909, "unknown", ["name": Value(name)])
    }
    package var correctName: FindingText { FindingText(909, "correctName") }
    @inline(never)
    package func noSetting(text: some CustomStringConvertible) -> FindingText {
      FindingText(909, "noSetting", ["text": Value(text)])
    }
    package var settings: FindingText { FindingText(909, "settings") }
    @inline(never)
    package func noEffect(variable: some CustomStringConvertible, expected: some CustomStringConvertible) -> FindingText {
      FindingText(909, "noEffect", ["variable": Value(variable), "expected": Value(expected)])
    }
    @inline(never)
    package func setTo(expected: some CustomStringConvertible) -> FindingText {
      FindingText(909, "setTo", ["expected": Value(expected)])
    }
    @inline(never)
    package func noProfile(variable: some CustomStringConvertible) -> FindingText {
      FindingText(909, "noProfile", ["variable": Value(variable)])
    }
  }
  package static var twoStores: TwoStores { TwoStores() }
  package struct TwoStores {
    @inline(never)
    package func other(others: some CustomStringConvertible, own: some CustomStringConvertible) -> FindingText {
      FindingText(910, "other", ["others": Value(others), "own": Value(own)])
    }
    package var unite: FindingText { FindingText(910, "unite") }
  }
  package static var memoryNotLocked: MemoryNotLocked { MemoryNotLocked() }
  package struct MemoryNotLocked {
    @inline(never)
    package func text(n: some CustomStringConvertible) -> FindingText {
      FindingText(912, "text", ["n": Value(n)])
    }
    @inline(never)
    package func noSwap(n: some CustomStringConvertible) -> FindingText {
      FindingText(912, "noSwap", ["n": Value(n)])
    }
    package var raise: FindingText { FindingText(912, "raise") }
    package var refused: FindingText { FindingText(912, "refused") }
    package var allow: FindingText { FindingText(912, "allow") }
    package var coreDumps: FindingText { FindingText(912, "coreDumps") }
    package var madvise: FindingText { FindingText(912, "madvise") }
  }
  package static var versionsDiffer: VersionsDiffer { VersionsDiffer() }
  package struct VersionsDiffer {
  }
  package static var storeIsTemporary: StoreIsTemporary { StoreIsTemporary() }
  package struct StoreIsTemporary {
    @inline(never)
    package func text(path: some CustomStringConvertible, system: some CustomStringConvertible) -> FindingText {
      FindingText(915, "text", ["path": Value(path), "system": Value(system)])
    }
    package var mount: FindingText { FindingText(915, "mount") }
  }
  package static var tracingLeftOn: TracingLeftOn { TracingLeftOn() }
  package struct TracingLeftOn {
    @inline(never)
    package func writes(path: some CustomStringConvertible, size: some CustomStringConvertible, showsValues: Bool) -> FindingText {
      FindingText(916, "writes", ["path": Value(path), "size": Value(size), "showsValues": .truth(showsValues)])
    }
    package var unset: FindingText { FindingText(916, "unset") }
  }
  package static var clockSetBack: ClockSetBack { ClockSetBack() }
  package struct ClockSetBack {
    @inline(never)
    package func text(n: some CustomStringConvertible) -> FindingText {
      FindingText(917, "text", ["n": Value(n)])
    }
    package var fix: FindingText { FindingText(917, "fix") }
  }
}
