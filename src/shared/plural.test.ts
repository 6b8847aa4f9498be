import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countWithNoun } from './plural.ts'

test('one row is "1 row" and not "1 rows"', () => {
  expect(countWithNoun(1, 'row')).toBe('1 row')
  expect(countWithNoun(0, 'row')).toBe('0 rows')
  expect(countWithNoun(120_000, 'row')).toBe('1,20,000 rows')
  expect(countWithNoun(2, 'category', 'categories')).toBe('2 categories')
})

/** Matches a length in front of a plural noun, which shows "1 rows" for a single row. */
const lengthWithPlural =
  /\.length\)?\} (?:rows|students|sections|files|receipts|registers|families|books|pages|lectures|days|orders|schools)\b/

test('no text shows a length with a plural noun without a case for one', () => {
  const root = join(import.meta.dirname, '../..')
  const found = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.ts$|generated/.test(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .filter((line) => lengthWithPlural.test(line) && !/=== [01]|\bone \?|found\.length/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
