"""The mutation operators: what can replace a piece of Python."""

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Mutation:
    """A replacement of one syntax node by another, with its operator's name."""

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
    """Return the mutations of this node; none if no operator handles its type."""
    operator = OPERATORS.get(type(node))
    return operator(node) if operator else iter(())


def _comparison(node: ast.Compare) -> Mutations:
    """Yield a mutation per comparison: inequalities with or without equality, the opposite for the others."""
    for at, compared in enumerate(node.ops):
        ops = [*node.ops[:at], COMPARED[type(compared)](), *node.ops[at + 1 :]]
        yield Mutation("comparison", node, ast.Compare(node.left, ops, node.comparators))


def _logic(node: ast.BoolOp) -> Mutations:
    """Yield `or` for `and`, and `and` for `or`."""
    yield Mutation("logic", node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))


def _sign(node: ast.UnaryOp) -> Mutations:
    """Yield the operand without `not`, `-` or `~`."""
    yield Mutation("sign", node, node.operand)


def _arithmetic(node: ast.BinOp) -> Mutations:
    """Yield another operation; none for texts and sequences, where every run would fail at once."""
    if type(node.op) in CALCULATED and not _joins(node):
        yield Mutation("arithmetic", node, ast.BinOp(node.left, CALCULATED[type(node.op)](), node.right))


def _joins(node: ast.BinOp) -> bool:
    return any(isinstance(side, SEQUENCES) or _is_text(side) for side in (node.left, node.right))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def _constant(node: ast.Constant) -> Mutations:
    """Yield the other truth value, the number plus one, or another text."""
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
    """Yield the opposite of `min`, `max`, `any` or `all`."""
    if isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        yield Mutation("extreme", node, ast.Call(ast.Name(SWAPPED[node.func.id]), node.args, node.keywords))


def _branch(node: ast.If) -> Mutations:
    """Yield a condition that is always true, and one that is always false."""
    for truth in (True, False):
        yield Mutation("condition", node.test, ast.Constant(truth))


def _choice(node: ast.IfExp) -> Mutations:
    """Yield each of the two values without the condition."""
    yield Mutation("condition", node, node.body)
    yield Mutation("condition", node, node.orelse)


def _remove(node: ast.stmt) -> Mutations:
    """Yield `pass` for a statement that acts by what it changes or raises."""
    yield Mutation("statement", node, ast.Pass())


def _expression(node: ast.Expr) -> Mutations:
    """Yield `pass` for a call."""
    called = node.value.value if isinstance(node.value, ast.Await) else node.value
    if isinstance(called, ast.Call):
        yield Mutation("statement", node, ast.Pass())


def _assignment(node: ast.Assign) -> Mutations:
    """Yield `pass` for an assignment to an attribute or an item; without a name, the next line would fail at once."""
    if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
        yield Mutation("statement", node, ast.Pass())


def _answer(node: ast.Return) -> Mutations:
    """Yield None as the returned value."""
    if node.value is not None and not isinstance(node.value, ast.Constant):
        yield Mutation("answer", node, ast.Return(ast.Constant(None)))


def _loop(node: ast.For) -> Mutations:
    """Yield a loop over nothing."""
    yield Mutation("loop", node.iter, ast.Tuple([], ast.Load()))


def _jump(node: ast.Break | ast.Continue) -> Mutations:
    """Yield `continue` for `break`, and `break` for `continue`."""
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
