/*
 * Measures texts without a browser, because a thousand cards are laid out on the server, and no script runs where PDFs
 * are rendered. The widths are those of the papers' font, Noto Sans, in hundredths of its size.
 */

/** Widths of the characters 32 to 126 in weight 600, which is wider than the regular weight. */
const latin = [
  26, 40, 53, 66, 57, 88, 76, 33, 38, 38, 61, 56, 28, 36, 28, 46, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 32, 32, 56, 56, 56, 54,
  90, 67, 66, 64, 73, 55, 53, 73, 75, 38, 30, 65, 55, 93, 79, 79, 62, 79, 64, 56, 57, 74, 64, 97, 64, 60, 59, 38, 46, 38, 56, 41,
  33, 59, 63, 50, 63, 59, 37, 63, 64, 28, 28, 58, 28, 96, 64, 62, 63, 63, 43, 49, 40, 64, 55, 83, 57, 55, 48, 42, 54, 41, 56,
]
/**
 * Widths of a letter, and of a vowel sign beside it, in the scripts of India. Each has 128 characters, in this order:
 * Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada. Measured in weight 600: most letters are near
 * it, a few are wider, and whole names come out 1.0 to 1.6 times as wide as they are, because conjuncts are narrower.
 */
const scripts = [
  [70, 28],
  [75, 40],
  [70, 28],
  [80, 28],
  [80, 40],
  [112, 80],
  [85, 60],
  [90, 50],
] as const
/** Width of letters of other scripts and of accented capitals. */
const other = 75

const marks = /\p{M}/u
const beside = /\p{Mc}/u
const ofIndia = /[\u0900-\u0cff]/

/** Returns the width of a text in the unit of `size`. */
export function textWidth(text: string, size: number): number {
  let width = 0
  for (const character of text.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0
    const [letter, sign] = scripts[(code - 0x900) >> 7] ?? [latin[code - 32] ?? other, 0]
    if (beside.test(character)) width += sign
    else if (!marks.test(character)) width += letter
  }
  return (width * size) / 100
}

/** Returns the number of lines of a text in a width. Only words that are wider than a line are broken. */
export function lineCount(text: string, size: number, width: number): number {
  let lines = 0
  for (const paragraph of text.split('\n')) {
    lines += 1
    let used = 0
    for (const word of paragraph.split(/\s+/u).filter(Boolean)) {
      const wordWidth = textWidth(word, size)
      const withSpace = used === 0 ? wordWidth : used + textWidth(' ', size) + wordWidth
      if (withSpace <= width) used = withSpace
      else {
        if (used > 0) lines += 1
        const fullLines = Math.max(0, Math.ceil(wordWidth / width) - 1)
        lines += fullLines
        used = wordWidth - fullLines * width
      }
    }
  }
  return lines
}

/** Cuts a text to a number of lines, with an ellipsis if anything is cut. */
export function cut(text: string, size: number, width: number, lines: number): string {
  if (lineCount(text, size, width) <= lines) return text
  const letters = [...new Intl.Segmenter('mr', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
  let [fits, tooLong] = [0, letters.length]
  while (tooLong - fits > 1) {
    const half = (fits + tooLong) >> 1
    if (lineCount(`${letters.slice(0, half).join('')}…`, size, width) <= lines) fits = half
    else tooLong = half
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`
}

/** Returns the line height relative to the size. It is larger for India's scripts, which have signs above and below. */
export function lineHeight(text: string): number {
  return ofIndia.test(text) ? 1.45 : 1.2
}

/** Millimetres per point. */
export const pointMm = 25.4 / 72

/** A fitted text. `size` is in points, `lineHeight` is relative to it, and `height` is in millimetres. */
interface Fitted {
  text: string
  size: number
  lineHeight: number
  height: number
}

/**
 * Fits a text into a box in the largest possible size; otherwise in the smallest size and cut.
 * @param box in millimetres
 * @param sizes in points, the largest first
 */
export function fit(text: string, box: { width: number; height: number }, sizes: readonly number[]): Fitted {
  const relativeHeight = lineHeight(text)
  const fitted = (size: number, lines: number, shownText = text) => ({
    text: shownText,
    size,
    lineHeight: relativeHeight,
    height: lines * size * relativeHeight * pointMm,
  })
  for (const size of sizes) {
    const lines = lineCount(text, size * pointMm, box.width)
    if (lines <= maxLines(box.height, size * relativeHeight * pointMm)) return fitted(size, lines)
  }
  const size = sizes.at(-1) ?? 6
  const lines = maxLines(box.height, size * relativeHeight * pointMm)
  return fitted(size, lines, cut(text, size * pointMm, box.width, lines))
}

function maxLines(height: number, line: number): number {
  return Math.max(1, Math.floor((height + 0.05) / line))
}
