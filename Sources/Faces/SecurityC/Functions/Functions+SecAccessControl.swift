// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecAccessControlCreateWithFlags")
package func c_SecAccessControlCreateWithFlags(
  _ allocator: Ref?, _ protection: Ref?, _ flags: UInt, _ error: Place?
) -> Ref? {
  making(error) { (error) in
    SecAccessControlCreateWithFlags(
      nil, try needed(protection), try known(SecAccessControlCreateFlags(rawValue: flags)), error)
  }
}
