import { useLayoutEffect } from 'react'

/** The school's colour for the styles of kit/tokens.css: hue in degrees and chroma, both of OKLCH. */
export interface Brand {
  hue: number
  chroma: number
}

/** Hue of "failed" and of an absence in kit/tokens.css. */
const failedHue = 24

/** How much of its colour a tint keeps: little in a red school, where the open entry of the menu would look failed. */
export function tintOf({ hue }: Brand): number {
  return Math.abs(((hue - failedHue + 540) % 360) - 180) < 28 ? 0.45 : 1
}

/**
 * Returns hue and chroma of a colour, and null for a text that is not `#rrggbb`. The lightness is that of the tokens,
 * so that every school's buttons and links are readable.
 *
 * By Björn Ottosson, "A perceptual color space for image processing" (2020), and the transfer function of sRGB (IEC
 * 61966-2-1).
 */
export function brandOf(color: string | null): Brand | null {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) return null
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) =>
    linear(Number.parseInt(color.slice(place, place + 2), 16) / 255),
  )
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  const degrees = (Math.atan2(b, a) * 180) / Math.PI
  return { hue: (degrees + 360) % 360, chroma: Math.hypot(a, b) }
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Colours the page for a school while the caller is mounted; null for the product's own colour. */
export function useBrand(color: string | null): void {
  useLayoutEffect(() => {
    const brand = brandOf(color)
    const { style } = document.documentElement
    if (!brand) return
    style.setProperty('--brand-hue', brand.hue.toFixed(2))
    style.setProperty('--brand-chroma', brand.chroma.toFixed(4))
    style.setProperty('--brand-tint', String(tintOf(brand)))
    return () => {
      style.removeProperty('--brand-hue')
      style.removeProperty('--brand-chroma')
      style.removeProperty('--brand-tint')
    }
  }, [color])
}
