import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

/** The version of the backup layout; other versions are not read. */
export const layout = 1

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Of the rows as COPY writes them, before they are compressed. */
  sha256: z.string(),
})

const sequence = z.object({ schema: z.string(), name: z.string(), last: z.string(), called: z.boolean() })

/** The description of a backup; the last part of its file. */
export const manifestShape = z.object({
  product: z.literal('shala'),
  layout: z.literal(layout),
  /** The versions of the product and of PostgreSQL that made it. */
  version: z.string(),
  postgres: z.string(),
  /** The moment of the snapshot. */
  moment: z.iso.datetime({ offset: true }),
  schools: z.number(),
  /** The ids of the secrets that values are sealed under. A backup does not contain the secrets. */
  keys: z.array(z.string()),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(sequence),
  files: z.object({
    /**
     * `folder`: the backup contains the files. `beside`: it contains their keys, and the files are beside it
     * (filesBeside.ts). `bucket`: it contains their keys, and the bucket has its own backup.
     */
    kept: z.enum(['folder', 'beside', 'bucket']),
    count: z.number(),
    bytes: z.number(),
    /** Of all keys and sizes in their order, and of the contents if the backup contains them. */
    sha256: z.string(),
    /** Number of files that somebody removed while the backup was written. */
    missing: z.number(),
  }),
})

export type Manifest = z.output<typeof manifestShape>
export type BackedTable = z.output<typeof table>

/**
 * The tables that a server without a visitor changes, every minute or every ten. They are in a backup, and are no
 * reason for another one: whatever orders a job changes the rows that the job is about as well, and the figures are
 * counted from other rows.
 */
const signsOfLife = new Set(['jobs.job', 'jobs.queue', 'jobs.schedule', 'public.school_figures'])

/** Returns whether a restore of either backup would bring back the same data. */
export function hasSameData(one: Manifest, other: Manifest): boolean {
  return isDeepStrictEqual(dataOf(one), dataOf(other))
}

function dataOf({ tables, migrations, keys, files }: Manifest) {
  return { tables: tables.filter(({ schema, name }) => !signsOfLife.has(`${schema}.${name}`)), migrations, keys, files }
}
