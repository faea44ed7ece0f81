// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// Finds the items that a plan selects and that the caller may read.
///
/// The finder decrypts each row, tests the conditions that need decrypted values, and checks the
/// access control. Damaged and locked rows are recorded in `findings`.
struct Finder {
  /// An item that the query has found.
  struct Answer {
    let item: OpenedItem
    /// The decrypted secret, if the plan asked for it and the item has a secret.
    var secret: SecretBytes?
  }

  /// The purpose for which items are searched.
  enum Purpose {
    case reading
    /// To store the items again with changes.
    case changing
    /// To find the certificate or the key that completes an identity.
    ///
    /// No access control is judged, and no secret is decrypted.
    case pairing
    /// To compute with a key of the secure element.
    ///
    /// Items without a secure element key are left out.
    case use(ConstrainedOperation)
  }

  private var plan: Plan
  private let interaction: Interaction
  private let evidence: Evidence?
  private let session: Session
  private var purpose: Purpose
  /// The items found so far.
  private(set) var items: [Answer] = []
  private(set) var findings = Findings()
  /// The certificate filter of the query, or nil if the query has no filter.
  private let filter: CertificateTest?

  init(
    plan: consuming Plan, query: Query, session: Session, for purpose: Purpose = .reading,
    test: CertificateTest? = nil
  ) {
    self.plan = plan
    self.purpose = purpose
    // `take` confirms each item that it looks at.
    self.plan.store.isConfirmed = true
    interaction = query.interaction
    evidence = query.evidence
    self.session = session
    filter = test ?? query.filter.map { CertificateTest($0, for: session) }
  }

  /// True if the search can stop, because more rows would not change the result.
  var isFull: Bool {
    if plan.matchesNothing { return true }
    guard let limit = plan.limit.count else { return false }
    return items.count + findings.skipped >= limit
  }

  /// Reads rows in batches until the query's limit is met or no row is left.
  ///
  /// The limit of the query counts items that pass all filters (Specification/secitem.md, "Building
  /// the selection"). The limit of a batch counts rows. If too few rows of a batch pass, the next
  /// batch is larger, so that many rejected rows need few batches.
  mutating func collect(
    _ read: (StorePlan) throws(KeychainError) -> [SealedRow]
  ) throws(KeychainError) {
    let lease = try sealing { () throws(SealError) in try SealerLease() }
    for question in plan.numbered { try ask(question, read, lease) }
    if let question = plan.general { try ask(question, read, lease) }
  }

  private mutating func ask(
    _ question: consuming Plan.Question,
    _ read: (StorePlan) throws(KeychainError) -> [SealedRow], _ lease: borrowing SealerLease
  ) throws(KeychainError) {
    var batch = 1
    while !isFull, !findings.isRefused {
      if question.number == nil {
        question.store.limit = plan.limit.count.map { max($0 - items.count, batch) }
      }
      let rows = try read(question.store)
      for place in rows.indices
      where question.isAnswered(by: rows[place]) && !visit(rows[place], lease) { return }
      guard question.number == nil, let wanted = question.store.limit, rows.count == wanted,
        let last = rows.last
      else { return }
      question.store.after = last.id
      batch = min(4 * wanted, 1 << 20)
    }
  }

  /// Returns a copy of this finder without items and findings, for judging an item that was already
  /// found.
  func judge() -> Finder {
    var judge = self
    (judge.items, judge.findings, judge.purpose) = ([], Findings(), .reading)
    return judge
  }

  /// Decides whether the caller may read an item that another finder has found.
  ///
  /// If the caller may read the item, or may read it after a prompt, the item is added to the
  /// results. The limit of the query is not checked.
  mutating func judge(_ item: OpenedItem) throws(KeychainError) {
    permit(item, try sealing { () throws(SealError) in try SealerLease() })
  }

  /// Decrypts and judges one row, and adds its item to the results if the item matches and is
  /// permitted.
  ///
  /// An item that is permitted only after a prompt is added too, with the prompt in
  /// `findings.demands`.
  ///
  /// - Returns: False if the search must stop, because the limit is reached or the whole search has
  ///   failed.
  private mutating func visit(_ row: SealedRow, _ lease: borrowing SealerLease) -> Bool {
    switch session.codec.open(row, with: lease) {
    case .lost: break
    case .damaged: findings.damaged += 1
    // One locked row fails the whole call (Specification/secitem.md, "Status of
    // SecItemCopyMatching").
    case .locked: findings.refusal = .locked
    case .item(let item): take(item, lease)
    }
    return !findings.isRefused && !isFull
  }

