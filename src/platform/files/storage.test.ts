import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { storageKey, openStorage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'shala-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = storageKey(7, '0b9b2f0e-6a43-4f53-9a55-0d8a6c1f7a10')
const bytes = Buffer.from([0xff, 0xd8, 0x00, 0x41])

describe('files in a folder', () => {
  test.each([
    ['of the installation', { dataDir: folder, storageUrl: undefined }, join(folder, 'files')],
    [
      'of its own',
      { dataDir: '/nowhere', storageUrl: pathToFileURL(join(folder, 'with space')).href },
      join(folder, 'with space'),
    ],
  ])('%s', async (_, place, where) => {
    const disk = await openStorage(place)
    await disk.put(key, bytes)
    expect(readFileSync(join(where, key)).equals(bytes)).toBe(true)
    expect((await buffer(await disk.getStream(key))).equals(bytes)).toBe(true)
    await disk.delete(key)
    expect(await disk.exists(key)).toBe(false)
    await expect(disk.delete(key)).resolves.toBeUndefined()
  })
})

describe('files in a bucket', () => {
  test('of any S3: signed requests, the bucket in the path', async () => {
    const objects = new Map<string, Buffer>()
    const seen: string[] = []
    const server = createServer(async (request, response) => {
      const [, user, region] = /Credential=([^/]+)\/\d+\/([^/]+)/.exec(request.headers.authorization ?? '') ?? []
      const path = decodeURIComponent(new URL(request.url ?? '', 'http://s3').pathname)
      seen.push(`${request.method} ${path} ${user} ${region}`)
      const body = await buffer(request)
      const stored = objects.get(path)
      if (request.method === 'PUT') objects.set(path, body)
      if (request.method === 'DELETE') objects.delete(path)
      const found = request.method === 'PUT' || request.method === 'DELETE' || stored !== undefined
      response.writeHead(found ? 200 : 404, { 'content-length': stored?.length ?? 0 })
      response.end(request.method === 'GET' ? stored : undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const disk = await openStorage({
      dataDir: folder,
      storageUrl: `s3://key:se%2Fcret@127.0.0.1:${port}/shala?region=ap-south-1&tls=off`,
    })
    await disk.put(key, bytes, { contentType: 'image/jpeg' })
    expect(objects.get(`/shala/${key}`)?.equals(bytes)).toBe(true)
    expect(await disk.exists(key)).toBe(true)
    expect((await buffer(await disk.getStream(key))).equals(bytes)).toBe(true)
    await disk.delete(key)
    expect([objects.size, await disk.exists(key)]).toEqual([0, false])
    expect(seen[0]).toBe(`PUT /shala/${key} key ap-south-1`)
    server.closeAllConnections()
    server.close()
  })
})

describe('the setting STORAGE_URL', () => {
  const env = { SECRET_KEY: 'a secret of 32 characters or more' }

  test.each([
    's3://host',
    's3://key:secret@host/',
    's3://host/a/b',
    's3:///bucket',
    'file://host/folder',
    'file:///',
    'ftp://host/x',
    'x',
  ])('%s names no place', (STORAGE_URL) => {
    expect(() => loadConfig({ ...env, STORAGE_URL })).toThrow(/^The setting STORAGE_URL must /)
  })

  test.each([
    's3://key:secret@s3.example.com:9000/bucket?tls=off',
    's3://s3.ap-south-1.amazonaws.com/bucket/',
    'file:///srv/files',
  ])('%s does', (STORAGE_URL) => {
    expect(loadConfig({ ...env, STORAGE_URL }).storageUrl).toBe(STORAGE_URL)
  })
})
