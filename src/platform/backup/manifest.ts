import { z } from 'zod'

/** The version of the layout of a backup; another one is not read. */
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

/** What a backup says of itself; the last part of the file. */
export const manifestShape = z.object({
  product: z.literal('shala'),
  layout: z.literal(layout),
  /** The product's, and the PostgreSQL's that it was made of. */
  version: z.string(),
  postgres: z.string(),
  /** The moment of which everything is. */
  moment: z.iso.datetime({ offset: true }),
  schools: z.number(),
  /** The ids of the secrets that values are sealed under; the secrets are not in a backup. */
  keys: z.array(z.string()),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(sequence),
  files: z.object({
    /** `folder`: the bytes are in the backup. `bucket`: only the keys are, and the bucket has a backup of its own. */
    kept: z.enum(['folder', 'bucket']),
    count: z.number(),
    bytes: z.number(),
    /** Of all keys, sizes and contents in their order. */
    sha256: z.string(),
    /** Removed by somebody while the backup was written. */
    missing: z.number(),
  }),
})

export type Manifest = z.output<typeof manifestShape>
export type BackedTable = z.output<typeof table>
