import { chainFolder, partName, walName } from '#platform/backup/continuous/chain.ts'
import type { SealedObjects } from '#platform/backup/continuous/sealedObjects.ts'
import { segmentSize, showPosition, sortableName } from '#platform/backup/continuous/walPosition.ts'

export const hourMs = 3_600_000

/** A chain with one segment per hour, the oldest first. */
export interface WrittenChain {
  name: string
  /** Number of hours since its last segment. */
  endedHoursAgo: number
  segments: number
  /** Segments after which a base copy was made. */
  bases: readonly number[]
  /** Segments after which a base copy was started and not finished. */
  interrupted: readonly number[]
}

/** Writes a chain as a server would have, without the content of the copies and the log. */
export async function writeChain(objects: SealedObjects, chain: WrittenChain, now: number): Promise<void> {
  const folder = chainFolder(chain.name)
  const timeOf = (segment: number) => now - (chain.endedHoursAgo + chain.segments - segment) * hourMs
  const positionOf = (segment: number) => segmentSize * BigInt(segment + 1)
  await objects.putJson(`${folder}/chain`, {
    product: 'shala',
    layout: 1,
    systemId: '1',
    timeline: 1,
    createdAt: new Date(timeOf(0)).toISOString(),
    postgres: '18',
    keys: [],
  })
  await objects.putJson(`${folder}/secrets`, { ownerPassword: 'password' })
  await objects.put(`${folder}/erasures`, Buffer.from(''))
  for (let segment = 0; segment < chain.segments; segment += 1)
    await objects.store.put(walName(chain.name, positionOf(segment), positionOf(segment + 1)), Buffer.from('log'))
  const copies = [...chain.bases.map((at) => ({ at, whole: true })), ...chain.interrupted.map((at) => ({ at, whole: false }))]
  for (const { at, whole } of copies) {
    const startedAt = new Date(timeOf(at) + (whole ? 0 : 60_000))
    const base = `${folder}/base/${sortableName(positionOf(at))}-${startedAt.toISOString().replace(/\D/g, '')}`
    for (const part of [1, 2]) await objects.store.put(partName(base, part), Buffer.from('part'))
    if (!whole) continue
    await objects.store.put(`${base}/list`, Buffer.from('list'))
    await objects.putJson(`${base}/done`, {
      start: showPosition(positionOf(at) + 100n),
      end: showPosition(positionOf(at) + 5000n),
      timeline: 1,
      startedAt: startedAt.toISOString(),
      endedAt: new Date(timeOf(at) + 600_000).toISOString(),
      parts: 2,
      bytes: 8,
    })
  }
  await objects.putJson(`${folder}/safe`, {
    at: new Date(timeOf(chain.segments)).toISOString(),
    position: showPosition(positionOf(chain.segments)),
  })
}
