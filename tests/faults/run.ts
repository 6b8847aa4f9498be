/**
 * `npm run faults -- online [--orders N] [--seed N] [--no-kills]`, `-- attendance [--saves N] [--stops N] [--seed N]` `-- documents [--orders N] [--kills N] [--seed N]` or
 * `-- messages [--messages N] [--kills N] [--seed N]`: everything goes wrong, and the books agree; exits 1 when not.
 */
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../scripts/temporaryFolder.ts'
import { showMoney } from '../../src/shared/money.ts'
import { runAttendance } from './attendance.ts'
import { runDocuments } from './documents.ts'
import { runMessages } from './messages.ts'
import { runOnline } from './online.ts'
import { type StoppableDatabase, stoppableDatabase } from './stoppableDatabase.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ orders: { type: 'string' }, seed: { type: 'string' }, 'no-kills': { type: 'boolean' } },
    ...{ saves: { type: 'string' }, stops: { type: 'string' }, kills: { type: 'string' } },
    messages: { type: 'string' },
  },
})
const seed = Number(values.seed ?? randomInt(1, 1_000_000_000))
const [saves, stops] = [Number(values.saves ?? 100), Number(values.stops ?? 12)]
const kills = Number(values.kills ?? (positionals[0] === 'messages' ? 50 : 10))
const most = Number(values.messages ?? 10_000)
const orders = Number(values.orders ?? (positionals[0] === 'documents' ? 20 : 1000))
const runs: Readonly<Record<string, (database: StoppableDatabase, dataDir: string) => Promise<readonly string[]>>> = {
  online,
  attendance,
  documents,
  messages,
}
const run = runs[positionals[0] ?? '']
if (!run || !(orders > 0 && saves > 0 && most > 0 && stops >= 0 && kills >= 0) || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run faults -- online [--orders N] [--seed N] [--no-kills]')
  console.error('       npm run faults -- attendance [--saves N] [--stops N] [--seed N]')
  console.error('       npm run faults -- documents [--orders N] [--kills N] [--seed N]')
  console.error('       npm run faults -- messages [--messages N] [--kills N] [--seed N]')
  process.exit(1)
}

const dataDir = temporaryFolder('faults')
const server = await stoppableDatabase(dataDir)
try {
  say(`seed ${seed}`)
  const wrong = await run(server, join(dataDir, 'server'))
  for (const one of wrong.slice(0, 30)) say(one)
  // The last line of a run of messages is what became of them.
  if (run !== messages || wrong.length > 0) say(`wrong ${wrong.length}`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function online({ ownerUrl, appUrl, secretKey }: StoppableDatabase, folder: string): Promise<readonly string[]> {
  const counted = await runOnline({
    ...{ seed, orders, kills: !values['no-kills'], ownerUrl, appUrl },
    ...{ dropAfter: 12_000, secretKey, dataDir: folder, say },
  })
  const states = Object.entries(counted.states).map(([state, number]) => `${state} ${number}`)
  say(states.toSorted().join(', '))
  const { receipts, surplus, charges, received, posted } = counted
  say(`on receipts ${showMoney(receipts)}, left for staff ${showMoney(surplus)}, service charge and GST ${showMoney(charges)}`)
  say(`orders ${counted.orders}, money received ${showMoney(received)}, posted ${showMoney(posted)}`)
  return counted.wrong
}

async function attendance(
  { ownerUrl, appUrl, secretKey, stopOnce }: StoppableDatabase,
  folder: string,
): Promise<readonly string[]> {
  const counted = await runAttendance({
    ...{ seed, saves, stops, ownerUrl, appUrl, secretKey },
    ...{ dataDir: folder, stopDatabase: stopOnce, say },
  })
  say(`registers acknowledged ${counted.saves}, sent again ${counted.resent} times`)
  say(`polls ${counted.polls}, told that the database is away ${counted.away}; it was stopped ${counted.stops} times`)
  return counted.wrong
}

async function documents(
  { ownerUrl, appUrl, secretKey, stopOnce }: StoppableDatabase,
  folder: string,
): Promise<readonly string[]> {
  const counted = await runDocuments({
    ...{ seed, orders, kills, hurry: false, ownerUrl, appUrl, secretKey },
    ...{ dataDir: folder, stopDatabase: () => stopOnce('hard'), say },
  })
  const { done, givenUp, starts, mails, mailsFailed } = counted
  say(`reports ordered ${counted.orders}, done ${done}, given up ${givenUp}, begun ${starts} times`)
  say(`mails ${mails}, of ${mailsFailed} it is said that they may not have gone out`)
  say(`killed: the server ${counted.kills.server} times, the browser ${counted.kills.browser} times`)
  return counted.wrong
}

async function messages({ ownerUrl, appUrl, secretKey }: StoppableDatabase, folder: string): Promise<readonly string[]> {
  const counted = await runMessages({
    ...{ seed, messages: most, kills, servers: 2, hurry: false, ownerUrl, appUrl, secretKey, dataDir: folder, say },
  })
  const { queued, sent, twice, lost, unknown, unknownTaken, failed, fallbacks } = counted
  say(`killed ${counted.kills} times, ${fallbacks} went by SMS after WhatsApp could not deliver, failed in words ${failed}`)
  say(`of those that are unknown a provider took ${unknownTaken}`)
  say(`queued ${queued}, sent ${sent}, twice ${twice}, lost ${lost}, unknown ${unknown}`)
  return counted.wrong
}
