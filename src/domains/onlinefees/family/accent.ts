import { type Color, contrastRatio, formatHexColor, parseHexColor } from '#shared/colors.ts'

const productAccent = '#1f5f8b'

/** WCAG AA for text of normal size. */
const minContrast = 4.5
const backgrounds = { light: '#faf5ec', dark: '#1b2026' } as const

/**
 * Returns a school's colour with enough contrast for text: darker on a light page, lighter on a dark one. Anything but
 * `#rrggbb` gives the product's own colour.
 */
export function readableAccent(color: string | null, mode: 'light' | 'dark'): string {
  let accent = parseHexColor(color && /^#[0-9a-f]{6}$/i.test(color) ? color : productAccent)
  const background = parseHexColor(backgrounds[mode])
  const target = mode === 'light' ? 0 : 255
  for (let step = 0; step < 30 && contrastRatio(accent, background) < minContrast; step++)
    accent = accent.map((channel) => Math.round(channel + (target - channel) * 0.08)) as unknown as Color
  return formatHexColor(accent)
}

/** Applies the school's colour to the page. */
export function applyAccent(color: string | null): void {
  for (const mode of ['light', 'dark'] as const)
    document.documentElement.style.setProperty(`--accent-${mode}`, readableAccent(color, mode))
}
