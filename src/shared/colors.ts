/** Red, green and blue of a colour, each 0 to 255. */
export type Color = readonly [number, number, number]

/** Parses `#rrggbb`. */
export function parseHexColor(color: string): Color {
  const at = (start: number) => Number.parseInt(color.slice(start, start + 2), 16)
  return [at(1), at(3), at(5)]
}

/** Formats a colour as `#rrggbb`. */
export function formatHexColor(color: Color): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Interpolates between two colours: ratio 0 returns the first, 1 the second. */
export function mixColors(from: Color, to: Color, ratio: number): Color {
  const at = (place: 0 | 1 | 2) => from[place] + (to[place] - from[place]) * ratio
  return [at(0), at(1), at(2)]
}

function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Color
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG). */
export function contrastRatio(first: Color, second: Color): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
