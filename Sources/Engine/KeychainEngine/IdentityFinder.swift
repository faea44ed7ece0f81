// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Finds the identities of a query: pairs of a certificate and its private key
/// (Specification/secitem.md, "Identities").
///
/// The rows of one class, certificates or keys, are read first. For each of these rows, the partner
/// is found by the digest of the attribute that joins the two classes.
///
/// If a row of the first class cannot be decrypted, its partner is unknown. In that case the search
/// starts again with the rows of the other class. Therefore a locked key that belongs to no
/// certificate does not make the search fail.
struct IdentityFinder {
  /// A certificate and its private key, which together are one result of the query.
  struct Pair {
    let certificate: Finder.Answer
    let key: Finder.Answer
  }

  private let query: IdentityQuery
  private let limit: Limit
  private let scope: Scope
  private let contents: (certificate: RowContents, key: RowContents)
  private let session: Session
  /// The certificate filter of the query, or nil if the query has no filter.
  ///
  /// One instance tests all certificates, because it remembers the issuers that it has found.
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

  /// Returns the identities found.
  ///
  /// The identities are in the order of the rows that were read first: the certificates or the
  /// keys.
  ///
  /// The result is never empty.
  ///
  /// - Throws: An error if no identity was found, if a row is locked, or if the user must
  ///   authenticate first (`Findings.require`).
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

  /// Counts the certificates and keys that are missing from the results only because their rows are
  /// damaged or were edited in the store's file.
  ///
  /// The number is added to `findings.damaged`. See `Absence`.
  private mutating func lookForEdits() throws(KeychainError) {
    for half in [query.certificate, query.key] {
      let plan = try session.planner.plan(half, within: scope, reading: [])
      findings.damaged += try session.absence(of: half).damage(of: half, plan)
    }
  }

  /// Reads the rows of one class, and finds the keys of each certificate or the certificates of
  /// each key.
  ///
  /// The rows are read in batches until the query's limit is reached or no row is left.
  ///
  /// - Parameters:
  ///   - leading: the class whose rows are read: certificates or keys.
  ///   - isLast: true if reading the other class first has already failed. Rows that cannot be
  ///     decrypted are then recorded in `findings`.
  /// - Returns: False if a row could not be decrypted and the other class has to be read first.
  private mutating func collect(
    leading: ItemClass, isLast: Bool, _ read: (StorePlan) throws(KeychainError) -> [SealedRow]
  ) throws(KeychainError) -> Bool {
    var half = query.half(leading)
    // References by row number are not read in batches.
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

  /// Pairs a certificate with all its keys, or a key with all its certificates.
  ///
  /// - Parameters:
  ///   - item: the certificate or the key.
  ///   - leading: the finder that has found `item`, and that decides whether the caller may read
  ///     it.
  ///   - read: returns the rows that a plan selects.
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

  /// Adds a pair to the results if access to its certificate and to its key is permitted, or may be
  /// permitted after a prompt.
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
  /// True if all rows that this finder has read could be decrypted.
  fileprivate var isWhole: Bool { findings.damaged == 0 && !findings.isRefused }
}

/// Queries for identities, a class without rows of its own (Specification/secitem.md,
/// "Identities").
extension Session {
  /// Returns the matching identities, in the order of the class whose rows were read first.
  ///
  /// The result is never empty.
  func identities(
    _ query: Query, within scope: Scope, profile: Profile
  ) throws(KeychainError) -> [Match] {
    var finder = IdentityFinder(query, within: scope, for: self)
    let pairs = try finder.find(profile: profile) { (plan) throws(KeychainError) in
      try engine.rows(plan)
    }
    return pairs.map { project($0, query.returns) }
  }

  /// Returns an identity as a result of the query, with its attributes and the secret of its
  /// private key if the query asks for them.
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
