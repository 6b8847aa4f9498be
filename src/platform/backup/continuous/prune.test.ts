import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromNow } from '#tests/moments.ts'
import { hourMs, type WrittenChain, writeChain } from '#tests/writtenChain.ts'
import { basesOf, chainFolder, fileName, partName, piecesFrom, safeOf, walPieces } from './chain.ts'
import type { ObjectStore } from './objectStore.ts'
import { prune } from './prune.ts'
import { SealedObjects } from './sealedObjects.ts'
import { segmentSize, showPosition } from './walPosition.ts'

const keepMs = 7 * 24 * hourMs

class MemoryStore implements ObjectStore {
  readonly objects = new Map<string, Buffer>()
  /** After so many removals the store cannot be reached any more. */
  removals = Infinity

  async put(name: string, bytes: Buffer): Promise<void> {
    this.objects.set(name, bytes)
  }

  async get(name: string): Promise<Buffer> {
    const found = this.objects.get(name)
    if (!found) throw new Error(`There is no ${name}.`)
    return found
  }

  async has(name: string): Promise<boolean> {
    return this.objects.has(name)
  }

  async list(folder: string): Promise<string[]> {
    return [...this.objects.keys()].filter((name) => name.startsWith(`${folder}/`)).toSorted()
  }

  async remove(name: string): Promise<void> {
    if (this.removals === 0) throw new Error('The store is away.')
    this.removals -= 1
    this.objects.delete(name)
  }
}

const newStore = () => {
  const store = new MemoryStore()
  return { store, objects: new SealedObjects(store, undefined) }
}

/**
 * Returns, for each moment, the base copy that a restore to it starts from and how far the log leads; what is not whole
 * counts for nothing.
 */
async function restorable(objects: SealedObjects, chain: string, moments: readonly number[]): Promise<(string | null)[]> {
  const pieces = await walPieces(objects, chain)
  const bases = await basesOf(objects, chain)
  for (const name of ['chain', 'secrets', 'erasures', 'safe'])
    if (!(await objects.store.has(`${chainFolder(chain)}/${name}`))) return moments.map(() => null)
  const reached: (string | null)[] = []
  for (const moment of moments) {
    const base = bases.filter(({ endedAt }) => Date.parse(endedAt) <= moment).at(-1)
    const needed = base ? [partName(base.folder, 1), partName(base.folder, 2), `${base.folder}/list`] : []
    const there = await Promise.all(needed.map((name) => objects.store.has(name)))
    reached.push(base && !there.includes(false) ? `${base.folder} to ${piecesFrom(base, pieces).at(-1)?.end}` : null)
  }
  return reached
}

const pruneFor = (objects: SealedObjects, own: string) =>
  basesOf(objects, own).then(async (bases) => {
    await prune(objects, { session: { chain: own, bases }, files: undefined, keepMs })
    return bases
  })

const places = (segments: number) =>
  fc.uniqueArray(fc.integer({ min: 0, max: segments - 1 }), { maxLength: 6 }).map((all) => all.toSorted((a, b) => a - b))

const writtenChain = (name: string): fc.Arbitrary<WrittenChain> =>
  fc.integer({ min: 1, max: 400 }).chain((segments) =>
    fc.record({
      name: fc.constant(name),
      endedHoursAgo: fc.integer({ min: 0, max: 400 }),
      segments: fc.constant(segments),
      bases: places(segments),
      interrupted: places(segments),
    }),
  )

const own = '20260101T000000Z-aaaaaa'
const other = '20260201T000000Z-bbbbbb'
const day = 24

/** A chain of 40 days with a base copy a day, that goes on. */
const longChain: WrittenChain = {
  name: own,
  endedHoursAgo: 0,
  segments: 40 * day,
  bases: Array.from({ length: 40 }, (_, place) => place * day),
  interrupted: [3 * day + 5, 38 * day + 5],
}

describe('pruning never removes what a restore to a moment of the kept days needs', () => {
  test('the newest moment and every moment of the kept days is restored from the same base copy and log as before', async () => {
    await fc.assert(
      fc.asyncProperty(writtenChain(own), writtenChain(other), async (mine, foreign) => {
        const now = fromNow(0).getTime()
        const { objects } = newStore()
        await writeChain(objects, mine, now)
        await writeChain(objects, foreign, now)
        const moments = Array.from({ length: 170 }, (_, hour) => now - hour * hourMs).filter((at) => at > now - keepMs)
        const before = await restorable(objects, own, moments)
        const foreignBefore = await restorable(objects, other, moments)
        const kept = await pruneFor(objects, own)
        expect(await restorable(objects, own, moments)).toEqual(before)
        expect(kept).toEqual(await basesOf(objects, own))
        if (foreign.endedHoursAgo < 7 * day) expect(await restorable(objects, other, moments)).toEqual(foreignBefore)
      }),
      { numRuns: 40 },
    )
  })

  test('an installation that stood still for a year keeps its only base copy, and the log from there on', async () => {
    const now = fromNow(0).getTime()
    const { objects } = newStore()
    await writeChain(objects, { ...longChain, endedHoursAgo: 365 * day, bases: [0, 20 * day], interrupted: [] }, now)
    await pruneFor(objects, own)
    const [base, ...more] = await basesOf(objects, own)
    expect(more).toEqual([])
    expect(await restorable(objects, own, [now])).toEqual([`${base?.folder} to ${segmentSize * BigInt(40 * day + 1)}`])
  })

  test('a chain without a whole base copy loses nothing', async () => {
    const { store, objects } = newStore()
    await writeChain(objects, { ...longChain, bases: [] }, fromNow(0).getTime())
    const before = [...store.objects.keys()]
    await pruneFor(objects, own)
    expect([...store.objects.keys()]).toEqual(before)
  })

  test('a base copy that is still being written stays', async () => {
    const { store, objects } = newStore()
    await writeChain(objects, { ...longChain, interrupted: [5 * day + 5, 39 * day + 5] }, fromNow(0).getTime())
    await pruneFor(objects, own)
    const folders = new Set((await store.list(`${chainFolder(own)}/base`)).map((name) => name.slice(0, name.lastIndexOf('/'))))
    expect([...folders].filter((folder) => !store.objects.has(`${folder}/done`))).toHaveLength(1)
  })
})

