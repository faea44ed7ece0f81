// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecTrustedApplicationCopyData")
package func c_SecTrustedApplicationCopyData(_ appRef: Ref?, _ data: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(needing: data) { (data) in SecTrustedApplicationCopyData(try needed(appRef), data) }
  }
}

@_cdecl("SecTrustedApplicationCreateFromPath")
package func c_SecTrustedApplicationCreateFromPath(_ path: UnsafePointer<CChar>?, _ app: Place?)
  -> Int32
{
  answering(errSecParam) {
    try filling(needing: app) { (app) in SecTrustedApplicationCreateFromPath(path, app) }
  }
}

@_cdecl("SecTrustedApplicationSetData")
package func c_SecTrustedApplicationSetData(_ appRef: Ref?, _ data: Ref?) -> Int32 {
  answering(errSecParam) {
    SecTrustedApplicationSetData(try needed(appRef), try needed(data))
  }
}
