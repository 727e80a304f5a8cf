from pathlib import Path

import pytest

from render.__main__ import main
from render.sprites import atlas
from tests.render.scenes import picture

POSITION = ["--table", "R4 R5 R6 / R9 J K9", "--names", "Ana,Ben", "--counts", "7,14", "--turn", "0", "--pool", "41"]


def test_a_position_in_notation_becomes_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table.png"

    assert main([*POSITION, "--out", str(out)]) == 0
    assert picture(out.read_bytes()).size == (1200, 764)
    assert (
        "Ana 7 tiles, to play; Ben 14 tiles. Pool: 41 tiles. Sets: A: R4 R5 R6; B: R9 J K9." in capsys.readouterr().out
    )


def test_a_rack_is_drawn_beside_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table.png"

    assert main([*POSITION, "--rack", "R1 K7 J", "--new", "B3", "--order", "number", "--out", str(out)]) == 0
    assert picture((tmp_path / "table-rack.png").read_bytes()).size == (1200, 764)
    assert "R1 B3 K7 J. New: B3." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--table", "R4 R5"], "R4 R5 isn't valid: a set needs at least three tiles."),
        (["--rack", "R4 X9"], "has no tile “X9”"),
        (["--laid", "R4 B5 K6"], "isn't valid"),
        (["--names", "Ana,Ben", "--counts", "7"], "2 names need as many counts"),
        (["--turn", "2"], "a turn from 0"),
        (["--turn", "-1"], "a turn from 0"),
        (["--names", "A,B,C,D,E,F,G"], "There are seats for 6."),
        (["--out", "no/such/folder/table.png"], "no/such/folder"),
    ],
)
def test_a_position_that_cannot_be_drawn_ends_with_one_sentence(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(arguments) == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_count_that_is_no_number_is_refused_with_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--counts", "many"])

    assert stopped.value.code == 2
    assert "--counts" in capsys.readouterr().err


def test_laid_sets_are_marked_as_laid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([*POSITION, "--laid", "B1 B2 B3", "--out", str(tmp_path / "table.png")])

    assert "Played: B1 B2 B3." in capsys.readouterr().out


def test_the_sheets_are_drawn_into_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "sheet_names", lambda: ("ornaments", "tiles-32"))

    atlas.write_sheets(tmp_path / "sheets")

    for drawn in (tmp_path / "sheets").iterdir():
        assert picture(drawn.read_bytes()).tobytes() == picture((atlas.SHEETS / drawn.name).read_bytes()).tobytes()
    assert len(list((tmp_path / "sheets").iterdir())) == 2


def test_suits_are_read_as_suits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--table", "SN SA S2 / J MA CA", "--rack", "AN A5", "--out", str(tmp_path / "table.png")])

    said = capsys.readouterr().out
    assert "A: SN SA S2; B: J MA CA." in said
    assert "Your rack, 2 tiles, 5 points: AN A5." in said


def test_cards_claims_and_crossings_can_be_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, adorned = tmp_path / "plain.png", tmp_path / "adorned.png"
    position = ["--table", "R5 B5 K5 / R4 R5 R6"]

    main([*position, "--out", str(plain)])
    main([*position, "--skin", "cards", "--claims", "A:1:2:15", "--crossings", "B:1:A", "--out", str(adorned)])

    assert "A: R5 B5 K5 (Ben 15, second claim); B: R4 R5@A R6." in capsys.readouterr().out
    assert plain.read_bytes() != adorned.read_bytes()


def test_a_grid_can_be_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "grid.png"
    grid = ["--grid", "H8=R5 H9=R6+ H10=J:R7*", "--blocks", "A1 C9", "--barred", "5,12", "--row", "J R4"]

    assert main([*grid, "--out", str(out)]) == 0
    crop = out.read_bytes()
    assert main([*grid, "--whole", "--out", str(out)]) == 0
    assert "Tiles: H8=R5 H9=R6 H10=J:R7. Played: H9. Moved: H10. Blocked: A1 C9." in capsys.readouterr().out
    assert out.read_bytes() != crop


def test_a_bench_can_be_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table.png"
    bench = ["--rack", "R7 B3 B4 O9", "--bench", "A: R4 R5 R6 R7 / C: B3 B4", "--picked", "O9 B.1"]

    assert main([*POSITION, *bench, "--out", str(out)]) == 0
    assert picture((tmp_path / "table-bench.png").read_bytes()).width == 1200
    assert "Changed: A: R4 R5 R6 R7; C: B3 B4 (a set needs at least three tiles). Picked up: O9, J of B." in (
        capsys.readouterr().out
    )


def test_a_bench_of_a_grid_can_be_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "grid.png"
    bench = ["--rack", "R8 B4 J", "--bench", "-H8 H11=R8 H12=J:R9", "--picked", "H9"]

    assert main(["--grid", "H8=R5 H9=R6 H10=R7", *bench, "--out", str(out)]) == 0
    assert picture((tmp_path / "grid-bench.png").read_bytes()).width == 1080
    assert "Changed: H8: empty; H11: R8; H12: J=R9. On hold: R5. Picked up: R6 of H9." in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--grid", "H8:R5"],
        ["--grid", "H8=X5"],
        ["--grid", "", "--blocks", "8H"],
        ["--claims", "A:1"],
        ["--crossings", "A"],
        ["--rack", "R4", "--bench", "R4 R5"],
        ["--rack", "R4", "--bench", "A: X9"],
        ["--rack", "R4", "--bench", "", "--picked", "X9"],
    ],
)
def test_unreadable_arguments_are_named(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert arguments[-1][-2:] in capsys.readouterr().err
