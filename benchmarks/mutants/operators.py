"""The mutation operators: what can replace a piece of Python."""

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Mutation:
    """A replacement of the syntax node `old` by `new`, with the name of the kind of mutation (`operator`)."""

    operator: str
    old: ast.expr | ast.stmt
    new: ast.expr | ast.stmt


Mutations = Iterator[Mutation]

COMPARED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
CALCULATED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
MARK = "XX"
SEQUENCES = (ast.JoinedStr, ast.Tuple, ast.List)


def swaps(node: ast.AST) -> Mutations:
    """Return the mutations of this node itself, not of those below it; none if no operator handles its type."""
    operator = OPERATORS.get(type(node))
    return operator(node) if operator else iter(())


def _comparison(node: ast.Compare) -> Mutations:
    """Yield a mutation for each comparison in a chain such as `a < b < c`: another operator replaces its operator.

    `<` and `<=`, and `>` and `>=`, replace each other; the others are replaced by their negation.
    """
    for at, compared in enumerate(node.ops):
        ops = [*node.ops[:at], COMPARED[type(compared)](), *node.ops[at + 1 :]]
        yield Mutation("comparison", node, ast.Compare(node.left, ops, node.comparators))


def _logic(node: ast.BoolOp) -> Mutations:
    """Yield the mutation that replaces `and` by `or`, or `or` by `and`."""
    yield Mutation("logic", node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))


def _sign(node: ast.UnaryOp) -> Mutations:
    """Yield the mutation that removes a `not`, `-`, `+` or `~` and leaves its operand."""
    yield Mutation("sign", node, node.operand)


def _arithmetic(node: ast.BinOp) -> Mutations:
    """Yield the mutation that replaces the operator of an arithmetic or bit operation, as `CALCULATED` says.

    Yield none if an operand is a text or sequence, because the replacement would always raise an error.
    """
    if type(node.op) in CALCULATED and not _joins(node):
        yield Mutation("arithmetic", node, ast.BinOp(node.left, CALCULATED[type(node.op)](), node.right))


def _joins(node: ast.BinOp) -> bool:
    return any(isinstance(side, SEQUENCES) or _is_text(side) for side in (node.left, node.right))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def _constant(node: ast.Constant) -> Mutations:
    """Yield the mutation that replaces a constant: by the other truth value, the number plus one, or another text."""
    match node.value:
        case bool():
            yield Mutation("truth", node, ast.Constant(not node.value))
        case int() | float():
            yield Mutation("number", node, ast.Constant(node.value + 1))
        case str():
            yield Mutation("text", node, ast.Constant(MARK + node.value))
        case bytes():
            yield Mutation("text", node, ast.Constant(MARK.encode() + node.value))


def _swap_function(node: ast.Call) -> Mutations:
    """Yield the mutation that calls `max` instead of `min`, or `all` instead of `any`, or the other way around."""
    if isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        yield Mutation("extreme", node, ast.Call(ast.Name(SWAPPED[node.func.id]), node.args, node.keywords))


def _branch(node: ast.If) -> Mutations:
    """Yield two mutations of an `if` statement: its condition is always true, and always false."""
    for truth in (True, False):
        yield Mutation("condition", node.test, ast.Constant(truth))


def _choice(node: ast.IfExp) -> Mutations:
    """Yield two mutations of a conditional expression: only its first value is left, and only its second."""
    yield Mutation("condition", node, node.body)
    yield Mutation("condition", node, node.orelse)


def _remove(node: ast.stmt) -> Mutations:
    """Yield the mutation that replaces a statement by `pass`; `OPERATORS` has the types of statements it's used for."""
    yield Mutation("statement", node, ast.Pass())


def _expression(node: ast.Expr) -> Mutations:
    """Yield the mutation that replaces a statement by `pass` if it is just a call, awaited or not."""
    called = node.value.value if isinstance(node.value, ast.Await) else node.value
    if isinstance(called, ast.Call):
        yield Mutation("statement", node, ast.Pass())


def _assignment(node: ast.Assign) -> Mutations:
    """Yield the mutation that replaces an assignment by `pass`, if all its targets are attributes or items.

    Yield none for an assignment to a name: the code after it would fail at once for lack of the name.
    """
    if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
        yield Mutation("statement", node, ast.Pass())


def _answer(node: ast.Return) -> Mutations:
    """Yield the mutation that returns None, unless the statement returns a constant or nothing."""
    if node.value is not None and not isinstance(node.value, ast.Constant):
        yield Mutation("answer", node, ast.Return(ast.Constant(None)))


def _loop(node: ast.For) -> Mutations:
    """Yield the mutation by which a `for` loop runs over an empty tuple."""
    yield Mutation("loop", node.iter, ast.Tuple([], ast.Load()))


def _jump(node: ast.Break | ast.Continue) -> Mutations:
    """Yield the mutation that replaces `break` by `continue`, or `continue` by `break`."""
    yield Mutation("jump", node, ast.Continue() if isinstance(node, ast.Break) else ast.Break())


OPERATORS: Mapping[type[ast.AST], Callable[[Any], Mutations]] = {
    ast.Compare: _comparison,
    ast.BoolOp: _logic,
    ast.UnaryOp: _sign,
    ast.BinOp: _arithmetic,
    ast.Constant: _constant,
    ast.Call: _swap_function,
    ast.If: _branch,
    ast.IfExp: _choice,
    ast.Expr: _expression,
    ast.Assign: _assignment,
    ast.AugAssign: _remove,
    ast.Raise: _remove,
    ast.Return: _answer,
    ast.For: _loop,
    ast.Break: _jump,
    ast.Continue: _jump,
}
