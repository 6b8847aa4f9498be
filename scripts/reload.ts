/**
 * `npm run reload`: has the server of this data folder and port replace its serving processes by ones that run the code
 * on disk, and waits for the result. No request is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { readPidFile } from '#app/pidFile.ts'
import { loadConfig } from '#platform/config.ts'

const config = loadConfig(process.env)
const server = readPidFile(config)
if (server === undefined) {
  console.error(
    `No server of the data folder ${config.dataDir} runs on port ${config.port} with more than one serving process. Start it with npm start; DATA_DIR and PORT say which one is meant.`,
  )
  process.exit(1)
}
process.kill(server.pid, 'SIGHUP')
console.log('The serving processes are being replaced, one after the other …')
// The server always reports a result, or ends.
for (;;) {
  await sleep(100)
  const now = readPidFile(config)
  if (now?.pid !== server.pid) {
    console.error('The server ended meanwhile.')
    process.exit(1)
  }
  if (now.replaced.times === server.replaced.times) continue
  const { trouble } = now.replaced
  if (trouble === null) console.log('The serving processes were replaced.')
  else console.error(`The serving processes go on as they were: ${trouble}`)
  process.exit(trouble === null ? 0 : 1)
}
