// SPDX-License-Identifier: Apache-2.0

/// The operations of a compiled requirement as a tree, which is built from the last operation to
/// the first.
///
/// An operator takes the two operations that were added last and have no operator yet. The
/// expression is made at the end, in time that grows with the number of operations: a row of
/// operands may be nested to the left or to the right.
struct OperationTree {
  enum Joint {
    case and, or
  }

  private enum Node {
    case whole(RequirementExpression)
    case not(Int)
    case joined(Joint, left: Int, right: Int)
  }

  private var nodes: [Node] = []
  /// For each node, the depth to which its text nests parentheses and `!`.
  private var depths: [Int] = []
  /// The nodes that have no operator yet.
  private var waiting: [Int] = []

  /// Adds a whole expression, and returns its depth.
  mutating func add(_ expression: RequirementExpression) -> Int {
    append(.whole(expression), depth: 0)
  }

  /// Adds a `!`, and returns its depth; nil if its operand is missing.
  mutating func addNegation() -> Int? {
    guard let operand = waiting.popLast() else { return nil }
    return append(.not(operand), depth: depths[operand] + (joint(of: operand) == nil ? 1 : 2))
  }

  /// Adds an `and` or `or`, and returns its depth; nil if an operand is missing.
  mutating func add(_ joint: Joint) -> Int? {
    guard let left = waiting.popLast(), let right = waiting.popLast() else { return nil }
    let depth = [left, right].map { operand in
      // Of the two, only an `or` in an `and` needs parentheses.
      depths[operand] + (joint == .and && self.joint(of: operand) == .or ? 1 : 0)
    }
    return append(.joined(joint, left: left, right: right), depth: depth.max() ?? 0)
  }

  /// Returns the expression; nil if it is not exactly one.
  func expression() -> RequirementExpression? {
    waiting.count == 1 ? expression(at: waiting[0]) : nil
  }

  private mutating func append(_ node: Node, depth: Int) -> Int {
    waiting.append(nodes.count)
    nodes.append(node)
    depths.append(depth)
    return depth
  }

  private func joint(of place: Int) -> Joint? {
    if case .joined(let joint, _, _) = nodes[place] { joint } else { nil }
  }

  /// Returns the expression at a node.
  ///
  /// Calls itself only where text would nest, or where `and` stands in `or`.
  private func expression(at place: Int) -> RequirementExpression {
    switch nodes[place] {
    case .whole(let expression): return expression
    case .not(let operand): return .not(expression(at: operand))
    case .joined(let joint, _, _):
      let operands = operands(of: joint, at: place).map { expression(at: $0) }
      switch joint {
      case .and: return .and(operands)
      case .or: return .or(operands)
      }
    }
  }

  /// Returns the operands of a row, from left to right.
  private func operands(of joint: Joint, at place: Int) -> [Int] {
    var operands: [Int] = []
    var rest = [place]
    while let next = rest.popLast() {
      if case .joined(joint, let left, let right) = nodes[next] {
        rest += [right, left]
      } else {
        operands.append(next)
      }
    }
    return operands
  }
}
