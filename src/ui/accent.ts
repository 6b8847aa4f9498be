import { darken, getContrastRatio, lighten } from '@mui/material/styles'

export const productAccent = '#1f5f8b'

/** Minimum contrast for text of normal size (WCAG AA). */
const minContrast = 4.5

/**
 * Returns a readable accent for a school's colour: darkened until white text is readable on it (light mode), or
 * lightened until it is readable on a dark page (dark mode). Text that is not `#rrggbb` gives the product's own colour.
 */
export function accentFor(color: string | null, mode: 'light' | 'dark'): string {
  let accent = color && /^#[0-9a-f]{6}$/i.test(color) ? color : productAccent
  const background = mode === 'light' ? '#ffffff' : '#1e1e1e'
  for (let step = 0; step < 30 && getContrastRatio(accent, background) < minContrast; step++) {
    accent = mode === 'light' ? darken(accent, 0.08) : lighten(accent, 0.08)
  }
  return accent
}
