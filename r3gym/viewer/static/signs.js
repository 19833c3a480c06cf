// The sign of a problem: what is shown for it, its tone, and what it means.

import { h } from "./dom.js";

const SHOWN = new Map([["+", "✓"], ["x", "✕"], ["u", "?"], ["!", "!"], ["w", "…"], ["m", "~"], ["-", "·"]]);
const TONES = new Map([["+", "good"], ["x", "bad"], ["u", "odd"], ["!", "odd"], ["w", "odd"], ["m", "odd"], ["-", "none"]]);

export const shownSign = (sign) => SHOWN.get(sign) ?? "";
export const tone = (sign) => TONES.get(sign) ?? "none";

// `meanings` are [sign, words] pairs.
export function signs(text, meanings) {
  const meaning = new Map(meanings);
  const words = [...text].map((sign) => meaning.get(sign) ?? sign);
  return h("span", { class: "signs", role: "img", "aria-label": words.join(", ") }, [...text].map((sign, n) => h("i", { class: `sign ${tone(sign)}`, title: words[n] }, SHOWN.get(sign) ?? sign)));
}
