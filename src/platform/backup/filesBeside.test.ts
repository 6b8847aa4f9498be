import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { FilesBeside } from './filesBeside.ts'

const root = temporaryFolder('files-beside')
const backupKey = 'a key of backups that nobody else has'
let folder = ''
let storage = ''

beforeEach(() => {
  folder = join(root, randomUUID())
  storage = join(folder, 'storage')
  mkdirSync(join(storage, '7'), { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function upload(bytes: string): string {
  const key = `7/${randomUUID()}`
  writeFileSync(join(storage, key), bytes)
  return key
}

/** Copies these files as a backup does, and removes what is not needed any more. A key of null does not encrypt. */
async function backUp(keys: readonly string[], moment: Date, oldestKept: Date, key: string | null = backupKey) {
  const beside = new FilesBeside(folder, key ?? undefined)
  for (const name of keys) await beside.copy(name, join(storage, name))
  await beside.removeUnnamed(moment, oldestKept)
}

async function stored(key: string, ownKey: string = backupKey): Promise<string | undefined> {
  const bytes = await new FilesBeside(folder, ownKey).read(key)
  return bytes && (await buffer(bytes)).toString()
}

const day = (date: number) => new Date(Date.UTC(2026, 10, date))

describe('the files beside the backups', () => {
  test('are copied once, encrypted, and never overwritten', async () => {
    const key = upload('the bytes of a photo')
    await backUp([key], day(1), day(1))
    const [copies = ''] = readdirSync(folder).filter((name) => name.startsWith('files'))
    expect(readFileSync(join(folder, copies, key), 'latin1').slice(0, 8)).toBe('SHALABK1')
    writeFileSync(join(storage, key), 'other bytes')
    await backUp([key], day(2), day(1))
    expect(await stored(key)).toBe('the bytes of a photo')
  })

  test('a file that is gone and was never copied is missing, and one that was copied is not', async () => {
    const key = upload('a photo')
    const beside = new FilesBeside(folder, backupKey)
    expect(await beside.copy(`7/${randomUUID()}`, join(storage, '7/none'))).toBe(false)
    expect(await beside.copy(key, join(storage, key))).toBe(true)
    rmSync(join(storage, key))
    expect(await new FilesBeside(folder, backupKey).copy(key, join(storage, key))).toBe(true)
  })

  test('stay as long as a kept backup may name them', async () => {
    const [removed, left] = [upload('removed on the third'), upload('left')]
    await backUp([removed, left], day(1), day(1))
    await backUp([removed, left], day(2), day(1))
    await backUp([left], day(3), day(1))
    expect(await stored(removed)).toBe('removed on the third')
    await backUp([left], day(4), day(2))
    expect(await stored(removed)).toBe('removed on the third')
    await backUp([left], day(5), day(3))
    expect([await stored(removed), await stored(left)]).toEqual([undefined, 'left'])
  })

  test('begin anew with another key, so that the old one is not needed', async () => {
    const key = upload('a photo')
    await backUp([key], day(1), day(1))
    const next = `${backupKey}, the next`
    await backUp([key], day(2), day(1), next)
    expect([await stored(key), await stored(key, next)]).toEqual(['a photo', 'a photo'])
    await backUp([key], day(3), day(1), null)
    expect(readFileSync(join(folder, 'files', key), 'utf8')).toBe('a photo')
  })

  test('a copy that was cut off is made again', async () => {
    const key = upload('a photo')
    mkdirSync(join(folder, 'files/7'), { recursive: true })
    writeFileSync(join(folder, `files/${key}.part`), 'a ph')
    await backUp([key], day(1), day(1), null)
    expect(readFileSync(join(folder, 'files', key), 'utf8')).toBe('a photo')
    expect(existsSync(join(folder, `files/${key}.part`))).toBe(false)
  })
})
