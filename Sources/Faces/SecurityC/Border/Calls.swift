// SPDX-License-Identifier: Apache-2.0
import CLatchkeySecurity
import Foundation
import Security

/// Where a function in Swift leaves its error.
typealias ErrorPlace = UnsafeMutablePointer<Unmanaged<NSError>?>?

/// Runs a call that gives a number; an argument that cannot be taken is a failure.
func answering<Answer>(_ failure: Answer, _ body: () throws -> Answer) -> Answer {
  Border.noteCallFromC()
  return (try? body()) ?? failure
}

/// Runs a call that gives an object.
func making(_ body: () throws -> AnyObject?) -> Ref? {
  Border.noteCallFromC()
  guard let object = try? body() else { return nil }
  return Outgoing.reference(object)
}

/// Runs a call that gives an object or an error, of which the caller gets one.
func making(_ place: Place?, _ body: (ErrorPlace) throws -> AnyObject?) -> Ref? {
  telling(place) { (error) in try body(error) }.flatMap { Outgoing.reference($0) }
}

/// Runs a call that says yes, or no with an error.
func deciding(_ place: Place?, _ body: (ErrorPlace) throws -> Bool) -> Bool {
  telling(place) { (error) in try body(error) ? true : nil } ?? false
}

/// Runs a call, and after a failure leaves its error where the caller wants it.
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

/// Stands where a function in Swift could leave an object, to see whether it did.
final class Untouched {
  nonisolated(unsafe) static let object: AnyObject = Untouched()
}

/// Runs a call that leaves an object for the caller, if the caller wants it.
func filling<T: AnyObject, Answer>(
  _ place: Place?, _ body: (UnsafeMutablePointer<T?>?) throws -> Answer
) throws -> Answer {
  guard let place else { return try body(nil) }
  return try filling(needing: place) { try body($0) }
}

/// Runs a call that leaves an object for the caller, who has to want it.
///
/// The caller's place is left alone unless the call has left something, or, where any object is
/// possible, nothing.
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
