import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { type S3Server, startS3Server } from '#tests/s3Server.ts'
import { openObjectStore, storeTrouble } from './objectStore.ts'

const folder = temporaryFolder('object-store')
let bucket: S3Server

beforeAll(async () => {
  bucket = await startS3Server()
})
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each([
  ['a folder', () => pathToFileURL(join(folder, 'with space')).href],
  ['a bucket over HTTP', () => bucket.url],
])('BACKUP_URL as %s', (_, address) => {
  test('stores whole objects under their names until they are removed', async () => {
    const store = await openObjectStore(address())
    const bytes = Buffer.from([0xff, 0x00, 0x0a, 0x41])
    await store.put('chains/one/chain', bytes)
    await store.put('chains/one/chain', Buffer.concat([bytes, bytes]))
    expect(await store.get('chains/one/chain')).toEqual(Buffer.concat([bytes, bytes]))
    expect(await Promise.all(['chains/one/chain', 'chains/one', 'chains/two/chain'].map((name) => store.has(name)))).toEqual([
      true,
      false,
      false,
    ])
    await expect(store.get('chains/two/chain')).rejects.toThrow()
    await store.remove('chains/one/chain')
    await store.remove('chains/one/chain')
    expect(await store.has('chains/one/chain')).toBe(false)
  })

  test('lists all objects below a folder, over many pages, and none of a folder whose name only starts the same', async () => {
    const store = await openObjectStore(address())
    const names = Array.from({ length: 35 }, (_, place) => `files/7/${String(place).padStart(3, '0')}`)
    for (const name of names.toReversed()) await store.put(name, Buffer.from(name))
    await store.put('files-gone/20261122T100000Z', Buffer.from('[]'))
    expect(await store.list('files')).toEqual(names)
    expect(await store.list('files-gone')).toEqual(['files-gone/20261122T100000Z'])
    expect(await store.list('nothing')).toEqual([])
  })
})

describe('a failing bucket is reported in words, without its key', () => {
  test.each([
    ['a key that is not known', (url: string) => url.replace('//key:', '//other:'), 'InvalidAccessKeyId'],
    ['a bucket that is not there', (url: string) => url.replace('/shala?', '/nothing?'), 'NoSuchBucket'],
    ['nobody listens', (url: string) => url.replace(/:\d+\//, ':9/'), 'ECONNREFUSED'],
  ])('%s', async (_, changed, code) => {
    const store = await openObjectStore(changed(bucket.url))
    for (const request of [() => store.put('name', Buffer.from('bytes')), () => store.list('chains'), () => store.get('name')]) {
      const error: unknown = await request().catch((failure: unknown) => failure)
      expect(storeTrouble(error)).toBe(code)
    }
  })
})
