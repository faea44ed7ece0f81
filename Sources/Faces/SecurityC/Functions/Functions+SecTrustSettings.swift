// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/c_functions.py.
import Foundation
import Security

@_cdecl("SecTrustSettingsCopyCertificates")
package func c_SecTrustSettingsCopyCertificates(_ domain: UInt32, _ certArray: Place?) -> Int32 {
  answering(errSecParam) {
    try filling(certArray) { (certArray) in
      SecTrustSettingsCopyCertificates(
        try known(SecTrustSettingsDomain(rawValue: domain)), certArray)
    }
  }
}

@_cdecl("SecTrustSettingsCopyModificationDate")
package func c_SecTrustSettingsCopyModificationDate(
  _ certRef: Ref?, _ domain: UInt32, _ modificationDate: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(needing: modificationDate) { (modificationDate) in
      SecTrustSettingsCopyModificationDate(
        try needed(certRef), try known(SecTrustSettingsDomain(rawValue: domain)), modificationDate)
    }
  }
}

@_cdecl("SecTrustSettingsCopyTrustSettings")
package func c_SecTrustSettingsCopyTrustSettings(
  _ certRef: Ref?, _ domain: UInt32, _ trustSettings: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(needing: trustSettings) { (trustSettings) in
      SecTrustSettingsCopyTrustSettings(
        try needed(certRef), try known(SecTrustSettingsDomain(rawValue: domain)), trustSettings)
    }
  }
}

@_cdecl("SecTrustSettingsCreateExternalRepresentation")
package func c_SecTrustSettingsCreateExternalRepresentation(
  _ domain: UInt32, _ trustSettings: Place?
) -> Int32 {
  answering(errSecParam) {
    try filling(needing: trustSettings) { (trustSettings) in
      SecTrustSettingsCreateExternalRepresentation(
        try known(SecTrustSettingsDomain(rawValue: domain)), trustSettings)
    }
  }
}

@_cdecl("SecTrustSettingsImportExternalRepresentation")
package func c_SecTrustSettingsImportExternalRepresentation(_ domain: UInt32, _ trustSettings: Ref?)
  -> Int32
{
  answering(errSecParam) {
    SecTrustSettingsImportExternalRepresentation(
      try known(SecTrustSettingsDomain(rawValue: domain)), try needed(trustSettings))
  }
}

@_cdecl("SecTrustSettingsRemoveTrustSettings")
package func c_SecTrustSettingsRemoveTrustSettings(_ certRef: Ref?, _ domain: UInt32) -> Int32 {
  answering(errSecParam) {
    SecTrustSettingsRemoveTrustSettings(
      try needed(certRef), try known(SecTrustSettingsDomain(rawValue: domain)))
  }
}

@_cdecl("SecTrustSettingsSetTrustSettings")
package func c_SecTrustSettingsSetTrustSettings(
  _ certRef: Ref?, _ domain: UInt32, _ trustSettingsDictOrArray: Ref?
) -> Int32 {
  answering(errSecParam) {
    SecTrustSettingsSetTrustSettings(
      try needed(certRef), try known(SecTrustSettingsDomain(rawValue: domain)),
      try allowed(trustSettingsDictOrArray))
  }
}
