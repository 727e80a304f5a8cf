"""The lines that ARCHITECTURE.md draws between the parts and that import-linter can't see, by reading the sources."""

import ast
import re
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("cogs", "engine", "monitoring", "playground", "ratings", "render", "services", "storage", "ui")
VARIANTS = sorted(path.stem for path in (ROOT / "engine/variants").glob("[!_]*.py"))


def imports(path: Path) -> set[str]:
    """The top-level names that a module imports anywhere in its text."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def wires(statement: ast.stmt) -> bool:
    """Whether a module's statement does something when the module is merely imported."""
    return isinstance(statement, ast.Expr) and not isinstance(statement.value, ast.Constant)


def sources(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_part_is_a_package_that_the_contracts_see(package: str) -> None:
    assert (ROOT / package / "__init__.py").exists()


def test_bot_wires_the_parts_and_leaves_their_libraries_to_them() -> None:
    assert not imports(ROOT / "bot.py") & {"PIL", "aiosqlite", "asyncpg", "msgspec", "playground", "sqlite3", "tests"}


def test_nothing_imports_bot() -> None:
    assert [path for path in sources(*PACKAGES) if "bot" in imports(path)] == []


@pytest.mark.parametrize(
    ("text", "home"),
    [("<@{", "storage/pseudonyms.py"), ("AllowedMentions(users", "ui/replies.py")],
)
def test_people_are_mentioned_in_one_place_which_knows_pseudonyms(text: str, home: str) -> None:
    found = [path for path in sources("cogs", "services", "storage", "ui") if text in path.read_text("utf-8")]

    assert found == [ROOT / home]


def test_importing_bot_starts_nothing() -> None:
    statements = ast.parse((ROOT / "bot.py").read_text("utf-8")).body

    assert [ast.unparse(statement) for statement in statements if wires(statement)] == []


def defined(path: Path) -> list[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Assign | ast.AnnAssign]:
    """What a module defines beside imports, and beside the short names that cogs give a type and their log."""
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Assign, ast.AnnAssign)
    return [each for each in ast.parse(path.read_text("utf-8")).body if isinstance(each, kinds)]


def public_names(path: Path) -> list[str]:
    found: list[str] = []
    for each in defined(path):
        targets = each.targets if isinstance(each, ast.Assign) else [getattr(each, "target", each)]
        found += [getattr(target, "id", "") or getattr(target, "name", "") for target in targets]
    return [name for name in found if not name.startswith("_") and name not in ALIASES]


ALIASES = frozenset({"Interaction", "log"})


@pytest.mark.parametrize("path", sorted((ROOT / "cogs").glob("[!_]*.py")), ids=lambda path: path.stem)
def test_a_cog_s_module_defines_that_cog_and_no_other_public_name(path: Path) -> None:
    (cog,) = [each for each in defined(path) if isinstance(each, ast.ClassDef)]

    assert [ast.unparse(base) for base in cog.bases] in (["commands.Cog"], ["LoopingCog"])
    assert public_names(path) == [cog.name]


def locate(module: str) -> Path:
    return ROOT / module.replace(".", "/")


@pytest.mark.parametrize("package", ["hosting", *PACKAGES])
def test_folders_import_in_one_direction(package: str) -> None:
    graph = grimp.build_graph(package)
    arrows: dict[Path, set[Path]] = {}
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            here, there = (path if path.is_dir() else path.parent for path in map(locate, (module, other)))
            arrows.setdefault(here, set()).update({there} - {here})

    TopologicalSorter(arrows).prepare()  # raises `CycleError`, which names the folders


MOST_FILES = 25  # of Python in a folder, `__init__.py` aside
MOST_LINES = 500
ONE_FILE_EACH = {ROOT / "cogs", ROOT / "engine/variants"}  # for each command, and for each rule system


