import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownDocuments } from '#app/ownDocuments.ts'
import { schema } from '#app/schema.ts'
import { preparedDocuments } from '#platform/graphql/preparedDocuments.ts'

const root = join(import.meta.dirname, '..')

/** The texts of all documents that the screens send, by name. */
async function textsOfScreens(): Promise<Map<string, string>> {
  const files = globSync(['src/domains/*/{web,family}/**/*.graphql.ts', 'src/ui/**/*.graphql.ts'], { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
  const texts = new Map<string, string>()
  for (const exported of modules.flatMap((module) => Object.values(module)))
    if (typeof exported === 'object' && exported !== null && 'text' in exported && 'name' in exported)
      texts.set(String(exported.name), String(exported.text))
  return texts
}

test('the server knows every document of the screens, and refuses none', async () => {
  const texts = await textsOfScreens()
  expect(texts.size).toBeGreaterThan(400)
  const own = ownDocuments()
  expect(own.size).toBe(texts.size)
  const documents = preparedDocuments(schema, { production: true })
  for (const [name, text] of texts) {
    expect(own.has(createHash('sha256').update(text).digest('base64url')), name).toBe(true)
    expect(documents.prepare(text), name).toHaveProperty('document')
  }
})

/** A staff budget of 20,000 units must serve any screen many times a minute. */
test('no document of the screens takes more than a twentieth of a minute’s budget', async () => {
  const documents = preparedDocuments(schema, { production: true })
  const works = [...(await textsOfScreens())].map(([name, text]) => {
    const prepared = documents.prepare(text)
    return { name, units: 'work' in prepared ? prepared.work.units : Infinity }
  })
  expect(works.filter(({ units }) => units > 1000)).toEqual([])
})
