import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { requireReferencedFiles, publishWeb } from './webBuild.ts'

const root = temporaryFolder('web')
const folder = join(root, 'web')
const day = 24 * 60 * 60 * 1000

afterAll(() => rmSync(root, { recursive: true, force: true }))

function publish(files: Record<string, string>, at: number): void {
  const draft = join(root, 'draft')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(draft, name)), { recursive: true })
    writeFileSync(join(draft, name), text)
  }
  publishWeb(draft, folder, at)
  rmSync(draft, { recursive: true })
}

const parts = () => readdirSync(join(folder, 'assets')).sort()

test('keeps the chunks of the previous build for a week, but not its pages', () => {
  publish({ 'index.html': 'one', 'old.svg': 'x', 'assets/fees-1.js': '1', 'assets/same-0.js': '0' }, 0)
  // It was in use for a month: the week begins when it is superseded.
  publish({ 'index.html': 'two', 'assets/fees-2.js': '2', 'assets/same-0.js': '0' }, 30 * day)
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('two')
  expect(existsSync(join(folder, 'old.svg'))).toBe(false)
  expect(parts()).toEqual(['fees-1.js', 'fees-2.js', 'same-0.js'])
  publish({ 'index.html': 'three', 'assets/fees-3.js': '3', 'assets/same-0.js': '0' }, 36 * day)
  expect(parts()).toEqual(['fees-1.js', 'fees-2.js', 'fees-3.js', 'same-0.js'])
  publish({ 'index.html': 'four', 'assets/fees-3.js': '3', 'assets/same-0.js': '0' }, 38 * day)
  expect(parts()).toEqual(['fees-2.js', 'fees-3.js', 'same-0.js'])
})

test('keeps a superseded chunk that a later build contains again', () => {
  publish({ 'index.html': 'five', 'assets/fees-2.js': '2' }, 42 * day)
  publish({ 'index.html': 'six', 'assets/fees-6.js': '6' }, 60 * day)
  expect(parts()).toEqual(['fees-2.js', 'fees-6.js'])
})

test('fails when a referenced file is missing', () => {
  const built = join(root, 'named')
  const write = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(built, name)), { recursive: true })
      writeFileSync(join(built, name), text)
    }
  }
  write({
    'screens.json': JSON.stringify({ '/': ['assets/a.js'], '/lcidcard': ['assets/a.js'] }),
    'index.html':
      '<link rel="modulepreload" href="/assets/a.js"><link href="https://example.org/x.css"><script src="/assets/a.js">',
    'manifest.webmanifest': JSON.stringify({ icons: [{ src: '/icon.svg' }] }),
    'assets/a.js': '',
    'icon.svg': '',
  })
  expect(() => requireReferencedFiles(built)).not.toThrow()
  write({
    'screens.json': JSON.stringify({ '/': ['assets/a.js'], '/lcidcard': ['assets/gone.js'] }),
    'family.html': '<script src="/assets/family.js">',
    'manifest.webmanifest': JSON.stringify({ icons: [{ src: '/icon-192.png' }] }),
  })
  expect(() => requireReferencedFiles(built)).toThrow(
    /\/lcidcard names assets\/gone\.js\nfamily\.html names assets\/family\.js\nmanifest\.webmanifest names icon-192\.png/,
  )
})
