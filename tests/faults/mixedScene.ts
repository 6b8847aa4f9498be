import { setTimeout as sleep } from 'node:timers/promises'
import { signer } from '#scripts/signer.ts'
import { loadConfig } from '#platform/config.ts'
import { freePort } from '#platform/freePort.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { runningEmbedded } from '#platform/database/embedded.ts'
import { startProvidersStandIn } from '#development/standIns/messageProviders.ts'
import { asOwner } from '../asOwner.ts'
import { type Asked, nothingAsked, personOf } from './asking.ts'
import { databaseClock, giveUpMessages } from './lookOlder.ts'
import { settingsOf } from './messages.ts'
import { compareMessages, type MessagesCount } from './messagesCount.ts'
import { reconcile, type Reconciled } from './mixedCount.ts'
import { type Acknowledged, nothingAcknowledged, type Staff, turnsOf } from './mixedLoad.ts'
import { type MixedSchool, mixedSchool } from './mixedSchool.ts'
import { type MortalServer, mortalServer } from './mortalServer.ts'
import { chanceOf, type Chance } from './random.ts'
import type { StoppableDatabase } from './stoppableDatabase.ts'
import { lostBrowsers, lostSince } from './renderers.ts'

export type Turn = keyof ReturnType<typeof turnsOf>

export interface SceneOptions {
  seed: number
  /** Number of serving processes. */
  processes: number
  /** Number of students in a legacy import. */
  legacy: number
  /** Data folder. The server starts its own PostgreSQL on it, with synchronous commits. */
  dataDir: string
  /** A migrated, empty database to use instead of an own one. */
  database?: Pick<StoppableDatabase, 'ownerUrl' | 'appUrl' | 'secretKey'>
  /** Additional settings of the server. */
  settings?: Record<string, string>
  /** True to backdate, at the end, what a dead process left, instead of waiting until it is taken over. */
  hurry?: boolean
  /** Lifetime of everybody's tokens; an hour by default. */
  signedIn?: string
}

/** A server with its own database, a school, and the people who work there. */
export interface MixedScene {
  server: MortalServer
  ownerUrl(): string
  /**
   * Returns when its database last started. That is the checkpointer's start and not the postmaster's, which lives on
   * when the crash of one of its processes makes it restart the others.
   */
  databaseSince(): Promise<string>
  school: MixedSchool
  staff: Staff
  /** Returns a token of a person. */
  sign(subject: string): Promise<string>
  /** One turn of each kind of work. */
  turns: ReturnType<typeof turnsOf>
  known: Acknowledged
  asked: Asked
  /**
   * Repeats these turns with about this many milliseconds between them until stopped; stopping waits for the last
   * responses.
   */
  crowd(part: number, people: readonly (readonly [turn: Turn, pause: number])[]): { stop(): Promise<void> }
  /** Compares everything acknowledged with what is stored. Nobody may be working meanwhile. */
  reconcile(over: boolean): Promise<Reconciled>
  /**
   * Waits until background work is finished and the providers have sent all webhooks; then returns the messages'
   * results.
   */
  settle(): Promise<MessagesCount>
  /** Stops the scene. Violations are added to `asked.wrong`. */
  stop(): Promise<void>
}

/** SECRET_KEY of a server with its own database. */
export const ownSecret = 'the secret of a run of faults, which keeps nothing secret'

