// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Security

/// Returns the four-character code of an item's class; throws `Refused` if the argument is not an
/// item.
func classCode(_ item: Ref?) throws -> UInt32 {
  let item: SecKeychainItem = try needed(item, else: errSecInvalidItemRef)
  return item.classCode
}

/// Stores the version of the `SecKeychain…` functions in a variable; the pointer may be NULL.
@_cdecl("SecKeychainGetVersion")
package func c_SecKeychainGetVersion(_ returnVers: UnsafeMutablePointer<UInt32>?) -> Int32 {
  answering(errSecParam) {
    var version: UInt32 = 0
    let status = SecKeychainGetVersion(&version)
    returnVers?.pointee = version
    return status
  }
}

/// Creates a keychain; the pointer to the variable for the keychain may be NULL.
///
/// `promptUser` must be 0, because Latchkey has no prompt for new passwords.
@_cdecl("SecKeychainCreate")
package func c_SecKeychainCreate(
  _ pathName: UnsafePointer<CChar>?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
  _ promptUser: UInt8, _ initialAccess: Ref?, _ keychain: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(keychain) { (place: UnsafeMutablePointer<SecKeychain?>?) in
      var ignored: SecKeychain?
      return try withUnsafeMutablePointer(to: &ignored) { ignored in
        SecKeychainCreate(
          try needed(pathName), passwordLength, password, promptUser != 0,
          try allowed(initialAccess), place ?? ignored)
      }
    }
  }
}

/// Deletes a keychain, or the keychains in an array.
@_cdecl("SecKeychainDelete")
package func c_SecKeychainDelete(_ keychainOrArray: Ref?) -> Int32 {
  answering(errSecInvalidKeychain) {
    let object: AnyObject? = try allowed(keychainOrArray)
    if let array = object as? NSArray { return deleteKeychains(array) }
    return SecKeychainDelete(try allowed(keychainOrArray))
  }
}

// The Booleans of the settings may have any value in C, so they are read as numbers. The offsets in
// the structure are: version 0, lock on sleep 4, the member without effect 5, interval 8.

@_cdecl("SecKeychainSetSettings")
package func c_SecKeychainSetSettings(_ keychain: Ref?, _ newSettings: UnsafeRawPointer?) -> Int32 {
  answering(errSecParam) {
    let source = try needed(newSettings)
    var settings = SecKeychainSettings(
      version: source.load(as: UInt32.self),
      lockOnSleep: DarwinBoolean(source.load(fromByteOffset: 4, as: UInt8.self) != 0),
      useLockInterval: false, lockInterval: source.load(fromByteOffset: 8, as: UInt32.self))
    return SecKeychainSetSettings(try allowed(keychain, else: errSecInvalidKeychain), &settings)
  }
}

@_cdecl("SecKeychainCopySettings")
package func c_SecKeychainCopySettings(
  _ keychain: Ref?, _ outSettings: UnsafeMutableRawPointer?
) -> Int32 {
  answering(errSecParam) {
    let place = try needed(outSettings)
    var settings = SecKeychainSettings()
    settings.version = place.load(as: UInt32.self)
    let isKnown = settings.version == UInt32(SEC_KEYCHAIN_SETTINGS_VERS1)
    let keychain: SecKeychain? = try allowed(keychain, else: errSecInvalidKeychain)
    let status = SecKeychainCopySettings(keychain, &settings)
    guard status == errSecSuccess, isKnown else { return status }
    place.storeBytes(of: settings.lockOnSleep.boolValue ? 1 : 0, toByteOffset: 4, as: UInt8.self)
    place.storeBytes(of: settings.lockInterval, toByteOffset: 8, as: UInt32.self)
    return status
  }
}

/// Stores the content of an entry of an access list in variables: its trusted programs, its
/// description and its prompt.
///
/// The list of trusted programs becomes NULL if every program is trusted.
@_cdecl("SecACLCopyContents")
package func c_SecACLCopyContents(
  _ acl: Ref?, _ applicationList: Place?, _ description: Place?,
  _ promptSelector: UnsafeMutablePointer<UInt16>?
) -> Int32 {
  answering(errSecParam) {
    let (list, text) = (try needed(applicationList), try needed(description))
    let selectorPlace = try needed(promptSelector)
    var programs: NSArray?
    var words: NSString?
    var selector = SecKeychainPromptSelector()
    let status = SecACLCopyContents(try needed(acl), &programs, &words, &selector)
    guard status == errSecSuccess else { return status }
    list.pointee = programs.flatMap { Outgoing.reference($0) }
    text.pointee = words.flatMap { Outgoing.reference($0) }
    selectorPlace.pointee = selector.rawValue
    return status
  }
}