describe('pruning removes what nothing needs', () => {
  test('base copies before the one that reaches the first kept day, the log before it, and interrupted copies', async () => {
    const { store, objects } = newStore()
    await writeChain(objects, longChain, fromNow(0).getTime())
    await pruneFor(objects, own)
    const bases = await basesOf(objects, own)
    // Seven kept days, and the copy before them.
    expect(bases).toHaveLength(8)
    const folders = new Set((await store.list(`${chainFolder(own)}/base`)).map((name) => name.slice(0, name.lastIndexOf('/'))))
    expect(folders.size).toBe(8)
    const [first] = await walPieces(objects, own)
    expect(showPosition((first?.start ?? 0n) + 100n)).toBe(bases[0]?.start)
  })

  test('another chain goes as a whole once its last moment is before the kept days, and not earlier', async () => {
    const now = fromNow(0).getTime()
    for (const [endedHoursAgo, stays] of [
      [7 * day - 1, true],
      [7 * day + 1, false],
    ] as const) {
      const { store, objects } = newStore()
      await writeChain(objects, longChain, now)
      await writeChain(objects, { ...longChain, name: other, endedHoursAgo }, now)
      await pruneFor(objects, own)
      expect((await store.list(chainFolder(other))).length > 0).toBe(stays)
      expect((await safeOf(objects, other)) !== undefined).toBe(stays)
    }
  })

  test.each([
    ['of the own chain', { segments: 20 * day, bases: [0, day, 19 * day] }, { endedHoursAgo: 0 }],
    ['of an old chain', { segments: 1, bases: [0] }, { endedHoursAgo: 30 * day }],
  ])('interrupted at any removal %s, it leaves no base copy that looks whole and is not', async (_, mine, foreign) => {
    const now = fromNow(0).getTime()
    for (let removals = 0; removals < 16; removals += 1) {
      const { store, objects } = newStore()
      await writeChain(objects, { ...longChain, interrupted: [], ...mine }, now)
      await writeChain(objects, { ...longChain, interrupted: [], segments: day, bases: [0, 1], name: other, ...foreign }, now)
      store.removals = removals
      await expect(pruneFor(objects, own)).rejects.toThrow('away')
      for (const name of [own, other])
        for (const base of await basesOf(objects, name))
          expect((await store.list(base.folder)).length, `${base.folder} after ${removals}`).toBe(4)
    }
  })
})

describe('uploaded files', () => {
  const files = (there: string[], copied: string[]) => {
    const inBackup = new Set(copied)
    return {
      copied: () => inBackup,
      keys: async () => there,
      remove: async (key: string) => void inBackup.delete(key),
    }
  }
  const pruneFiles = (objects: SealedObjects, stored: ReturnType<typeof files>) =>
    prune(objects, { session: { chain: own, bases: [] }, files: stored, keepMs })
  const noteGone = (objects: SealedObjects, hoursAgo: number, keys: string[]) =>
    objects.putJson(`files-gone/${fromNow(-hoursAgo * hourMs).toISOString()}`, keys)

  test('stay for the kept days after they were removed, then go', async () => {
    const { store, objects } = newStore()
    const stored = files(['7/there'], ['7/there', '7/gone'])
    await store.put(fileName('7/there'), Buffer.from('photo'))
    await pruneFiles(objects, stored)
    expect([...stored.copied()]).toEqual(['7/there', '7/gone'])
    expect(await store.list('files-gone')).toHaveLength(1)
    await noteGone(objects, 7 * day - 1, ['7/gone'])
    await pruneFiles(objects, stored)
    expect([...stored.copied()]).toEqual(['7/there', '7/gone'])
    await noteGone(objects, 7 * day + 1, ['7/gone'])
    await pruneFiles(objects, stored)
    expect([...stored.copied()]).toEqual(['7/there'])
  })

  test('that are there again, after a restore, stay whatever was noted', async () => {
    const { objects } = newStore()
    const stored = files(['7/back'], ['7/back'])
    await noteGone(objects, 30 * day, ['7/back'])
    await pruneFiles(objects, stored)
    expect([...stored.copied()]).toEqual(['7/back'])
    expect(await objects.store.list('files-gone')).toEqual([])
  })
})
