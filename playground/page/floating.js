/** Small panels above everything else, beside the element they belong to. */

const GAP = 4; // pixels between the two

/** Shows `panel` under `anchor`, or over it where there is more room; returns the function that takes it away. */
export function float(anchor, panel, { onclose = () => {}, width = true } = {}) {
  panel.popover = "manual";
  (anchor.closest("[data-seat]") ?? document.body).append(panel);
  panel.showPopover();
  place(anchor, panel, width);
  const leave = (event) => {
    if (!panel.contains(event.target) && !anchor.contains(event.target)) close();
  };
  const follow = (event) => (event.type === "resize" || !panel.contains(event.target)) && place(anchor, panel, width);
  const close = () => {
    document.removeEventListener("pointerdown", leave, true);
    document.removeEventListener("scroll", follow, true);
    removeEventListener("resize", follow);
    panel.remove();
    onclose();
  };
  document.addEventListener("pointerdown", leave, true);
  document.addEventListener("scroll", follow, true);
  addEventListener("resize", follow);
  return close;
}

function place(anchor, panel, width) {
  const box = anchor.getBoundingClientRect();
  if (width) panel.style.width = `${box.width}px`;
  const below = innerHeight - box.bottom - 2 * GAP;
  const above = box.top - 2 * GAP;
  const goesUp = panel.scrollHeight > below && above > below;
  panel.style.maxHeight = `${Math.min(goesUp ? above : below, 320)}px`;
  panel.style.left = `${Math.max(GAP, Math.min(box.left, innerWidth - panel.offsetWidth - GAP))}px`;
  panel.style.top = goesUp ? "auto" : `${box.bottom + GAP}px`;
  panel.style.bottom = goesUp ? `${innerHeight - box.top + GAP}px` : "auto";
}
