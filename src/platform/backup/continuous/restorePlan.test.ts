import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { fromNow } from '#tests/moments.ts'
import { type WrittenChain, writeChain } from '#tests/writtenChain.ts'
import { openObjectStore } from './objectStore.ts'
import { planRestore } from './restoreContinuous.ts'
import { SealedObjects } from './sealedObjects.ts'
import { showPosition, segmentSize } from './walPosition.ts'

const folder = temporaryFolder('restore-plan')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const older: WrittenChain = { name: '20260101T000000Z-aaaaaa', endedHoursAgo: 0, segments: 10, bases: [0, 5], interrupted: [] }
const newer: WrittenChain = { ...older, name: '20260201T000000Z-bbbbbb' }

async function planOf(name: string, chains: readonly WrittenChain[], change?: (objects: SealedObjects) => Promise<void>) {
  const backupUrl = pathToFileURL(join(folder, name)).href
  const objects = new SealedObjects(await openObjectStore(backupUrl), undefined)
  for (const chain of chains) await writeChain(objects, chain, fromNow(0).getTime())
  await change?.(objects)
  return (await planRestore({ backupUrl, backupKey: undefined, chain: undefined, until: undefined }, () => undefined)).plan
}

describe('a restore starts from the newest base copy whose log is there', () => {
  test('of a backup that ended in peace, the last one', async () => {
    const plan = await planOf('peace', [older])
    expect(plan.base.start).toBe(showPosition(segmentSize * 6n + 100n))
    expect(plan.pieces.at(-1)?.end).toBe(segmentSize * 11n)
  })

  test('not from one that was finished in the last moment, before the log that belongs to it', async () => {
    const plan = await planOf('last-moment', [{ ...older, bases: [0, 5, 10] }])
    expect(plan.base.start).toBe(showPosition(segmentSize * 6n + 100n))
    expect(plan.pieces.at(-1)?.end).toBe(segmentSize * 11n)
  })

  test('of the chain before, where the new one has not got so far', async () => {
    const begun = { ...newer, segments: 0, bases: [0] }
    const plan = await planOf('begun', [{ ...older, endedHoursAgo: 1 }, begun], (objects) =>
      objects.store.remove(`chains/${newer.name}/safe`),
    )
    expect(plan.chain).toBe(older.name)
  })

  test('where the log of every base copy has a gap, it says so', async () => {
    const planned = planOf('gap', [older], async (objects) => {
      for (const name of (await objects.store.list(`chains/${older.name}/wal`)).slice(0, 6)) await objects.store.remove(name)
    })
    await expect(planned).rejects.toThrow('A part of the log is missing')
  })
})
