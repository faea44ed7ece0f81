// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Collects the identities of a query: pairs of a certificate and its private key
/// (spec/secitem.md 4.8).
///
/// The rows of one half lead; those of the other are found by the digest of what joins them. A
/// leading row that cannot be opened does not say what it belongs to: then the other half leads,
/// so that a locked key speaks only where a certificate belongs to it.
struct IdentityFinder {
  /// An identity that answers.
  struct Pair {
    let certificate: Finder.Answer
    let key: Finder.Answer
  }

  private let query: IdentityQuery
  private let limit: Limit
  private let scope: Scope
  private let contents: (certificate: RowContents, key: RowContents)
  private let session: Session
  /// One for all certificates, as it remembers whom it has met.
  private let test: CertificateTest?
  private var pairs: [Pair] = []
  private var findings = Findings()

  init(_ query: Query, within scope: Scope, for session: Session) {
    let halves = IdentityQuery(query)
    let returns = query.returns
    let opensCertificate = halves.certificate.readsSecret(for: returns.needsAttributes)
    let opensKey = halves.key.readsSecret(for: returns.needSecret(of: .identity))
    contents = (opensCertificate ? .secret : [], opensKey ? .secret : [])
    test = halves.certificate.filter.map { CertificateTest($0, for: session) }
    self.query = halves
    limit = query.limit
    self.scope = scope
    self.session = session
  }

  private var isFull: Bool {
    guard let count = limit.count else { return false }
    return pairs.count + findings.skipped >= count
  }

  /// The identities found, in the order of the half that led.
  ///
  /// - Throws: what `Findings` refuses.
  mutating func find(
    profile: Profile, _ read: (StorePlan) throws(KeychainError) -> [SealedRow]
  ) throws(KeychainError) -> [Pair] {
    let first = query.leading
    if try !collect(leading: first, isLast: false, read) {
      (pairs, findings) = ([], Findings())
      let other: ItemClass = first == .key ? .certificate : .key
      _ = try collect(leading: other, isLast: true, read)
    }
    if pairs.isEmpty, findings.isEmpty { try lookForEdits() }
    try findings.require(isFound: !pairs.isEmpty, profile: profile)
    return pairs
  }

  /// Counts as damaged a half that only seems to be absent, as `Absence` tells it.
  private mutating func lookForEdits() throws(KeychainError) {
    for half in [query.certificate, query.key] {
      let plan = try session.planner.plan(half, within: scope, reading: [])
      findings.damaged += try session.absence(of: half).damage(of: half, plan)
    }
  }

  /// Reads the leading half, in batches that grow until the limit is met.
  ///
  /// - Parameter isLast: whether what cannot be opened counts, as nobody else is left to lead.
  /// - Returns: false where rows could not be opened and the other half has to lead.
  private mutating func collect(
    leading: ItemClass, isLast: Bool, _ read: (StorePlan) throws(KeychainError) -> [SealedRow]
  ) throws(KeychainError) -> Bool {
    var half = query.half(leading)
    // Row numbers of old references are not read in batches.
    var batch = half.references.isEmpty ? limit.count : nil
    var after: Int64 = 0
    while !isFull {
      half.limit = Limit(count: batch)
      var finder = try finder(half, after: after)
      try finder.collect(read)
      for answer in finder.items {
        try join(answer.item, judgedBy: finder, read)
        if isFull || findings.isRefused { return true }
      }
      guard isLast || finder.isWhole else { return false }
      findings.damaged += finder.findings.damaged
      findings.refusal = finder.findings.refusal
      guard !findings.isRefused, let size = batch, let last = finder.items.last,
        finder.items.count >= size
      else { return true }
      after = last.item.row.id
      batch = min(4 * size, 1 << 20)
    }
    return true
  }

  private func finder(_ half: Query, after: Int64) throws(KeychainError) -> Finder {
    let isCertificate = half.itemClass == .certificate
    var plan = try session.planner.plan(
      half, within: scope, reading: isCertificate ? contents.certificate : contents.key)
    plan.store.after = after
    return Finder(
      plan: plan, query: half, session: session, for: .pairing, test: isCertificate ? test : nil)
  }

  /// Pairs an item with all that belong to it.
  private mutating func join(
    _ item: OpenedItem, judgedBy leading: Finder,
    _ read: (StorePlan) throws(KeychainError) -> [SealedRow]
  ) throws(KeychainError) {
    guard let partners = query.partners(of: item) else { return }
    var finder = try finder(partners, after: 0)
    try finder.collect(read)
    findings.damaged += finder.findings.damaged
    findings.refusal = finder.findings.refusal
    let isCertificate = item.facts.itemClass == .certificate
    for partner in finder.items where !isFull && !findings.isRefused {
      var (own, other) = (leading.judge(), finder.judge())
      try own.judge(item)
      try other.judge(partner.item)
      take(certificate: isCertificate ? own : other, key: isCertificate ? other : own)
    }
  }

  /// Takes a pair whose halves are both permitted.
  private mutating func take(certificate first: Finder, key second: Finder) {
    for found in [first.findings, second.findings] {
      findings.refusal = findings.refusal ?? found.refusal
      findings.damaged += found.damaged
    }
    guard first.findings.skipped + second.findings.skipped == 0 else {
      findings.skipped += 1
      return
    }
    guard let certificate = first.items.first, let key = second.items.first else { return }
    findings.demands += first.findings.demands + second.findings.demands
    pairs.append(Pair(certificate: certificate, key: key))
  }
}

extension Finder {
  /// Whether all rows that were read could be opened.
  fileprivate var isWhole: Bool { findings.damaged == 0 && !findings.isRefused }
}

/// The virtual class of identities (spec/secitem.md 4.8).
extension Session {
  /// The identities that match, in the order of the half that led; never empty.
  func identities(
    _ query: Query, within scope: Scope, profile: Profile
  ) throws(KeychainError) -> [Match] {
    var finder = IdentityFinder(query, within: scope, for: self)
    let pairs = try finder.find(profile: profile) { (plan) throws(KeychainError) in
      try engine.rows(plan)
    }
    return pairs.map { project($0, query.returns) }
  }

  /// What the caller asked for of one identity.
  private func project(_ pair: IdentityFinder.Pair, _ returns: Returns) -> Match {
    let (certificate, key) = (pair.certificate.item, pair.key.item)
    var match = Match(.identity, certificate.facts.persistentIdentifier)
    if returns.needsAttributes {
      match.attributes = IdentityQuery.attributes(certificate: certificate, key: key)
      match.accessControl = certificate.accessControl
      match.certificate = Match.CertificateHalf(
        content: pair.certificate.secret,
        token: certificate.returnedAttributes[.tokenIdentifier])
    }
    if returns.needSecret(of: .identity) { match.secret = pair.key.secret }
    match.element = key.element
    return match
  }
}