@_cdecl("SecKeychainItemCreateFromContent")
package func c_SecKeychainItemCreateFromContent(
  _ itemClass: UInt32, _ attrList: UnsafeMutableRawPointer?, _ length: UInt32,
  _ data: UnsafeRawPointer?, _ keychainRef: Ref?, _ initialAccess: Ref?, _ itemRef: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(itemRef) { (item: UnsafeMutablePointer<SecKeychainItem?>?) in
      createItem(
        itemClass, try needed(attrList).assumingMemoryBound(to: SecKeychainAttributeList.self),
        length, data, try allowed(keychainRef, else: errSecInvalidKeychain),
        try allowed(initialAccess), item)
    }
  }
}

@_cdecl("SecKeychainSearchCreateFromAttributes")
package func c_SecKeychainSearchCreateFromAttributes(
  _ keychainOrArray: Ref?, _ itemClass: UInt32, _ attrList: UnsafeRawPointer?, _ searchRef: Place?
) -> Int32 {
  answering(errSecParam) {
    let place = try needed(searchRef)
    var search: SecKeychainSearch?
    let status = SecKeychainSearch.make(
      try allowed(keychainOrArray), itemClass,
      attrList?.assumingMemoryBound(to: SecKeychainAttributeList.self), &search)
    if let search { place.pointee = Outgoing.reference(search) }
    return status
  }
}

@_cdecl("SecKeychainSearchCopyNext")
package func c_SecKeychainSearchCopyNext(_ searchRef: Ref?, _ itemRef: Place?) -> Int32 {
  answering(errSecParam) {
    let place = try needed(itemRef)
    let search: SecKeychainSearch = try needed(searchRef, else: errSecInvalidSearchRef)
    var item: SecKeychainItem?
    let status = search.next(&item)
    if let item { place.pointee = Outgoing.reference(item) }
    return status
  }
}

/// A C function that is called after a keychain event, such as the deletion of an item.
///
/// The first two arguments are the number of the event and a structure with facts about it. The
/// third argument is the pointer that the C caller gave when it added the function.
private typealias Callback =
  @convention(c) (
    UInt32, UnsafeMutableRawPointer, UnsafeMutableRawPointer?
  ) -> Int32

@_cdecl("SecKeychainAddCallback")
package func c_SecKeychainAddCallback(
  _ callbackFunction: UnsafeRawPointer?, _ eventMask: UInt32,
  _ userContext: UnsafeMutableRawPointer?
) -> Int32 {
  answering(errSecParam) {
    let address = try needed(callbackFunction)
    let function = unsafeBitCast(address, to: Callback.self)
    return KeychainEvents.add(
      [UInt(bitPattern: address)], SecKeychainEventMask(rawValue: eventMask),
      { event, info, context in
        CallbackFacts(info.pointee).lend { function(event.rawValue, $0, context) }
      }, userContext)
  }
}

@_cdecl("SecKeychainRemoveCallback")
package func c_SecKeychainRemoveCallback(_ callbackFunction: UnsafeRawPointer?) -> Int32 {
  answering(errSecParam) {
    KeychainEvents.remove([UInt(bitPattern: try needed(callbackFunction))])
  }
}

/// The facts about a keychain event, which are passed to C in a structure.
///
/// The byte offsets of the structure's members are: version 0, item 8, keychain 16, process 24.
private struct CallbackFacts {
  private let item: AnyObject?
  private let keychain: AnyObject?
  private let process: Int32

  init(_ info: SecKeychainCallbackInfo) {
    item = Self.object(info.item)
    keychain = Self.object(info.keychain)
    process = info.pid
  }

  /// Returns the object of a reference; nil for a null reference.
  private static func object<T: AnyObject>(_ reference: Unmanaged<T>) -> AnyObject? {
    unsafeBitCast(reference, to: UInt.self) == 0 ? nil : reference.takeUnretainedValue()
  }

  /// Calls `body` with the C structure, whose references are valid until `body` returns.
  func lend(_ body: (UnsafeMutableRawPointer) -> Int32) -> Int32 {
    let references = [item, keychain].map { $0.flatMap { Outgoing.reference($0) } }
    defer {
      for reference in references {
        if let reference { Unmanaged<AnyObject>.fromOpaque(reference).release() }
      }
    }
    return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { memory in
      guard let start = memory.baseAddress else { return errSecAllocate }
      memset(start, 0, memory.count)
      start.storeBytes(of: references[0], toByteOffset: 8, as: Ref?.self)
      start.storeBytes(of: references[1], toByteOffset: 16, as: Ref?.self)
      start.storeBytes(of: process, toByteOffset: 24, as: Int32.self)
      return body(start)
    }
  }
}
