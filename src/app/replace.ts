import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { CannotStart } from '#platform/cannotStart.ts'
import { explain } from './explain.ts'
import type { ServingProcesses } from './supervise.ts'

interface Given {
  /** The owner's address of the database, which the new code may migrate. */
  ownerUrl: string
  withoutWeb: boolean
  processes: ServingProcesses
  say(text: string): void
  /** Told what came of it, each time: null where all were replaced. */
  over(replaced: { times: number; trouble: string | null }): void
}

/**
 * Makes what replaces the serving processes by ones from the code on disk: that code migrates and builds first. Asked again meanwhile, it
 * does so once more after that, for what has come to the disk since.
 */
export function replaceServing({ ownerUrl, withoutWeb, processes, say, over }: Given): () => void {
  let asked = 0
  let running: Promise<void> | undefined

  async function replace(): Promise<void> {
    for (let times = 0; times < asked; ) {
      times = asked
      say('Replacing the serving processes …')
      const trouble = await all().then(
        () => null,
        (error: unknown) => explain(error),
      )
      say(trouble === null ? 'The serving processes were replaced.' : `The serving processes go on as they were: ${trouble}`)
      over({ times, trouble })
    }
  }

  async function all(): Promise<void> {
    await prepare(ownerUrl, withoutWeb)
    await processes.replace()
  }

  return () => {
    asked += 1
    running ??= replace().finally(() => {
      running = undefined
    })
  }
}

/** In a process of its own, which loads the code that is on disk now. */
async function prepare(ownerUrl: string, withoutWeb: boolean): Promise<void> {
  const said: Buffer[] = []
  const child = spawn(process.execPath, [join(import.meta.dirname, 'prepare.ts'), ...(withoutWeb ? ['--without-web'] : [])], {
    env: { ...process.env, DATABASE_URL: ownerUrl },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  child.stderr.on('data', (part: Buffer) => said.push(part))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new CannotStart(Buffer.concat(said).toString('utf8').trim())
}
