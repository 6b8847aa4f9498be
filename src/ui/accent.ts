import { darken, getContrastRatio, lighten } from '@mui/material/styles'

export const productAccent = '#1f5f8b'

/** WCAG AA for text of normal size. */
const readable = 4.5

/**
 * The accent in which a school's colour can be read: darkened until white text stands on it (light), lightened until it
 * stands on a dark page (dark). Text that is no `#rrggbb` gives the product's own colour.
 */
export function accentFor(color: string | null, mode: 'light' | 'dark'): string {
  let accent = color && /^#[0-9a-f]{6}$/i.test(color) ? color : productAccent
  const ground = mode === 'light' ? '#ffffff' : '#1e1e1e'
  for (let step = 0; step < 30 && getContrastRatio(accent, ground) < readable; step++) {
    accent = mode === 'light' ? darken(accent, 0.08) : lighten(accent, 0.08)
  }
  return accent
}
