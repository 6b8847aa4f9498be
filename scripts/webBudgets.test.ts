import { describe, expect, it } from 'vitest'
import type { Rolldown } from 'vite'
import { budgets, overBudget, packageOf } from './webBudgets.ts'

/** A chunk of random code of so many kB after gzip, to which a character of 94 is 0.83 bytes. */
function chunk(kB: number): Rolldown.OutputChunk {
  const code = Array.from({ length: kB * 1200 }, () => String.fromCharCode(33 + Math.floor(Math.random() * 94))).join('')
  const modules = {
    '/shala/node_modules/@base-ui/react/dialog.js': { renderedLength: kB * 700 },
    '/shala/src/ui/kit/Button.tsx': { renderedLength: kB * 300 },
  }
  return { type: 'chunk', code, modules } as never
}

const bundle = (kB: number) => ({ 'assets/a.js': chunk(kB) }) as Rolldown.OutputBundle
const pages = { '/attendance': ['assets/a.js', 'icon.svg'] }

describe('the budget of a first visit', () => {
  it('lets a screen through that keeps it', () => {
    expect(overBudget(pages, bundle(100))).toEqual([])
  })

  it('names a screen that does not, with what it loads', () => {
    const [sentence, ...others] = overBudget(pages, bundle((budgets['/attendance'] ?? 0) * 2))
    expect(others).toEqual([])
    expect(sentence).toMatch(/^\/attendance: \d+ kB, budget \d+\. .*: @base-ui\/react \d+, shala \d+$/)
  })

  it('lets another language have some more', () => {
    const kB = (budgets['/attendance'] ?? 0) - 1
    const inMarathi = (size: number) => ({ 'assets/a.js': chunk(kB), 'assets/mr-1/a.js': chunk(size) }) as Rolldown.OutputBundle
    expect(overBudget(pages, inMarathi(kB + 5), 'assets/mr-1')).toEqual([])
    expect(overBudget(pages, inMarathi(kB + 40), 'assets/mr-1')).toEqual([
      expect.stringMatching(/^\/attendance in assets\/mr-1: /),
    ])
  })

  it('counts a module for its innermost package', () => {
    expect(packageOf('/x/node_modules/a/node_modules/@b/c/index.js')).toBe('@b/c')
    expect(packageOf('/x/src/ui/brand.ts')).toBe('shala')
  })
})
