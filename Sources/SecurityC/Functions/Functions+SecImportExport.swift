// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecPKCS12Import")
package func c_SecPKCS12Import(_ pkcs12_data: Ref?, _ options: Ref?, _ items: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: items) { (items) in
      SecPKCS12Import(try needed(pkcs12_data), try needed(options), items)
    }
  }
}
