import { createHash } from 'node:crypto'
import { CannotStart } from '../cannotStart.ts'
import { knownMigrations } from '../database/migrate.ts'
import { keyId, knownKeys, type Secrets } from '../secretKeys.ts'
import { readArchive } from './archive.ts'
import { hashing } from './backup.ts'
import { layout, type Manifest, manifestShape } from './manifest.ts'
import { nameOf } from './snapshot.ts'

/**
 * Reads a whole backup and compares it with its manifest. Writes nothing.
 *
 * @throws CannotStart when it was changed or cut off, or this version cannot restore it
 */
export async function verifyBackup(path: string, backupKey: string | undefined): Promise<Manifest> {
  const manifest = await readWholeBackup(path, backupKey)
  refuseOtherMigrations(manifest)
  return manifest
}

/**
 * Reads a whole backup of any version, also of a release whose migrations a reload has run under this process.
 *
 * @throws CannotStart when it was changed or cut off
 */
export async function readWholeBackup(path: string, backupKey: string | undefined): Promise<Manifest> {
  const hashes = new Map<string, string>()
  const files = { count: 0, bytes: 0, hash: createHash('sha256') }
  let text = ''
  await readArchive(path, backupKey, {
    table: async (name, rows) => {
      const hash = createHash('sha256')
      for await (const chunk of rows) hash.update(chunk as Buffer)
      hashes.set(name, hash.digest('hex'))
    },
    file: async (key, size, bytes) => {
      files.count += 1
      files.bytes += size
      files.hash.update(`${key}\t${size}\n`)
      for await (const _ of hashing(bytes, files.hash)) continue
    },
    manifest: (json) => {
      text = json
    },
  })
  const manifest = manifestOf(text)
  const changed = manifest.tables.filter((table) => hashes.get(nameOf(table)) !== table.sha256).map(nameOf)
  const { kept } = manifest.files
  const sha256 = kept === 'folder' ? files.hash.digest('hex') : hashes.get(kept)
  if (manifest.files.sha256 !== sha256) changed.push('the uploaded files')
  if (changed.length > 0) throw new CannotStart(`The backup was changed or is damaged: ${changed.join(', ')}.`)
  return manifest
}

function manifestOf(text: string): Manifest {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new CannotStart('The backup is damaged: its manifest cannot be read.')
  }
  const version = (json as { layout?: unknown }).layout
  if (typeof version === 'number' && version > layout)
    throw new CannotStart('The backup was made by a newer version of Shala. Restore it with that version or a later one.')
  const parsed = manifestShape.safeParse(json)
  if (!parsed.success) throw new CannotStart('The backup is damaged: its manifest is not as it must be.')
  return parsed.data
}

function refuseOtherMigrations({ migrations, version }: Manifest): void {
  const known = new Map(knownMigrations().map(({ name, checksum }) => [name, checksum]))
  const newer = migrations.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (newer.length > 0)
    throw new CannotStart(
      `The backup was made by a newer version of Shala (${version}, with ${newer.join(', ')}). Restore it with that version or a later one.`,
    )
  const other = migrations.filter(({ name, checksum }) => known.get(name) !== checksum).map(({ name }) => name)
  if (other.length > 0) throw new CannotStart(`The backup was made with other migrations of the same name: ${other.join(', ')}.`)
}

/** Returns the ids of the secrets that a backup needs and that are not set. */
export function missingKeys({ keys }: Manifest, secrets: Secrets): string[] {
  const known = new Set(knownKeys(secrets).map(keyId))
  return keys.filter((id) => !known.has(id))
}
