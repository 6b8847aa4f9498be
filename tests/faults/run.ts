/** `npm run faults -- online [--orders N] [--seed N] [--no-kills]`: everything goes wrong, and the books agree; exits 1 when not. */
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../scripts/temporaryFolder.ts'
import { appUrl } from '../../src/platform/database/connect.ts'
import { startEmbedded } from '../../src/platform/database/embedded.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { showMoney } from '../../src/shared/money.ts'
import { runOnline } from './online.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { orders: { type: 'string' }, seed: { type: 'string' }, 'no-kills': { type: 'boolean' } },
})
const [orders, seed] = [Number(values.orders ?? 1000), Number(values.seed ?? randomInt(1, 1_000_000_000))]
if (positionals[0] !== 'online' || !(orders > 0) || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run faults -- online [--orders N] [--seed N] [--no-kills]')
  process.exit(1)
}

const secretKey = 'the secret of a run of faults, which keeps nothing secret'
const dataDir = temporaryFolder('faults')
const server = await startEmbedded({ dataDir, log: () => undefined })
try {
  await migrate(server.ownerUrl, secretKey)
  say(`seed ${seed}`)
  const counted = await runOnline({
    ...{ seed, orders, kills: !values['no-kills'], ownerUrl: server.ownerUrl, appUrl: appUrl(server.ownerUrl, secretKey) },
    ...{ dropAfter: 12_000, secretKey, dataDir: join(dataDir, 'server'), say },
  })
  for (const one of counted.wrong.slice(0, 30)) say(one)
  const states = Object.entries(counted.states).map(([state, number]) => `${state} ${number}`)
  say(states.toSorted().join(', '))
  const { receipts, surplus, charges, received, posted, wrong } = counted
  say(`on receipts ${showMoney(receipts)}, left for staff ${showMoney(surplus)}, service charge and GST ${showMoney(charges)}`)
  say(`orders ${counted.orders}, money received ${showMoney(received)}, posted ${showMoney(posted)}, wrong ${wrong.length}`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
