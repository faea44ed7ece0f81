// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainExplanations
import KeychainRequests
import KeychainTracing
import KeychainTypes
import SecureMemory

/// What a caller says of a key that the secure element is to make.
struct ElementRequest {
  private let dictionary: ForeignDictionary
  private let isStored: Bool

  /// - Parameter item: what an item of the key would be added with, but for the key.
  init(_ item: NSDictionary, isStored: Bool) {
    dictionary = ForeignDictionary(item)
    self.isStored = isStored
  }

  /// The key; asks for nothing but an application password (spec/access-control.md 1.9).
  func make() throws(KeychainError) -> SecKey {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    guard let remembered = dictionary.rememberedInstallation else { return try makeHere() }
    let outcome = CurrentInstallation.$scoped.withValue(remembered) {
      Result { () throws(KeychainError) in try makeHere() }
    }
    return try outcome.get()
  }

  private func makeHere() throws(KeychainError) -> SecKey {
    let profile = try ProfileChoice.current()
    let request = dictionary.request(.add, in: profile)
    let service = try ServiceChoice.element(in: profile)
    let reading = try RequestReader.item(request)
    UseNotes.current?.asks(request)
    let item = try reading.outcome.get()
    UseNotes.current?.made(
      UseFact.Key(item.accessControlOfElement, bits: item.bitsOfElement))
    let loop = EvidenceLoop(dictionary, request, for: try ServiceChoice.current(in: profile))
    let key = try loop.run { (evidence) throws(KeychainError) in
      try service.makeElementKey(request.bringing(evidence), isStored: isStored)
    }
    return SecKey(.element(HeldElementKey(key, .init(dictionary, item.interaction))))
  }
}

extension NewItem {
  /// What its key will be used under, as far as that was said or goes without saying.
  fileprivate var accessControlOfElement: AccessControl? {
    if let accessControl { return accessControl }
    let name = protectionName ?? Protection.whenUnlocked.name
    return try? AccessControl(protectionName: name, flags: .privateKeyUsage)
  }
}
