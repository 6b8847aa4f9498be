/**
 * `npm run dev`: serves one address (PORT). Vite serves the pages with hot reload and proxies the rest to the server,
 * which restarts when one of its files changes. The database keeps running.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createServer } from 'vite'
import { writeTypedDocuments } from '#app/typedDocuments.ts'
import { codePattern } from '#domains/onlinefees/onlinefees.rules.ts'
import { CannotStart } from '#platform/cannotStart.ts'
import { loadConfig } from '#platform/config.ts'
import { restrictNewFiles } from '#platform/filePermissions.ts'
import { WrongSetting } from '#platform/settings.ts'
import { freePort } from '#platform/freePort.ts'
import { startEmbedded } from '#platform/database/embedded.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

try {
  await develop()
} catch (error) {
  const expected = error instanceof CannotStart || error instanceof WrongSetting
  process.stderr.write(`${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exit(1)
}

async function develop(): Promise<void> {
  restrictNewFiles()
  const config = loadConfig(process.env)
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({
          dataDir: config.dataDir,
          log: say,
          onLost: (error) => {
            process.stderr.write(`${error.message}\n`)
            process.exit(1)
          },
        })
      : undefined
  const port = await freePort()
  const target = `http://127.0.0.1:${port}`
  await writeTypedDocuments()
  const vite = await createServer({
    root: join(import.meta.dirname, '..'),
    server: {
      port: config.port,
      strictPort: true,
      host: config.host,
      proxy: {
        '^/(graphql|auth|health|files|certificate)(/|\\?|$)': { target },
        '^/onlinefees/receipts/': { target },
        // The gateway posts to the server; people get a page.
        '^/(onlinefees|verifyonlinefees)(/|\\?|$)': {
          target,
          bypass: ({ method }) => (method === 'GET' || method === 'HEAD' ? '/family.html' : undefined),
        },
        '^/family(/|\\?|$)': {
          target,
          bypass: ({ method }) => (method === 'GET' || method === 'HEAD' ? '/family-home.html' : undefined),
        },
        // The short link of an SMS.
        [`^/${codePattern.source.slice(1)}`]: { target },
      },
    },
  })
  await vite.listen().catch(async (error: Error) => {
    await embedded?.stop()
    throw new CannotStart(`The port ${config.port} cannot be used (${error.message}). Choose another with PORT.`)
  })
  vite.watcher.on('all', (_, path) => {
    if (path.endsWith('.graphql')) writeTypedDocuments().catch((error: Error) => say(error.message))
  })
  const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/app/start.ts', '--without-web'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      APP_URL: config.appUrl,
      PROCESSES: '1',
      DATABASE_URL: config.databaseUrl ?? embedded?.ownerUrl,
      // A developer's database is not backed up.
      BACKUP_EVERY: '',
      BACKUP_FOLDER: '',
    },
    stdio: 'inherit',
    // Ctrl-C reaches only this process, which then stops the server.
    detached: true,
  })
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(130)
    stopping = true
    if (server.exitCode === null) {
      server.kill('SIGINT')
      await once(server, 'exit')
    }
    await vite.close()
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}
