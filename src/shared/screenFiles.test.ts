import { expect, test } from 'vitest'
import { screenList, screenPages } from './screenFiles.ts'

const page = `<head><title>$&</title>${screenList({ '/fees': ['a.js', 'a.css'], '/students/:id': ['b.js'] })}</head>`
const withTags = (tags: string) => `<head><title>$&</title>${tags}</head>`

test.each([
  ['/fees', '<link rel="modulepreload" crossorigin href="/a.js"><link rel="preload" as="style" crossorigin href="/a.css">'],
  ['/fees/', '<link rel="modulepreload" crossorigin href="/a.js"><link rel="preload" as="style" crossorigin href="/a.css">'],
  ['/students/12', '<link rel="modulepreload" crossorigin href="/b.js">'],
  ['/students', ''],
  ['/', ''],
])('the page of %s preloads the files of its screen', (path, tags) => {
  expect(screenPages(page)(path)).toBe(withTags(tags))
})

test('a page whose files are on the device waits for the style sheets', () => {
  expect(screenPages(page, 'rel="stylesheet"')('/fees')).toBe(
    withTags('<link rel="modulepreload" crossorigin href="/a.js"><link rel="stylesheet" crossorigin href="/a.css">'),
  )
})

test('a page without the list stays as it is', () => {
  expect(screenPages('<head></head>')('/fees')).toBe('<head></head>')
})
