// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

// Callbacks by which Core Foundation releases, compares, hashes and describes the Swift objects in
// Latchkey's Core Foundation objects (Objects.c).

@_cdecl("latchkey_object_release")
package func objectRelease(_ object: Ref) {
  Unmanaged<AnyObject>.fromOpaque(object).release()
}

@_cdecl("latchkey_object_equal")
package func objectEqual(_ left: Ref, _ right: Ref) -> Bool {
  CFEqual(lent(left), lent(right))
}

@_cdecl("latchkey_object_hash")
package func objectHash(_ object: Ref) -> UInt { CFHash(lent(object)) }

@_cdecl("latchkey_object_description")
package func objectDescription(_ object: Ref) -> Ref? {
  Outgoing.reference(NSString(string: String(describing: lent(object))))
}

private func lent(_ object: Ref) -> AnyObject {
  Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
}
