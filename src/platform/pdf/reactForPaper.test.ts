import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Returns what a new process prints, which was given no NODE_ENV. */
function runAlone(code: string): string {
  const { NODE_ENV: _, ...env } = process.env
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], { env, encoding: 'utf8' }).trim()
}

const module = JSON.stringify(new URL('reactForPaper.ts', import.meta.url).href)

test('papers are made of the elements of React’s production build, and the setting is as before', () => {
  // Elements of the development build know whether they were checked.
  const tell = `const { createElement } = await import('react'); console.log('_store' in createElement('p'), process.env.NODE_ENV)`
  expect(runAlone(tell)).toBe('true undefined')
  expect(runAlone(`await import(${module}); ${tell}`)).toBe('false undefined')
})
