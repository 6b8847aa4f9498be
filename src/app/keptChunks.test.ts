import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { registerWebFiles } from '#platform/http/webFiles.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { inLanguage, languages } from '#shared/languages.ts'
import { keepChunks, keptChunksFolder } from './keptChunks.ts'

const root = temporaryFolder('chunks')
const day = 24 * 60 * 60 * 1000

afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Makes a release with these files and returns the folder of its browser side. */
function release(name: string, files: Record<string, string>): string {
  const folder = join(root, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const kept = (dataDir: string) => globSync('**/*.js', { cwd: join(keptChunksFolder(dataDir), 'assets') }).toSorted()

test('keeps the chunks of the release before for a week from when it is superseded, and nothing but chunks', async () => {
  const data = join(root, 'week')
  const one = release('one', { 'index.html': 'one', 'assets/fees-1.js': '1', 'assets/hi/same-0.js': '0' })
  const two = release('two', { 'index.html': 'two', 'assets/fees-2.js': '2', 'assets/hi/same-0.js': '0' })
  await keepChunks(one, data, 0)
  await keepChunks(two, data, 30 * day)
  expect(kept(data)).toEqual(['fees-1.js', 'fees-2.js', 'hi/same-0.js'])
  expect(existsSync(join(keptChunksFolder(data), 'index.html'))).toBe(false)
  await keepChunks(two, data, 36 * day)
  expect(kept(data)).toContain('fees-1.js')
  await keepChunks(two, data, 38 * day)
  expect(kept(data)).toEqual(['fees-2.js', 'hi/same-0.js'])
})

test('a release that is gone back to is not superseded', async () => {
  const data = join(root, 'back')
  const old = release('old', { 'assets/a-1.js': '1' })
  const next = release('next', { 'assets/a-2.js': '2' })
  await keepChunks(old, data, 0)
  await keepChunks(next, data, 1 * day)
  await keepChunks(old, data, 2 * day)
  await keepChunks(old, data, 8.5 * day)
  await keepChunks(next, data, 8.6 * day)
  expect(kept(data)).toEqual(['a-1.js', 'a-2.js'])
})

test('a list or a copy that a killed start cut off does no harm', async () => {
  const data = join(root, 'cut')
  const built = release('cut-release', { 'assets/a-1.js': 'whole' })
  mkdirSync(keptChunksFolder(data), { recursive: true })
  writeFileSync(join(data, 'web/superseded.json'), '{"assets/a')
  writeFileSync(join(data, 'web/draft-1'), 'who')
  await keepChunks(built, data, 0)
  expect(readFileSync(join(keptChunksFolder(data), 'assets/a-1.js'), 'utf8')).toBe('whole')
})

test('a process of the old release serves the chunks of the new one, and the new one those of the old', async () => {
  const data = join(root, 'served')
  const pages = (of: string) =>
    Object.fromEntries(
      languages.flatMap((language) =>
        ['index.html', 'family.html', 'family-home.html'].map((page) => [inLanguage(page, language), of]),
      ),
    )
  const [before, after] = ['before', 'after'].map((of) =>
    release(of, {
      ...pages(of),
      'screens.json': '{}',
      'sw.js.br': '',
      [`assets/${of}.js`]: of,
      [`assets/${of}.js.br`]: `${of}, small`,
    }),
  ) as [string, string]
  await keepChunks(before, data)
  const app = Fastify()
  onTestFinished(() => app.close())
  await registerWebFiles(app, before, keptChunksFolder(data))
  const get = async (url: string, encoding = 'identity') => {
    const { statusCode, body, headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } })
    return { statusCode, body, cache: headers['cache-control'], type: headers['content-type'] }
  }
  expect((await get('/assets/after.js')).statusCode).toBe(404)
  await keepChunks(after, data)
  const script = { statusCode: 200, cache: 'public, max-age=31536000, immutable', type: expect.stringContaining('javascript') }
  expect(await get('/assets/after.js')).toEqual({ ...script, body: 'after' })
  expect(await get('/assets/after.js', 'br')).toEqual({ ...script, body: 'after, small' })
  expect(await get('/assets/before.js', 'br')).toEqual({ ...script, body: 'before, small' })
  for (const path of ['/superseded.json', '/assets/../../superseded.json', '/assets/..%2f..%2fsuperseded.json'])
    expect((await get(path)).body).not.toContain('before.js')
})
