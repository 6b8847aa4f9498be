/*
 * How much room a text takes, without a browser: nothing measures while a thousand cards are laid out, and no script runs where
 * they are drawn. The widths are those of the papers' font, Noto Sans, in hundredths of its size.
 */

/** Characters 32 to 126, in the weight 600, which is the wider one. */
const latin = [
  26, 40, 53, 66, 57, 88, 76, 33, 38, 38, 61, 56, 28, 36, 28, 46, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 32, 32, 56, 56, 56, 54,
  90, 67, 66, 64, 73, 55, 53, 73, 75, 38, 30, 65, 55, 93, 79, 79, 62, 79, 64, 56, 57, 74, 64, 97, 64, 60, 59, 38, 46, 38, 56, 41,
  33, 59, 63, 50, 63, 59, 37, 63, 64, 28, 28, 58, 28, 96, 64, 62, 63, 63, 43, 49, 40, 64, 55, 83, 57, 55, 48, 42, 54, 41, 56,
]
/** Letters of Devanagari by themselves: the widest is 110, most are near this. */
const devanagari = 70
/** A vowel sign that stands beside its letter. */
const besideSign = 28
/** Letters of any other script, capitals with accents. */
const other = 75

const marks = /\p{M}/u
const beside = /[\u093e\u093f\u0940\u0949\u094a\u094b\u094c\u0903]/
const ofDevanagari = /[\u0900-\u097f]/

/** The width of a text in the unit of its size: points give points. */
export function textWidth(text: string, size: number): number {
  let width = 0
  for (const character of text.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0
    if (beside.test(character)) width += besideSign
    else if (marks.test(character)) width += 0
    else if (ofDevanagari.test(character)) width += devanagari
    else width += latin[code - 32] ?? other
  }
  return (width * size) / 100
}

/** How many lines a text takes in a width, words being broken only where one alone is too long. */
export function lineCount(text: string, size: number, width: number): number {
  let lines = 0
  for (const paragraph of text.split('\n')) {
    lines += 1
    let used = 0
    for (const word of paragraph.split(/\s+/u).filter(Boolean)) {
      const wide = textWidth(word, size)
      const withSpace = used === 0 ? wide : used + textWidth(' ', size) + wide
      if (withSpace <= width) used = withSpace
      else {
        if (used > 0) lines += 1
        const over = Math.max(0, Math.ceil(wide / width) - 1)
        lines += over
        used = wide - over * width
      }
    }
  }
  return lines
}

/** A text, or as much of it as a number of lines takes, with an ellipsis for the rest. */
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

/** The height of a line of a text, in shares of its size: Devanagari has signs above and below. */
export function lineHeight(text: string): number {
  return ofDevanagari.test(text) ? 1.45 : 1.2
}

/** Millimetres of a point. */
export const pointMm = 25.4 / 72

/** How a text is set: what of it, in which size in points, how high a line is in shares of that, how high all is in millimetres. */
interface Fitted {
  text: string
  size: number
  lineHeight: number
  height: number
}

/**
 * A text in the largest of some sizes in which it stays within a box, else in the smallest and cut.
 * @param box in millimetres
 * @param sizes in points, the largest first
 */
export function fit(text: string, box: { width: number; height: number }, sizes: readonly number[]): Fitted {
  const high = lineHeight(text)
  const inSize = (size: number, lines: number, what = text) => ({
    text: what,
    size,
    lineHeight: high,
    height: lines * size * high * pointMm,
  })
  for (const size of sizes) {
    const lines = lineCount(text, size * pointMm, box.width)
    if (lines <= mostLines(box.height, size * high * pointMm)) return inSize(size, lines)
  }
  const size = sizes.at(-1) ?? 6
  const lines = mostLines(box.height, size * high * pointMm)
  return inSize(size, lines, cut(text, size * pointMm, box.width, lines))
}

function mostLines(height: number, line: number): number {
  return Math.max(1, Math.floor((height + 0.05) / line))
}
