import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { reconcileOrders } from '#domains/onlinefees/server/orderJobs.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { Database } from '#platform/database/connect.ts'
import { payuClient } from '#platform/payu/client.ts'
import { type Fault, type GatewayStandIn, startGatewayStandIn } from '#development/standIns/gateway.ts'
import { type Count, count } from './count.ts'
import { callbackDoors } from './doors.ts'
import { type MortalServer, mortalServer } from './mortalServer.ts'
import { addPayingFamilies } from './payingFamilies.ts'
import { play, type Scene } from './payers.ts'
import { planOf } from './plan.ts'
import { type Chance, chanceOf } from './random.ts'

export interface OnlineRun {
  seed: number
  orders: number
  /** True to kill the server at random moments. */
  kills: boolean
  /** Lifetime of the gateway's page in milliseconds; the run waits for the last one. */
  dropAfter: number
  /** URLs of a migrated, empty database for its owner and the server's role, and the installation's secret. */
  ownerUrl: string
  appUrl: string
  secretKey: string
  /** An empty folder. */
  dataDir: string
  say(text: string): void
}

/** Number of families that pay concurrently. */
const payers = 12
/** Orders per family. Orders per link and hour are limited. */
const ordersOfFamily = 6
/**
 * Plays orders with every fault against the real server and a stand-in gateway, lets the nightly job repair the rest,
 * and compares the gateway's books with the school's.
 */
export async function runOnline(run: OnlineRun): Promise<Count> {
  const { seed, orders, kills, say } = run
  const database = new Database(run.appUrl, { onError: () => undefined, connections: 4 })
  const config = loadConfig({ DATA_DIR: run.dataDir, SECRET_KEY: run.secretKey, DATABASE_URL: run.ownerUrl })
  const online = await addPayingFamilies(database, config, Math.max(6, Math.ceil(orders / ordersOfFamily)))
  const gateway = await startGatewayStandIn({
    saltOf: async (key) => online.merchants.get(key)?.salt,
    dropAfter: run.dropAfter,
    pendingFor: 1500,
    late: 800,
  })
  let server: MortalServer | undefined
  try {
    server = await mortalServer({
      DATABASE_URL: run.ownerUrl,
      SECRET_KEY: run.secretKey,
      DATA_DIR: run.dataDir,
      PAYU_URL: gateway.url,
    })
    const doors = callbackDoors(server, gateway)
    const scene: Scene = { online, server, gateway, doors, problems: doors.problems, cash: { taken: 0, refused: 0 } }
    const trouble = new AbortController()
    const faults = [
      troubleGateway(gateway, chanceOf(seed, -1), trouble.signal),
      ...(kills ? [killServer(server, chanceOf(seed, -2), trouble.signal)] : []),
    ]
    let begun = 0
    let ended = 0
    const line = async () => {
      while (begun < orders) {
        const nth = begun++
        await play(scene, planOf(seed, nth, kills)).catch((error: unknown) => {
          scene.problems.push(`Order ${nth} broke off: ${String(error)}`)
        })
        ended += 1
        if (ended % 100 === 0) say(`${ended} of ${orders} orders, ${server?.kills()} kills`)
      }
    }
    await Promise.all(Array.from({ length: payers }, line))
    await doors.arrived()
    trouble.abort()
    await Promise.all(faults)
    gateway.setFault('none')
    await server.up()
    await heal(run, database, gateway, config)
    const late = chanceOf(seed, -3)
    for (const { form } of gateway.transactions())
      if (late.of100(15)) doors.send(await gateway.callback(form.txnid), { after: late.whole(0, 500), to: 'return' })
    await doors.arrived()
    const counted = await count(run.ownerUrl, database, gateway.transactions())
    counted.wrong.push(...scene.problems, ...server.errors().map((text) => `The server logged: ${text}`))
    if (counted.orders !== orders) counted.wrong.push(`${counted.orders} orders are stored, ${orders} were made.`)
    const { arrived, lost } = doors.counts
    say(
      `${server.kills()} kills, ${arrived} callbacks arrived and ${lost} were lost, ${scene.cash.taken} payments in cash meanwhile`,
    )
    return counted
  } finally {
    await server?.stop()
    await gateway.stop()
    await database.close()
  }
}

const faultsOfGateway: readonly Fault[] = ['down', 'garbage', 'reset', 'noDetails', 'undecided', 'silent']

/** Makes the gateway unavailable, or return invalid responses, for periods. */
async function troubleGateway(gateway: GatewayStandIn, chance: Chance, signal: AbortSignal): Promise<void> {
  while (await pause(chance.whole(1500, 4000), signal)) {
    gateway.setFault(chance.pick(faultsOfGateway))
    await pause(chance.whole(200, 1500), signal)
    gateway.setFault('none')
  }
}

async function killServer(server: MortalServer, chance: Chance, signal: AbortSignal): Promise<void> {
  while (await pause(chance.whole(3000, 9000), signal)) await server.kill()
}

/** Pauses; returns false when aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal }).catch(() => false)
}

/**
 * Simulates the passing of time: no page is open any more, an hour is over, and the nightly job runs. A second run must
 * find nothing to do.
 */
async function heal({ ownerUrl, say }: OnlineRun, database: Database, gateway: GatewayStandIn, config: Config): Promise<void> {
  while (gateway.transactions().some(({ state }) => state === 'open' || state === 'pending')) await sleep(200)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  // One moment for all rows, because a cluster accepts no expression per row here.
  await owner.query("update online_orders set created_at = now() - interval '1 hour'").finally(() => owner.end())
  const parts = { database, services: { config, payu: payuClient(gateway.url) } }
  const first = await reconcileOrders(parts)
  const second = await reconcileOrders(parts)
  say(`the nightly job asked about ${first.asked} orders and healed ${first.changed}`)
  if (second.changed > 0) throw new Error(`The nightly job changed ${second.changed} orders when it ran again.`)
}