def test_no_folder_and_no_file_is_larger_than_a_reader_can_survey() -> None:
    files = [ROOT / "bot.py", *sources(*PACKAGES)]
    folders = Counter(path.parent for path in files if path.name != "__init__.py")
    large = [folder for folder, count in folders.items() if count > MOST_FILES and folder not in ONE_FILE_EACH]
    long = [path for path in files if len(path.read_text("utf-8").splitlines()) > MOST_LINES]

    assert [path.relative_to(ROOT).as_posix() for path in (*large, *long)] == []


SPOKEN = frozenset({"language", "say", "say_many", "speak", "speaking"})


def spoken(source: str) -> frozenset[str]:
    """The names in a module's text that say a sentence in the language that is spoken just then, or ask for it."""
    nodes = list(ast.walk(ast.parse(source)))
    imported = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    return SPOKEN & {*imported, *(node.attr for node in nodes if isinstance(node, ast.Attribute))}


def test_the_engine_says_nothing_itself() -> None:
    """It returns phrases, which are said where somebody reads them."""
    modules = [path for path in sources("engine") if path.parent != ROOT / "engine/text"]

    assert {path: found for path in modules if (found := spoken(path.read_text("utf-8")))} == {}


@pytest.mark.parametrize("source", ["from engine.text.phrases import later, say", "phrases.say_many('', '', 2)"])
def test_a_module_that_says_something_itself_is_found(source: str) -> None:
    assert spoken(source)


@pytest.mark.parametrize("path", sources("ui/screens"), ids=lambda path: path.stem)
def test_a_screen_waits_for_nothing(path: Path) -> None:
    waiting = (ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith)

    assert [each for each in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(each, waiting)] == []


SENTENCES = frozenset({"say", "say_many", "later", "later_many", "locale_str", "as_is"})


def naming(key: str, source: str) -> list[str]:
    """The places in a module's text where a system is named: by its key as a literal, or by its module.

    A key can also be an English word. So sentences, docstrings and names are no such places.
    """
    if key not in source:
        return []
    tree = ast.parse(source)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    said = {id(text) for call in calls if getattr(call.func, "id", "") in SENTENCES for text in call.args}
    literal = re.compile(rf"(?:\S*[^\w\s])?{key}(?:[^\w\s]\S*)?")  # such as classic, classic.md, rules/classic
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in said
            and literal.fullmatch(node.value)
        )
        or (isinstance(node, ast.Import) and any(each.name == f"engine.variants.{key}" for each in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == f"engine.variants.{key}")
        or (
            isinstance(node, ast.ImportFrom)
            and node.module == "engine.variants"
            and key in {a.name for a in node.names}
        )
    ]


@pytest.mark.parametrize("key", VARIANTS)
def test_a_rule_systems_key_is_written_in_its_own_module_alone(key: str) -> None:
    elsewhere = {
        str(path.relative_to(ROOT)): found
        for path in sources("cogs", "engine", "render", "services", "storage", "ui")
        if path != ROOT / f"engine/variants/{key}.py" and (found := naming(key, path.read_text("utf-8")))
    }

    assert elsewhere == {}


@pytest.mark.parametrize(
    "source",
    [
        'if key == "quick": pass',
        'match key:\n    case "quick": pass',
        'DEFAULT = {"quick": 1}',
        'read(f"docs/rules/{language}/quick.md")',
        "from engine.variants import quick",
        "from engine.variants.quick import VARIANT",
        "import engine.variants.quick",
    ],
)
def test_a_key_that_is_written_elsewhere_is_found(source: str) -> None:
    assert naming("quick", source)


@pytest.mark.parametrize(
    "source",
    [
        '"""A quick look."""',
        "quick = look(quick=True)  # quick",
        'later("quick")',
        'say("Be quick: {seconds} left.", seconds=3)',
        'key == "quicker"',
    ],
)
def test_an_english_word_that_is_also_a_key_is_none(source: str) -> None:
    assert naming("quick", source) == []
