import { type Color, contrastRatio, formatHexColor, mixColors, parseHexColor } from '#shared/colors.ts'

/** The colours of a card, all derived from the school's colour. */
export interface CardColors {
  /** Of bands: the school's colour unchanged. */
  band: string
  /** Of text on bands: white, or black where white would be unreadable. */
  ink: string
  /** Of text on white: the school's colour, darkened if needed. */
  text: string
  /** Of thin stripes and frames: a shade between text and paper. */
  line: string
  /** Of large pale areas under black text. */
  tint: string
}

const white: Color = [255, 255, 255]
const black: Color = [0, 0, 0]

/** Minimum contrast by WCAG AA for text of normal size, used for print too. */
const minContrast = 4.5

/** Derives a card's colours from the school's `#rrggbb`. */
export function cardColors(color: string): CardColors {
  const band = parseHexColor(color)
  const ink =
    contrastRatio(band, white) >= minContrast || contrastRatio(band, white) >= contrastRatio(band, black) ? white : black
  let text = band
  for (let step = 0; step < 40 && contrastRatio(text, white) < minContrast; step++) text = mixColors(text, [0, 0, 0], 0.08)
  return {
    band: color,
    ink: formatHexColor(ink),
    text: formatHexColor(text),
    line: formatHexColor(mixColors(text, white, 0.55)),
    tint: formatHexColor(mixColors(band, white, 0.92)),
  }
}
