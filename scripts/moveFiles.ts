/**
 * `npm run files:move [-- --from URL] [--without-missing]`: copies the files of the installation into the storage that
 * is set with STORAGE_URL, and makes that storage the one of all servers. The files come from DATA_DIR/files, or from
 * the storage at URL. Can be repeated: after an interruption, and for each server that had a folder of its own.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotStart } from '#platform/cannotStart.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { migrate } from '#platform/database/migrate.ts'
import { type MovedFiles, moveFiles } from '#platform/files/moveFiles.ts'
import { type StorageConfig, storageName } from '#platform/files/storage.ts'
import { countWithNoun } from '#shared/plural.ts'
import { operate, say, withOwner } from './operator.ts'

await operate(async () => {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, 'without-missing': { type: 'boolean', default: false } },
  })
  const config = loadConfig(process.env)
  const from = sourceOf(config, values.from)
  const moved = await withOwner(config, async (ownerUrl) => {
    await migrate(ownerUrl, config.secrets)
    return moveFiles(ownerUrl, config, { from, withoutMissing: values['without-missing'], say })
  })
  return report(moved, config, from)
})

/** Returns where the files come from; undefined when they are all in the storage already. */
function sourceOf(config: Config, url: string | undefined): StorageConfig | undefined {
  const { dataDir } = config
  const former =
    url === undefined ? { dataDir, storageUrl: undefined } : loadConfig({ ...process.env, DATA_DIR: dataDir, STORAGE_URL: url })
  if (storageName(former) !== storageName(config))
    return url === undefined && !existsSync(join(dataDir, 'files')) ? undefined : former
  if (url === undefined) return undefined
  throw new CannotStart(`The files are to come from ${storageName(config)}, which is where they are to go.`)
}

function report(moved: MovedFiles, config: Config, from: StorageConfig | undefined): number {
  const { missing, serving, done } = moved
  const place = storageName(config)
  if (missing.length > 0) {
    const where = from === undefined ? place : `${storageName(from)} and not in ${place}`
    const examples = `${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}`
    say(
      `${countWithNoun(missing.length, 'file')} that the database names ${missing.length === 1 ? 'is' : 'are'} not in ${where}: ${examples}`,
    )
  }
  if (!done && missing.length > 0)
    say('Run this on every server that had a folder of its own. If the files are lost, --without-missing goes on without them.')
  else if (!done && serving)
    say('Servers are working. Stop all of them and run this once more: it copies what has come since, and ends.')
  if (done) say(`The files of this installation are in ${place}. Start every server with this STORAGE_URL.`)
  if (done && from !== undefined) say(`Nothing was deleted in ${storageName(from)}: do it when everything works.`)
  const { moved: copied, bytes, there, erasures, removed } = moved
  say(
    `moved ${countWithNoun(copied, 'file')} (${(bytes / 1e6).toFixed(1)} MB) and ${countWithNoun(erasures, 'erasure')}, ${there} were there, ${missing.length} missing, ${removed} removed`,
  )
  return done ? 0 : 1
}
