"""Code that isn't mutated, because no test of the program's behavior could or should notice the change."""

import ast
from collections.abc import Iterator

SENTENCES = frozenset({"say", "say_many", "later", "later_many", "locale_str"})
"""Functions that take a whole sentence for people: a test could only repeat it."""
NAMES = frozenset({"TypeVar", "ParamSpec", "NewType", "cast", "getLogger"})
"""Functions whose texts are only for type checkers and logs."""
LOGS = frozenset({"log", "logging", "logger"})
GUARDS = frozenset({"frozen", "slots", "kw_only", "strict", "repr", "maxsize", "help"})
"""Keywords that change nothing in a correct program: they refuse mistakes, save memory, or help people."""
CHECKED_BY_TYPES = frozenset({"annotation", "returns", "type_comment", "type_params"})


def is_skipped(node: ast.AST) -> bool:
    """Return whether a syntax node, with everything in it, isn't to be mutated."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.JoinedStr() | ast.Import() | ast.ImportFrom() | ast.Assert():
            skipped = True  # docstrings; texts whose parts have no positions in Python 3.11; what has no parts
        case ast.If(test=ast.Name(id=name)) | ast.FunctionDef(name=name):
            skipped = name in {"TYPE_CHECKING", "__repr__"}
        case ast.Expr(value=ast.Call() as call) | ast.Return(value=ast.Call() as call):
            skipped = _is_log(call) or _name(call.func) == "assert_never"
        case ast.keyword():
            skipped = node.arg in GUARDS
        case ast.Raise(exc=ast.AST() as raised):
            skipped = _name(raised) in {"NotImplementedError", "AssertionError"}
        case ast.Call():
            skipped = _name(node.func) in NAMES
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            skipped = True
        case ast.Subscript():
            skipped = _name(node.value) == "Literal"
        case _:
            skipped = isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and _is_type(node)
    return skipped


def kept_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the direct parts of a node that can be mutated: those that run, and aren't only types.

    Sentences for people are left out: text arguments of the functions in `SENTENCES`, and text arguments of raised
    errors that contain a space.
    """
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        yield from (part for part in kept_parts(node.exc) if not _is_sentence(part))
        return
    texts = isinstance(node, ast.Call) and _name(node.func) in SENTENCES
    for field, value in ast.iter_fields(node):
        if field not in CHECKED_BY_TYPES:
            parts = value if isinstance(value, list) else [value]
            yield from (part for part in parts if isinstance(part, ast.AST) and not (texts and _is_text(part)))


def _is_log(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and _name(call.func.value) in LOGS


def _name(node: ast.AST) -> str:
    """Return the last part of a dotted name, or of the called function's name in a call; empty for other nodes."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=func):
            return _name(func)
    return ""


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_sentence(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def _is_type(node: ast.AST) -> bool:
    """Return whether a node looks like a type or a union of types: types begin with a capital, or are built in."""
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _is_type(left) and _is_type(right)
        case ast.Constant(value=None):
            return True
        case ast.Subscript(value=value):
            return _is_type(value)
    return _name(node) in {"int", "str", "bytes", "float", "bool", "tuple", "list", "dict", "set"} or _is_class(node)


def _is_class(node: ast.AST) -> bool:
    name = _name(node).lstrip("_")
    return not isinstance(node, ast.Call) and name[:1].isupper() and not name.isupper()
