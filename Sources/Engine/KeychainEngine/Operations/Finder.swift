// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// Collects the rows of a plan that are visible, whole, matching and permitted.
struct Finder {
  /// An item that answers.
  struct Answer {
    let item: OpenedItem
    /// The opened secret, where the plan asked for it and the item has one.
    var secret: SecretBytes?
  }

  /// What the items are looked for.
  enum Purpose {
    case reading
    /// To be written anew.
    case changing
    /// To find what belongs to it: neither judged by its access control nor opened.
    case pairing
    /// To compute with a key of the secure element; other items are no answer.
    case use(ConstrainedOperation)
  }

  private var plan: Plan
  private let interaction: Interaction
  private let evidence: Evidence?
  private let session: Session
  private var purpose: Purpose
  /// Deleting needs no class key: rows that cannot be opened are passed on unopened.
  private(set) var items: [Answer] = []
  private(set) var findings = Findings()
  /// Nil where nothing is asked of certificates.
  private let filter: CertificateTest?

  init(
    plan: consuming Plan, query: Query, session: Session, for purpose: Purpose = .reading,
    test: CertificateTest? = nil
  ) {
    self.plan = plan
    self.purpose = purpose
    // By `take`, of each item that it looks at.
    self.plan.store.isConfirmed = true
    interaction = query.interaction
    evidence = query.evidence
    self.session = session
    filter = test ?? query.filter.map { CertificateTest($0, for: session) }
  }

  /// Whether more rows cannot change the answer.
  var isFull: Bool {
    if plan.matchesNothing { return true }
    guard let limit = plan.limit.count else { return false }
    return items.count + findings.skipped >= limit
  }

  /// Reads batch after batch until the limit is met or no row is left.
  ///
  /// The store's limit counts rows, ours counts answers: where a row was no answer, the reading
  /// goes on behind it (spec/secitem.md 4.1 applies the limit after the filters). Each round asks
  /// for more, so that many rows that are none cost few rounds.
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

  /// The same, having found nothing yet, to judge what this one has found.
  func judge() -> Finder {
    var judge = self
    (judge.items, judge.findings, judge.purpose) = ([], Findings(), .reading)
    return judge
  }

  /// Judges an item that something else has led to, whatever the limit.
  mutating func judge(_ item: OpenedItem) throws(KeychainError) {
    permit(item, try sealing { () throws(SealError) in try SealerLease() })
  }

  /// Judges one row; false stops the reading.
  private mutating func visit(_ row: SealedRow, _ lease: borrowing SealerLease) -> Bool {
    switch session.codec.open(row, with: lease) {
    case .lost: break
    case .damaged: findings.damaged += 1
    // One locked row fails the whole call (spec/secitem.md 4.2).
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
    // Lost like a row whose class key is gone (spec/secitem.md 10.6).
    case .denied: return
    case .needs(let requirement): demand(requirement, for: item)
    }
  }

  /// An item of the element: reading never opens it and asks nobody (spec/seckey.md 7.2).
  private mutating func permit(
    _ key: ElementKey, _ item: OpenedItem, _ lease: borrowing SealerLease
  ) {
    switch purpose {
    case .reading, .pairing: items.append(Answer(item: item))
    case .changing:
      // What the element keeps goes into the new row as it is.
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

  /// Opens the secret where it was asked for: a damaged one makes the whole item no answer.
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

  /// Whether no row was met that the query is about.
  var isEmpty: Bool { items.isEmpty && findings.isEmpty }

  /// Counts as damaged what only seems to be absent.
  mutating func require(
    _ absence: Absence, of query: Query, _ plan: Plan
  ) throws(KeychainError) {
    findings.damaged += try absence.damage(of: query, plan)
  }

  /// The items found.
  ///
  /// - Throws: what `Findings` refuses.
  func finish(profile: Profile) throws(KeychainError) -> [Answer] {
    try findings.require(isFound: !items.isEmpty, profile: profile)
    return items
  }
}
