// SPDX-License-Identifier: Apache-2.0
import CLatchkeySecurity
import Foundation
import Security

/// The variable in which a Swift function stores its error; nil if the C caller does not want the
/// error.
typealias ErrorPlace = UnsafeMutablePointer<Unmanaged<NSError>?>?

/// Runs a C function that returns a number or a Boolean.
///
/// If an argument is invalid, `body` throws the error `Refused`, and `answering` returns the status
/// in that error. If the error has no status, `answering` returns `failure`.
func answering<Answer>(_ failure: Answer, _ body: () throws -> Answer) -> Answer {
  Border.noteCallFromC()
  do { return try body() } catch {
    return (error as? Refused)?.status as? Answer ?? failure
  }
}

/// Runs a C function that returns an object; returns nil if an argument is invalid.
///
/// The C caller owns the object and must release it.
func making(_ body: () throws -> AnyObject?) -> Ref? {
  Border.noteCallFromC()
  guard let object = try? body() else { return nil }
  return Outgoing.reference(object)
}

/// Runs a C function that returns an object; if it fails, returns nil and stores an error in the
/// caller's variable.
///
/// The C caller owns the object and the error, and must release them.
func making(_ place: Place?, _ body: (ErrorPlace) throws -> AnyObject?) -> Ref? {
  telling(place) { (error) in try body(error) }.flatMap { Outgoing.reference($0) }
}

/// Runs a C function that returns true; if it fails, returns false and stores an error in the
/// caller's variable.
func deciding(_ place: Place?, _ body: (ErrorPlace) throws -> Bool) -> Bool {
  telling(place) { (error) in try body(error) ? true : nil } ?? false
}

/// Runs a C function and returns its result; if it fails, returns nil and stores an error in the
/// caller's variable.
///
/// The error is not stored if the C caller passed NULL for the variable. An invalid argument has
/// the error errSecParam.
private func telling<Answer>(_ place: Place?, _ body: (ErrorPlace) throws -> Answer?) -> Answer? {
  Border.noteCallFromC()
  var error: Unmanaged<NSError>?
  let answer: Answer?
  do {
    answer = try body(&error)
  } catch {
    answer = nil
  }
  let told = error?.takeRetainedValue()
  guard answer == nil, let place else { return answer }
  let unsaid = NSError(
    domain: "NSOSStatusErrorDomain", code: Int(errSecParam),
    userInfo: [NSLocalizedDescriptionKey: "an argument is NULL or of another type"])
  place.pointee = Outgoing.reference(told ?? unsaid)
  return nil
}

/// A placeholder that is put into a result variable before a call.
///
/// If the variable still contains the placeholder after the call, the call has stored no result.
final class Untouched {
  nonisolated(unsafe) static let object: AnyObject = Untouched()
}

/// Runs a Swift function that stores an object in a variable, and copies the object to the C
/// caller's variable.
///
/// If the C caller passed NULL, the Swift function receives nil and stores no object.
func filling<T: AnyObject, Answer>(
  _ place: Place?, _ body: (UnsafeMutablePointer<T?>?) throws -> Answer
) throws -> Answer {
  guard let place else { return try body(nil) }
  return try filling(needing: place) { try body($0) }
}

/// Runs a Swift function that stores an object in a variable, and copies the object to the C
/// caller's variable.
///
/// The C caller must not pass NULL for the variable: `filling` then throws `Refused`. The variable
/// keeps its value if the Swift function stores nothing. If `T` is `AnyObject`, the Swift function
/// may also store nil, and the C caller's variable becomes NULL.
func filling<T: AnyObject, Answer>(
  needing place: Place?, _ body: (UnsafeMutablePointer<T?>) throws -> Answer
) throws -> Answer {
  let place = try needed(place)
  var value = Untouched.object as? T
  let answer = try body(&value)
  if let value, value !== Untouched.object { place.pointee = Outgoing.reference(value) }
  if value == nil, T.self == AnyObject.self { place.pointee = nil }
  return answer
}

/// Runs a Swift function that stores an object or nil in a variable.
///
/// If the function succeeds, the result is copied to the C caller's variable, in which nil becomes
/// NULL. If the C caller passed NULL for the variable, the result is discarded.
func copying<T: AnyObject>(
  _ place: Place?, _ body: (UnsafeMutablePointer<T?>?) throws -> Int32
) throws -> Int32 {
  guard let place else { return try body(nil) }
  return try copying(needing: place) { try body($0) }
}

/// Runs a Swift function that stores an object or nil in a variable.
///
/// If the function succeeds, the result is copied to the C caller's variable. The C caller must not
/// pass NULL for the variable: `copying` then throws `Refused`.
func copying<T: AnyObject>(
  needing place: Place?, _ body: (UnsafeMutablePointer<T?>) throws -> Int32
) throws -> Int32 {
  let place = try needed(place)
  var value: T?
  let status = try body(&value)
  if status == errSecSuccess { place.pointee = value.flatMap { Outgoing.reference($0) } }
  return status
}
