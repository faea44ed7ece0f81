// SPDX-License-Identifier: Apache-2.0

/// The operations of a compiled requirement as a tree, which is built from the last operation to
/// the first.
///
/// An operator (`and`, `or`, `!`) takes its operands from the nodes that are not operands yet: it
/// takes the nodes that were added last. An `and` or `or` here has exactly two operands.
///
/// At the end, `expression()` joins nested pairs to a row of operands: `(a and b) and c` becomes
/// the row `a and b and c`.
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
  /// The depth to which the text of each node nests parentheses and `!`, by the index of the node.
  private var depths: [Int] = []
  /// The indexes of the nodes that are not operands of another node yet.
  private var waiting: [Int] = []

  /// Adds an expression that has no operator, and so takes no operands from the tree.
  ///
  /// Returns 0, because the text of the expression has neither parentheses nor `!`.
  mutating func add(_ expression: RequirementExpression) -> Int {
    append(.whole(expression), depth: 0)
  }

  /// Adds a `!`, and returns the depth to which its text nests parentheses and `!`.
  ///
  /// The operand is the last added node that is not an operand yet. Nil if there is no node left.
  mutating func addNegation() -> Int? {
    guard let operand = waiting.popLast() else { return nil }
    return append(.not(operand), depth: depths[operand] + (joint(of: operand) == nil ? 1 : 2))
  }

  /// Adds an `and` or `or`, and returns the depth to which its text nests parentheses and `!`.
  ///
  /// The operands are the last two added nodes that are not operands yet. Nil if there are fewer
  /// than two.
  mutating func add(_ joint: Joint) -> Int? {
    guard let left = waiting.popLast(), let right = waiting.popLast() else { return nil }
    let depth = [left, right].map { operand in
      // Parentheses are needed for an `or` inside an `and`, and not for an `and` inside an `or`.
      depths[operand] + (joint == .and && self.joint(of: operand) == .or ? 1 : 0)
    }
    return append(.joined(joint, left: left, right: right), depth: depth.max() ?? 0)
  }

  /// Returns the expression of the whole tree.
  ///
  /// Nil if the operations do not form one tree. They form one tree if each node but the last is an
  /// operand of another node.
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
  /// The function calls itself only where the expression's text has parentheses or `!`, or an `and`
  /// inside an `or`. So a row of many operands does not make the stack deeper.
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

  /// Returns the nodes of the operands that `joint` (`and` or `or`) joins, from left to right.
  ///
  /// Nested pairs with this joint are one row: `(a and b) and c` has three operands.
  ///
  /// - Parameter place: the node of the outermost pair.
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
