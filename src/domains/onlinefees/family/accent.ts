const productAccent = '#1f5f8b'

/** WCAG AA for text of normal size. */
const readable = 4.5
const grounds = { light: '#ffffff', dark: '#1b2026' } as const

type Color = readonly [number, number, number]

export function parts(color: string): Color {
  const at = (start: number) => Number.parseInt(color.slice(start, start + 2), 16)
  return [at(1), at(3), at(5)]
}

function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Color
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Of two colours, from 1 to 21 (WCAG). */
export function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** A school's colour as it can be read on the page: darker on white, lighter on dark. No `#rrggbb` gives the product's own. */
export function readableAccent(color: string | null, mode: 'light' | 'dark'): string {
  let accent = parts(color && /^#[0-9a-f]{6}$/i.test(color) ? color : productAccent)
  const ground = parts(grounds[mode])
  const goal = mode === 'light' ? 0 : 255
  for (let step = 0; step < 30 && contrast(accent, ground) < readable; step++)
    accent = accent.map((part) => Math.round(part + (goal - part) * 0.08)) as unknown as Color
  return `#${accent.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Colours the page as the school wants it. */
export function showAccent(color: string | null): void {
  for (const mode of ['light', 'dark'] as const)
    document.documentElement.style.setProperty(`--accent-${mode}`, readableAccent(color, mode))
}
