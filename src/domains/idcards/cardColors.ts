import { type Color, contrastRatio, formatHexColor, mixColors, parseHexColor } from '#shared/colors.ts'

/** The colours a card is printed in, all of the school's one. */
export interface CardColors {
  /** Of bands, as the school has it. */
  band: string
  /** Of text on bands: white, or black where white could not be read. */
  ink: string
  /** The school's colour as text on white. */
  text: string
  /** Of thin stripes and frames: between text and paper. */
  line: string
  /** Of wide quiet areas under black text. */
  tint: string
}

const white: Color = [255, 255, 255]
const black: Color = [0, 0, 0]

/** WCAG AA for text of normal size; print is no better than a screen. */
const readable = 4.5

/** A card's colours from the school's `#rrggbb`. */
export function cardColors(color: string): CardColors {
  const band = parseHexColor(color)
  const ink = contrastRatio(band, white) >= readable || contrastRatio(band, white) >= contrastRatio(band, black) ? white : black
  let text = band
  for (let step = 0; step < 40 && contrastRatio(text, white) < readable; step++) text = mixColors(text, [0, 0, 0], 0.08)
  return {
    band: color,
    ink: formatHexColor(ink),
    text: formatHexColor(text),
    line: formatHexColor(mixColors(text, white, 0.55)),
    tint: formatHexColor(mixColors(band, white, 0.92)),
  }
}
