import struct
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.sprites.canvas import ENTRY, LONGEST, QUICK, SMALL, BandCache, BandKey, write_png

GRAYS = bytes(value for gray in range(256) for value in (gray, gray, gray))


def make_image(size: tuple[int, int], seed: bytes) -> Image.Image:
    """A picture of this size that repeats the seed's bytes."""
    width, height = size
    return Image.frombytes("L", size, (seed * (width * height // len(seed) + 1))[: width * height])


images = st.builds(
    make_image,
    st.one_of(
        st.tuples(st.integers(1, 40), st.integers(1, 300)), st.tuples(st.integers(1000, 3000), st.integers(1, 5))
    ),
    st.binary(min_size=1, max_size=700),
)


def read_chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Each chunk's name and contents; fails if a checksum or the signature is wrong."""
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    at = 8
    while at < len(file):
        (length,) = struct.unpack_from(">I", file, at)
        named = file[at + 4 : at + 8 + length]
        assert struct.unpack_from(">I", file, at + 8 + length) == (zlib.crc32(named),)
        yield named[:4], named[4:]
        at += 12 + length


def read_lines(file: bytes) -> bytes:
    """The pixels' bytes, by zlib, which checks the stream's Adler-32 as Pillow doesn't; no line may have a filter."""
    chunks = dict(read_chunks(file))
    width, height, *kind = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert kind == [8, 3, 0, 0, 0]
    lines = zlib.decompress(chunks[b"IDAT"])
    rows = [lines[at : at + width + 1] for at in range(0, len(lines), width + 1)]
    assert len(rows) == height
    assert {row[0] for row in rows} == {0}
    return b"".join(row[1:] for row in rows)


@given(images, st.sets(st.integers(-5, 310)), st.sampled_from((QUICK, SMALL)))
def test_a_file_has_exactly_the_pixels_wherever_its_bands_begin(image: Image.Image, cuts: set[int], level: int) -> None:
    file = write_png(image, GRAYS, cuts, level, BandCache(10**6))

    assert [name for name, _ in read_chunks(file)] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert read_lines(file) == image.tobytes()
    with Image.open(BytesIO(file)) as read:
        assert read.convert("L").tobytes() == image.tobytes()


@given(st.lists(st.tuples(images, st.sets(st.integers(1, 300), max_size=4)), min_size=2, max_size=5), st.integers(0, 3))
def test_pictures_that_share_a_cache_of_any_size_have_their_own_pixels(
    drawn: list[tuple[Image.Image, set[int]]], kilobytes: int
) -> None:
    cache = BandCache(1000 * kilobytes)

    for image, cuts in drawn + drawn:
        assert read_lines(write_png(image, GRAYS, cuts, cache=cache)) == image.tobytes()


def test_a_picture_that_differs_in_one_band_is_compressed_again_only_there(monkeypatch: pytest.MonkeyPatch) -> None:
    cache, image = BandCache(10**6), make_image((50, 3 * LONGEST), bytes(range(7)))
    kept: list[bytes] = []
    keep = BandCache.keep

    def note(self: BandCache, key: BandKey, band: bytes) -> None:
        kept.append(band)
        keep(self, key, band)

    monkeypatch.setattr(BandCache, "keep", note)
    write_png(image, GRAYS, cache=cache)
    first = len(kept)
    image.putpixel((20, LONGEST), 99)
    changed = write_png(image, GRAYS, cache=cache)

    assert (first, len(kept)) == (3, 4)
    assert read_lines(changed) == image.tobytes()


def test_bands_with_one_equal_checksum_are_not_confused() -> None:
    cache, words = BandCache(10**6), (b"plumless", b"buckeroo")
    assert zlib.crc32(words[0]) == zlib.crc32(words[1])

    for word in words:
        assert read_lines(write_png(Image.frombytes("L", (8, 1), word), GRAYS, cache=cache)) == word


def test_lines_above_and_below_a_cut_are_in_different_bands() -> None:
    cache, image = BandCache(10**6), make_image((50, 100), b"x")
    write_png(image, GRAYS, (30,), cache=cache)
    write_png(image.crop((0, 0, 50, 30)), GRAYS, cache=cache)

    assert len(cache) == 2


def test_the_two_levels_share_no_bands() -> None:
    cache, image = BandCache(10**6), make_image((300, 100), bytes(range(0, 250, 3)))

    small, quick = (write_png(image, GRAYS, level=level, cache=cache) for level in (SMALL, QUICK))

    assert len(cache) == 2
    assert read_lines(small) == read_lines(quick)


def test_a_full_cache_drops_the_band_that_was_used_least_recently() -> None:
    cache = BandCache(2 * (ENTRY + 10))
    for key in (1, 2):
        cache.keep((0, 0, key), bytes(10))
    assert cache.get((0, 0, 1))

    cache.keep((0, 0, 3), bytes(10))

    assert [key for key in (1, 2, 3) if cache.get((0, 0, key)) is not None] == [1, 3]


@given(st.lists(st.tuples(st.integers(0, 9), st.binary(max_size=2000)), max_size=40))
def test_a_cache_never_holds_more_bytes_than_it_may(kept: list[tuple[int, bytes]]) -> None:
    cache, bands = BandCache(5000), {}
    for key, band in kept:
        cache.keep((0, 0, key), band)
        bands[key] = band
        held = [found for each in bands if (found := cache.get((0, 0, each))) is not None]
        assert sum(len(each) + ENTRY for each in held) <= 5000


def test_threads_that_share_a_cache_write_the_same_pixels_as_one_alone() -> None:
    cache = BandCache(20_000)
    drawn = [make_image((400, 90 + index % 5), bytes(range(1 + index % 7))) for index in range(60)]

    with ThreadPoolExecutor(8) as threads:
        files = list(threads.map(lambda image: write_png(image, GRAYS, (40,), cache=cache), drawn))

    assert [read_lines(file) for file in files] == [image.tobytes() for image in drawn]