  private mutating func take(_ item: OpenedItem, _ lease: borrowing SealerLease) {
    guard session.codec.confirms(item, plan.compared) else {
      findings.damaged += 1
      return
    }
    guard plan.scope.contains(item.group), session.codec.meets(plan, item) else { return }
    permit(item, lease)
  }

  private mutating func permit(_ item: OpenedItem, _ lease: borrowing SealerLease) {
    if case .pairing = purpose {
      items.append(Answer(item: item))
      return
    }
    if let key = item.element { return permit(key, item, lease) }
    if case .use = purpose { return }
    let decision = session.authorizer.permit(
      .decrypt, under: item.metadata.accessControl, given: evidence)
    switch decision {
    case .allowed: takeOpened(item, lease)
    case .denied(.noRule): findings.refusal = KeychainError(.noRule)
    // The item is lost, like a row whose class key is gone (Specification/secitem.md, "Passcode
    // removal and key bag loss").
    case .denied: return
    case .needs(let requirement): demand(requirement, for: item)
    }
  }

  /// Adds an item with a secure element key to the results, if the purpose of the search permits
  /// that.
  ///
  /// A search that only reads items never decrypts the secret of an item with this kind of key, so
  /// the search needs no prompt (Specification/seckey.md, "Secure Enclave keys").
  private mutating func permit(
    _ key: ElementKey, _ item: OpenedItem, _ lease: borrowing SealerLease
  ) {
    switch purpose {
    case .reading, .pairing: items.append(Answer(item: item))
    case .changing:
      // The secure element's material is copied unchanged into the new row.
      let password = AuthenticationRequirement.applicationPassword(of: key.accessControl)
      guard password.isEmpty || evidence?.bag.applicationPassword != nil else {
        return demand(password, for: item)
      }
      takeOpened(item, lease)
    case .use(let operation):
      let decision = session.authorizer.permit(
        operation, under: key.accessControl, given: evidence)
      switch decision {
      case .allowed: return takeOpened(item, lease)
      case .denied(.noRule): findings.refusal = KeychainError(.noRule)
      case .denied: findings.refusal = .enrolmentReplaced
      case .needs(let requirement): demand(requirement, for: item)
      }
    }
  }

  private mutating func demand(_ requirement: AuthenticationRequirement, for item: OpenedItem) {
    let isOpen = evidence?.leavesOpen(requirement) == true
    switch isOpen ? .allow : interaction {
    case .skip: findings.skipped += 1
    case .fail:
      findings.refusal = KeychainError(
        .interactionNotAllowed, "an item needs evidence and prompts are switched off",
        lapse: evidence?.lapse(of: requirement))
    case .allow:
      findings.demands.append(
        Challenge.Demand(item: item.facts.persistentIdentifier, requirement: requirement))
      items.append(Answer(item: item))
    }
  }

  /// Decrypts the item's secret if the plan asked for it, and adds the item to the results.
  ///
  /// An item whose secret is damaged is counted as damaged and left out.
  private mutating func takeOpened(_ item: OpenedItem, _ lease: borrowing SealerLease) {
    do throws(KeychainError) {
      let isOpened = plan.store.contents.contains(.secret)
      let secret =
        isOpened
        ? try session.codec.openSecret(
          of: item, password: evidence?.bag.applicationPassword, with: lease) : nil
      guard try filter?.holds(for: item, secret) ?? true else { return }
      items.append(Answer(item: item, secret: secret))
    } catch {
      guard error.code == .decode else {
        findings.refusal = error
        return
      }
      findings.damaged += 1
    }
  }

  /// True if the search found no item and no row that is locked, damaged or skipped.
  var isEmpty: Bool { items.isEmpty && findings.isEmpty }

  /// Counts the items that seem to be missing only because they are damaged or were edited in the
  /// store's file.
  ///
  /// The number is added to `findings.damaged`. Called if the search has found nothing. See
  /// `Absence`.
  mutating func require(
    _ absence: Absence, of query: Query, _ plan: Plan
  ) throws(KeychainError) {
    findings.damaged += try absence.damage(of: query, plan)
  }

  /// Returns the items found, or throws an error if the search has no valid result.
  ///
  /// - Throws: The error that ended the search, for example -25308 for locked rows. -25330 if the
  ///   user must authenticate, or an error if no item was found (`Findings.require`).
  func finish(profile: Profile) throws(KeychainError) -> [Answer] {
    try findings.require(isFound: !items.isEmpty, profile: profile)
    return items
  }
}
