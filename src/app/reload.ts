import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { CannotStart } from '#platform/cannotStart.ts'
import { explainStartupError } from './explainStartupError.ts'
import { entryOfRelease } from './release.ts'
import type { ServingProcesses } from './supervise.ts'

interface ReloadOptions {
  /** The owner's database URL, because the new code may migrate. */
  ownerUrl: string
  withoutWeb: boolean
  processes: ServingProcesses
  say(text: string): void
  /** Called after each reload; `trouble` is null when all processes were replaced. */
  onFinished(replaced: { times: number; trouble: string | null }): void
}

/**
 * Returns a function that replaces the serving processes with new ones of the release that the link names by then. Its
 * code migrates and builds first. A request during a reload starts one more afterwards, for a release that the link has
 * named since.
 */
export function createReload({ ownerUrl, withoutWeb, processes, say, onFinished }: ReloadOptions): () => void {
  let requested = 0
  let running: Promise<void> | undefined

  async function replace(): Promise<void> {
    for (let times = 0; times < requested; ) {
      times = requested
      say('Replacing the serving processes …')
      const trouble = await prepareAndReplace().then(
        () => null,
        (error: unknown) => explainStartupError(error),
      )
      say(trouble === null ? 'The serving processes were replaced.' : `The serving processes go on as they were: ${trouble}`)
      onFinished({ times, trouble })
    }
  }

  async function prepareAndReplace(): Promise<void> {
    const entry = entryOfRelease()
    await prepare(dirname(entry), ownerUrl, withoutWeb)
    await processes.replace(entry)
  }

  return () => {
    requested += 1
    running ??= replace().finally(() => {
      running = undefined
    })
  }
}

/** Runs the release's `prepare.ts` in its own process. */
async function prepare(folder: string, ownerUrl: string, withoutWeb: boolean): Promise<void> {
  const stderr: Buffer[] = []
  const child = spawn(process.execPath, [join(folder, 'prepare.ts'), ...(withoutWeb ? ['--without-web'] : [])], {
    env: { ...process.env, DATABASE_URL: ownerUrl },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new CannotStart(Buffer.concat(stderr).toString('utf8').trim())
}
