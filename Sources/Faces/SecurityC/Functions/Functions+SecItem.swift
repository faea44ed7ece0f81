// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecItemAdd")
package func c_SecItemAdd(_ attributes: Ref?, _ result: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(result) { (result) in SecItemAdd(try needed(attributes), result) }
  }
}

@_cdecl("SecItemCopyMatching")
package func c_SecItemCopyMatching(_ query: Ref?, _ result: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(result) { (result) in SecItemCopyMatching(try needed(query), result) }
  }
}

@_cdecl("SecItemDelete")
package func c_SecItemDelete(_ query: Ref?) -> Int32 {
  answering(errSecParam) {
    SecItemDelete(try needed(query))
  }
}

@_cdecl("SecItemUpdate")
package func c_SecItemUpdate(_ query: Ref?, _ attributesToUpdate: Ref?) -> Int32 {
  answering(errSecParam) {
    SecItemUpdate(try needed(query), try needed(attributesToUpdate))
  }
}
