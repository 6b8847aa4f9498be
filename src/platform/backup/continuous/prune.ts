import { type Base, basesOf, chainFolder, chainNames, safeOf, timeName, timeOfName, walPieces } from './chain.ts'
import type { SealedObjects } from './sealedObjects.ts'
import type { BackupSession } from './session.ts'
import type { UploadedFiles } from './uploadedFiles.ts'
import { parsePosition, segmentStart } from './walPosition.ts'

interface Pruned {
  session: Pick<BackupSession, 'chain' | 'bases'>
  files: Pick<UploadedFiles, 'copied' | 'keys' | 'remove'> | undefined
  keepMs: number
}

const goneFolder = 'files-gone'

/** Removes objects that no restore to a moment of the kept days needs. */
export async function prune(objects: SealedObjects, { session, files, keepMs }: Pruned): Promise<void> {
  const keepFrom = new Date(Date.now() - keepMs)
  for (const chain of await chainNames(objects)) {
    const own = chain === session.chain
    const safe = await safeOf(objects, chain)
    const bases = await basesOf(objects, chain)
    // Another chain that is being written, or was never complete, stays until its last moment is old.
    const lastMoment = safe?.at ?? bases.at(-1)?.endedAt
    const last = lastMoment === undefined ? timeOfName(chain) : Date.parse(lastMoment)
    if (!own && last < keepFrom.getTime()) await removeAll(objects, chainFolder(chain))
    else await pruneChain(objects, chain, neededBases(bases, keepFrom))
    if (own) session.bases.splice(0, session.bases.length, ...neededBases(bases, keepFrom))
  }
  if (files) await pruneFiles(objects, files, keepFrom)
}

/** Returns the base copies of the kept days and the one before them, which the first of these days is restored from. */
export function neededBases(bases: readonly Base[], keepFrom: Date): Base[] {
  const isOld = (base: Base) => Date.parse(base.endedAt) < keepFrom.getTime()
  const before = bases.filter(isOld).at(-1)
  return bases.filter((base) => base === before || !isOld(base))
}

async function pruneChain(objects: SealedObjects, chain: string, needed: readonly Base[]): Promise<void> {
  const [first] = needed
  if (!first) return
  const folders = new Set(needed.map(({ folder }) => folder))
  for (const name of marksFirst(await objects.store.list(`${chainFolder(chain)}/base`))) {
    const folder = name.slice(0, name.lastIndexOf('/'))
    // A copy without its mark that is newer than every complete one may still be written.
    if (!folders.has(folder) && folder < (needed.at(-1)?.folder ?? '')) await objects.store.remove(name)
  }
  const from = segmentStart(parsePosition(first.start))
  for (const piece of await walPieces(objects, chain)) if (piece.end <= from) await objects.store.remove(piece.name)
}

/** Removes files that were removed from the installation before the kept days, if they are still gone. */
async function pruneFiles(objects: SealedObjects, files: NonNullable<Pruned['files']>, keepFrom: Date): Promise<void> {
  const present = new Set(await files.keys())
  const gone = [...files.copied()].filter((key) => !present.has(key))
  for (const name of await objects.store.list(goneFolder)) {
    if (timeOfName(name.slice(goneFolder.length + 1)) >= keepFrom.getTime()) continue
    const removedKeys = (await objects.getJson(name)) as string[]
    for (const key of removedKeys) if (gone.includes(key)) await files.remove(key)
    await objects.store.remove(name)
  }
  if (gone.length > 0) await objects.putJson(`${goneFolder}/${timeName(new Date())}`, gone)
}

async function removeAll(objects: SealedObjects, folder: string): Promise<void> {
  for (const name of marksFirst(await objects.store.list(folder))) await objects.store.remove(name)
}

/**
 * Sorts the completion marks first. A copy that is half removed must not have its mark, or it would count as complete.
 */
function marksFirst(names: readonly string[]): string[] {
  return names.toSorted((left, right) => Number(right.endsWith('/done')) - Number(left.endsWith('/done')))
}
