import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { requireReferencedFiles } from './webBuild.ts'

const root = temporaryFolder('web')

afterAll(() => rmSync(root, { recursive: true, force: true }))

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
