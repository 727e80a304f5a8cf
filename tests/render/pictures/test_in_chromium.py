"""The pictures' files in Chromium, which reads a PNG more strictly than Pillow does."""

from base64 import b64decode, b64encode
from io import BytesIO

import pytest
from PIL import Image

from benchmarks.bot.full_tables import NAMES, add_to_two_sets, full_table, make_bench
from render import BenchScene, Look, PictureTheme, Style, bench_png, png
from tests.support.browser import chromium

READ = """
async (encoded) => {
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}), {colorSpaceConversion: "none"});
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const pixels = pen.getImageData(0, 0, image.width, image.height).data;
  const reader = new FileReader();
  const read = new Promise((done) => { reader.onload = done; });
  reader.readAsDataURL(new Blob([pixels]));
  await read;
  return [image.width, image.height, reader.result.split(",")[1]];
}
"""


def make_files() -> list[bytes]:
    """An updated picture and a new one, in both levels of compression."""
    view, bench, appraisal = make_bench(9, 14)
    scene = BenchScene(view=view, bench=bench, names=NAMES, appraisal=appraisal)
    _, updated = [png(each, NAMES) for each in add_to_two_sets(full_table())]
    return [updated, bench_png(scene, Look(Style.SOLID, PictureTheme.LIGHT))]


@pytest.mark.browser
async def test_chromium_reads_the_same_pixels_as_pillow() -> None:
    async with chromium() as browser:
        page = await browser.new_page()
        for file in make_files():
            with Image.open(BytesIO(file)) as image:
                size, pixels = image.size, image.convert("RGBA").tobytes()

            *read, encoded = await page.evaluate(READ, b64encode(file).decode())

            assert tuple(read) == size
            assert b64decode(encoded) == pixels
