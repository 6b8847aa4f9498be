import { expect, test } from 'vitest'
import { getContrastRatio } from '@mui/material/styles'
import { accentFor } from './accent.ts'
import { accentVariables, theme } from './makeTheme.ts'

test('an accent changes only the variables of the primary colour, in light and dark mode', () => {
  const sheets = accentVariables('#0b6e4f')
  const values = (scheme: string) =>
    Object.assign(
      {},
      ...sheets.flatMap((sheet) =>
        Object.entries(sheet)
          .filter(([selector]) => selector.includes(scheme))
          .map(([, found]) => found),
      ),
    )
  expect(values('light')['--mui-palette-primary-main']).toBe('#0b6e4f')
  expect(values('dark')['--mui-palette-primary-main']).toBe(accentFor('#0b6e4f', 'dark'))
  const names = sheets.flatMap((sheet) => Object.values(sheet).flatMap(Object.keys))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !/primary/i.test(name))).toEqual([])
})

test('the text of a dark page’s button is readable on hover too', () => {
  const { primary, error } = theme.colorSchemes?.dark?.palette ?? {}
  for (const color of [primary, error])
    for (const ground of [color?.main, color?.dark])
      expect(getContrastRatio(ground ?? '#000', '#1e1e1e')).toBeGreaterThanOrEqual(4.5)
})
