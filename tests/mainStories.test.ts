import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { roles } from '#shared/roles.ts'

/** The tags of the browser tests that `npm test` runs. */
const tags = new Set(
  globSync('tests/e2e/*.spec.ts')
    .flatMap((file) => readFileSync(file, 'utf8').match(/\btest\('.* @main .*?', async/g) ?? [])
    .flatMap((title) => [...title.matchAll(/@(\w+)/g)].map(([, tag]) => tag)),
)

test('every domain with screens has a main story through the browser, and so has everybody who uses the product', () => {
  const domains = globSync('src/domains/*/{web,family}').map((folder) => folder.split('/')[2])
  expect(domains.filter((domain) => !tags.has(domain))).toEqual([])
  expect([...roles, 'GUARDIAN', 'PAYER'].filter((who) => !tags.has(who))).toEqual([])
})