/** Starts the server on an empty folder, or on one of an earlier start, and fills its school. */
export async function mixedScene({ seed, dataDir, database, ...options }: SceneOptions): Promise<MixedScene> {
  const port = await freePort()
  const providers = await startProvidersStandIn({
    appUrl: `http://127.0.0.1:${port}`,
    pace: 100,
    most: Number.POSITIVE_INFINITY,
  })
  const lost = await lostBrowsers()
  const secretKey = database?.secretKey ?? ownSecret
  const settings = {
    ...settingsOf(providers),
    SECRET_KEY: secretKey,
    DATA_DIR: dataDir,
    PROCESSES: String(options.processes),
    ...(database ? { DATABASE_URL: database.ownerUrl } : {}),
    ...options.settings,
  }
  const server = await mortalServer(settings, port)
  const asked = nothingAsked()
  const known = nothingAcknowledged()
  const ownerUrl = () => {
    const url = database?.ownerUrl ?? runningEmbedded(dataDir)
    if (url === undefined) throw new Error('The database is not there.')
    return url
  }
  const school = await schoolOf({ dataDir, secretKey, ownerUrl: ownerUrl() })
  const sign = await signer(ownerUrl(), server.url, options.signedIn)
  const staff = await staffOf(server.url, sign, school, asked)
  const turns = turnsOf(school, staff, known, options)

  async function waiting(): Promise<number> {
    const [row] = await asOwner<{ left: number }>(
      ownerUrl(),
      'select ((select count(*) from message_queue) + (select count(*) from background_tasks))::int as left',
    )
    return (row?.left ?? 0) + providers.sms.waiting() + providers.whatsapp.waiting()
  }

  return {
    server,
    ownerUrl,
    school,
    staff,
    sign,
    turns,
    known,
    asked,
    databaseSince: async () => {
      const [row] = await asOwner<{ since: string }>(
        ownerUrl(),
        "select backend_start::text as since from pg_stat_activity where backend_type = 'checkpointer'",
      )
      return row?.since ?? ''
    },
    crowd: (part, people) => {
      const over = new AbortController()
      const failed: unknown[] = []
      const work = people.map(([turn, pause], nth) =>
        again(turns[turn], pause, chanceOf(seed, 1000 * (part + 1) + nth), over.signal).catch((error: unknown) => {
          failed.push(error)
        }),
      )
      return {
        stop: async () => {
          over.abort()
          await Promise.all(work)
          if (failed.length > 0) throw failed[0]
        },
      }
    },
    reconcile: (over) => reconcile({ ownerUrl: ownerUrl(), appUrl: appUrl(ownerUrl(), secretKey) }, school, known, over),
    settle: async () => {
      for (const end = AbortSignal.timeout(240_000); (await waiting()) > 0; await sleep(200)) {
        if (options.hurry) await giveUpOldMessages(ownerUrl())
        if (!end.aborted) continue
        asked.wrong.push('Not everything that was ordered has come to its end.')
        break
      }
      return compareMessages(ownerUrl(), providers, { kills: server.kills(), wrong: [] })
    },
    stop: async () => {
      await server.stop()
      if ((await lostSince(lost)) > 0) asked.wrong.push('A browser was left behind.')
      const unexpected = server.errors().filter((text) => text.includes('"unexpected"'))
      asked.wrong.push(...unexpected.slice(0, 5).map((text) => `The server logged: ${text}`))
      await providers.stop()
    },
  }
}

async function again(
  turn: (chance: Chance) => Promise<unknown>,
  pause: number,
  chance: Chance,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await turn(chance)
    await sleep(chance.whole(0, 2 * pause), undefined, { signal }).catch(() => undefined)
  }
}

/** Makes messages due that no process can still be handing over, because a stand-in answers immediately. */
async function giveUpOldMessages(ownerUrl: string): Promise<void> {
  const now = await databaseClock(ownerUrl)
  await giveUpMessages(ownerUrl, new Date(now.getTime() - 3500))
}

async function schoolOf({
  dataDir,
  secretKey,
  ownerUrl,
}: Record<'dataDir' | 'secretKey' | 'ownerUrl', string>): Promise<MixedSchool> {
  const database = new Database(appUrl(ownerUrl, secretKey), { onError: () => undefined, connections: 2 })
  try {
    return await mixedSchool(database, loadConfig({ DATA_DIR: dataDir, SECRET_KEY: secretKey, DATABASE_URL: ownerUrl }), ownerUrl)
  } finally {
    await database.close()
  }
}

async function staffOf(
  url: string,
  sign: (subject: string) => Promise<string>,
  { school, turned, superadmin }: MixedSchool,
  asked: Asked,
): Promise<Staff> {
  const as = async (subject = '', { id } = school) => personOf(url, id, await sign(subject), asked)
  return {
    clerk: await as(school.subjects.fees),
    admin: await as(school.subjects.admin),
    superadmin: await as(superadmin),
    turning: await as(superadmin, turned),
  }
}
