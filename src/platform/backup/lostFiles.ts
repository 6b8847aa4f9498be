import type pg from 'pg'
import { countWithNoun } from '#shared/plural.ts'
import type { Config } from '../config.ts'
import { filesIn, openStorage, schoolFolders, storageName } from '../files/storage.ts'

type Settings = Pick<Config, 'storageUrl' | 'dataDir'>

/** How many lost files are named. */
const named = 3

/**
 * Returns the sentence for the operator about files that the database names and the storage lacks; undefined when there
 * are none. A file that was removed while the backup was written, or whose bytes are still being sent, is not lost.
 *
 * @param keys the files that were not found while the backup was written
 */
export async function lostFilesSaid(
  owner: pg.ClientBase,
  config: Settings,
  keys: readonly string[],
): Promise<string | undefined> {
  const disk = await openStorage(config)
  const lost: string[] = []
  for (const key of keys) {
    const [school = '', id = ''] = key.split('/')
    await owner.query("select set_config('app.school_id', $1, false)", [school])
    const { rows } = await owner.query<{ purpose: string }>(
      'select purpose from files where school_id = $1 and id = $2 and stored',
      [school, id],
    )
    // Looked for once more, because all bytes are there by the moment when a row says that they are.
    for (const { purpose } of rows) if (!(await disk.exists(key))) lost.push(`${key} (${purpose})`)
  }
  if (lost.length === 0) return undefined
  const examples = `${lost.slice(0, named).join(', ')}${lost.length > named ? ', …' : ''}`
  return `${countWithNoun(lost.length, 'file')} of the database not in ${storageName(config)}, and so not in this backup: ${examples}. Another server may have them in a folder of its own (docs/runbook.md, Where the files lie); otherwise they have to be uploaded again.`
}

/** Returns the keys that are not in the bucket, of lines of key and size. */
export async function missingInBucket(config: Settings, lines: readonly string[]): Promise<string[]> {
  const disk = await openStorage(config)
  const missing = new Set(lines.map((line) => line.slice(0, line.indexOf('\t'))))
  for (const school of await schoolFolders(disk)) for await (const { key } of filesIn(disk, school)) missing.delete(key)
  return [...missing]
}
