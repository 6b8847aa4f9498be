import { type Color, contrastRatio, formatHexColor, parseHexColor } from '#shared/colors.ts'

const productAccent = '#1f5f8b'

/** WCAG AA for text of normal size. */
const readable = 4.5
const grounds = { light: '#ffffff', dark: '#1b2026' } as const

/** A school's colour as it can be read on the page: darker on white, lighter on dark. No `#rrggbb` gives the product's own. */
export function readableAccent(color: string | null, mode: 'light' | 'dark'): string {
  let accent = parseHexColor(color && /^#[0-9a-f]{6}$/i.test(color) ? color : productAccent)
  const ground = parseHexColor(grounds[mode])
  const goal = mode === 'light' ? 0 : 255
  for (let step = 0; step < 30 && contrastRatio(accent, ground) < readable; step++)
    accent = accent.map((part) => Math.round(part + (goal - part) * 0.08)) as unknown as Color
  return formatHexColor(accent)
}

/** Colours the page as the school wants it. */
export function showAccent(color: string | null): void {
  for (const mode of ['light', 'dark'] as const)
    document.documentElement.style.setProperty(`--accent-${mode}`, readableAccent(color, mode))
}
