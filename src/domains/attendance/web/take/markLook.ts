import type { Mark } from '#shared/marks.ts'

/** Of each mark, the palette's colour: green, red, amber; the letter is always there, the colour is never alone. */
export const markColor = { P: 'success', A: 'error', L: 'warning' } as const satisfies Record<Mark, string>

/** The round letter of a mark. */
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
