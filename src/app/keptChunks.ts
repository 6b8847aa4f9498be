import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { globSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Pages that are open load the chunks of their own release for this long. */
const supersededKeepMs = 7 * 24 * 60 * 60 * 1000

/**
 * Returns the folder with the browser side's chunks of all releases that served within a week. A release is a folder of
 * its own, and knows neither the chunks of the one before, which pages that are open load when somebody opens another
 * screen, nor those of the next one, whose pages come while its processes are replaced.
 */
export function keptChunksFolder(dataDir: string): string {
  return join(dataDir, 'web/served')
}

/**
 * Copies the chunks of a built browser side there, before one of its pages is served, and deletes those that were
 * superseded a week ago. Their names contain their hashes, so an existing one is the same.
 *
 * @param built the folder of the built browser side
 * @param now the time in milliseconds
 */
export async function keepChunks(built: string, dataDir: string, now = Date.now()): Promise<void> {
  const folder = keptChunksFolder(dataDir)
  const listFile = join(folder, '../superseded.json')
  const own = new Set(chunksIn(built))
  const present = new Set(chunksIn(folder))
  for (const name of own) {
    if (present.has(name)) continue
    await mkdir(dirname(join(folder, name)), { recursive: true })
    // A start that is killed leaves no half of a file under its name.
    const draft = join(folder, `../draft-${process.pid}`)
    await copyFile(join(built, name), draft)
    await rename(draft, join(folder, name))
  }
  const superseded = await readSuperseded(listFile)
  const kept: Record<string, number> = {}
  for (const name of [...present].filter((chunk) => !own.has(chunk))) {
    const since = superseded[name] ?? now
    if (now - since < supersededKeepMs) kept[name] = since
    else await rm(join(folder, name), { force: true })
  }
  await mkdir(folder, { recursive: true })
  await writeFile(listFile, JSON.stringify(kept))
}

function chunksIn(folder: string): string[] {
  return globSync('assets/**/*', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile())
}

/** Returns since when each superseded chunk has been so, in milliseconds; a list that was cut off begins anew. */
async function readSuperseded(listFile: string): Promise<Record<string, number>> {
  try {
    return JSON.parse(await readFile(listFile, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}
