import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SealedObjects } from './sealedObjects.ts'
import { parsePosition, segmentStart, sortableName, type WalPosition } from './walPosition.ts'

/*
 * Layout of BACKUP_URL:
 *   files/<school>/<id>                  an uploaded file
 *   files-gone/<date>                    the files that had been removed when a base copy was made
 *   chains/<chain>/chain                 the database that the chain belongs to
 *   chains/<chain>/secrets               the generated secret and the database's password
 *   chains/<chain>/erasures              DATA_DIR/erasures.csv
 *   chains/<chain>/base/<copy>/000001   a base copy, a tar in parts
 *   chains/<chain>/base/<copy>/list     PostgreSQL's checksums of its files
 *   chains/<chain>/base/<copy>/done     marks the base copy as complete
 *   chains/<chain>/wal/<start>-<end>     the write-ahead log between two positions
 *   chains/<chain>/safe                  the moment up to which the chain is complete
 * A chain is base copies and the log without a gap. A server that cannot continue a chain begins another.
 */

export const chainShape = z.object({
  product: z.literal('shala'),
  layout: z.literal(1),
  systemId: z.string(),
  timeline: z.number(),
  createdAt: z.iso.datetime(),
  /** The major version of PostgreSQL. */
  postgres: z.string(),
  /** The ids of the secrets that values are sealed under. */
  keys: z.array(z.string()),
})
export type Chain = z.output<typeof chainShape>

export const secretsShape = z.object({
  /** The generated secret. A SECRET_KEY that the operator set is not stored. */
  secretKey: z.string().optional(),
  ownerPassword: z.string(),
})

export const safeShape = z.object({ at: z.iso.datetime(), position: z.string() })
export type Safe = z.output<typeof safeShape>

export const baseShape = z.object({
  start: z.string(),
  end: z.string(),
  timeline: z.number(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  parts: z.number(),
  bytes: z.number(),
})

/** A complete base copy. */
export interface Base extends z.output<typeof baseShape> {
  chain: string
  /** The folder of its objects. */
  folder: string
}

export function newChainName(at: Date): string {
  return `${timeName(at)}-${randomBytes(3).toString('hex')}`
}

/** Names a moment as `20261122T100000Z`, because a name with colons cannot be stored in a bucket. */
export function timeName(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Reads the moment at the beginning of a name, in milliseconds. Earlier versions wrote it with colons. */
export function timeOfName(name: string): number {
  return Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))
}

export const chainFolder = (chain: string) => `chains/${chain}`
export const partName = (folder: string, number: number) => `${folder}/${String(number).padStart(6, '0')}`
export const fileName = (key: string) => `files/${key}`

export interface WalPiece {
  name: string
  start: WalPosition
  end: WalPosition
}

export function walName(chain: string, start: WalPosition, end: WalPosition): string {
  return `${chainFolder(chain)}/wal/${sortableName(start)}-${sortableName(end)}`
}

/** Lists the log pieces of a chain in order. */
export async function walPieces(objects: SealedObjects, chain: string): Promise<WalPiece[]> {
  const names = await objects.store.list(`${chainFolder(chain)}/wal`)
  return names.flatMap((name) => {
    const [, start, end] = /\/([0-9a-f]{16})-([0-9a-f]{16})$/.exec(name) ?? []
    return start === undefined || end === undefined ? [] : [{ name, start: BigInt(`0x${start}`), end: BigInt(`0x${end}`) }]
  })
}

export async function chainNames(objects: SealedObjects): Promise<string[]> {
  const names = await objects.store.list('chains')
  return [...new Set(names.flatMap((name) => /^chains\/([^/]+)\//.exec(name)?.[1] ?? []))].toSorted()
}

/** Lists the complete base copies of a chain, oldest first. */
export async function basesOf(objects: SealedObjects, chain: string): Promise<Base[]> {
  const names = await objects.store.list(`${chainFolder(chain)}/base`)
  const bases: Base[] = []
  for (const name of names.filter((name) => name.endsWith('/done'))) {
    const stored = baseShape.parse(await objects.getJson(name))
    bases.push({ ...stored, chain, folder: name.slice(0, -'/done'.length) })
  }
  return bases
}

/** Returns the moment up to which a chain is complete; undefined before its first base copy. */
export async function safeOf(objects: SealedObjects, chain: string): Promise<Safe | undefined> {
  const name = `${chainFolder(chain)}/safe`
  return (await objects.store.has(name)) ? safeShape.parse(await objects.getJson(name)) : undefined
}

/**
 * Returns the log pieces that follow a base copy without a gap. A piece that was written again may lie inside a longer
 * one.
 *
 * @param all sorted by their start
 * @returns an empty list when the log at the start of the base copy is missing
 */
export function piecesFrom(base: Pick<Base, 'start'>, all: readonly WalPiece[]): WalPiece[] {
  let position = segmentStart(parsePosition(base.start))
  let best: WalPiece | undefined
  const pieces: WalPiece[] = []
  for (const piece of [...all, undefined]) {
    if (best && (piece === undefined || piece.start > position)) {
      pieces.push(best)
      position = best.end
      best = undefined
    }
    if (piece === undefined || piece.start > position) break
    if (piece.end > (best?.end ?? position)) best = piece
  }
  return pieces
}
