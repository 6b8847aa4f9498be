import type { Mark } from '#shared/marks.ts'

/** Palette colours of the marks: green, red, amber. Always shown with the letter, never as colour alone. */
export const markColor = { P: 'success', A: 'error', L: 'warning' } as const satisfies Record<Mark, string>

/** Returns the styles of a mark's letter in a circle. */
export function markCircle(mark: Mark, size: number) {
  return {
    flexShrink: 0,
    width: size,
    height: size,
    borderRadius: '50%',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    fontWeight: 700,
    bgcolor: `${markColor[mark]}.main`,
    color: `${markColor[mark]}.contrastText`,
  } as const
}
