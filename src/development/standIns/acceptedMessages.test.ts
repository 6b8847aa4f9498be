import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveProvider } from './acceptedMessages.ts'

test('a stand-in that runs for long remembers the last messages alone, as its file does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shala-taking-'))
  const stateFile = join(folder, 'state.jsonl')
  const app = Fastify()
  let nth = 0
  const none = { status: 503, json: {} }
  const taking = serveProvider(
    app,
    '/take',
    {
      read: () => ({ reference: `1-${nth}-1`, to: '919800000001', template: 'notice', values: [] }),
      newRef: () => String(nth),
      accepted: (ref) => ({ ref }),
      says: { down: none, limited: none, refused: none },
      steps: [],
      maxReports: 1,
      notice: () => ({ url: '', headers: {}, body: '' }),
    },
    { stateFile, most: 20 },
  )
  for (nth = 1; nth <= 75; nth++) {
    await app.inject({ method: 'POST', url: '/take' })
    expect(taking.messages().length).toBeLessThanOrEqual(22)
    expect(taking.messages().at(-1)?.ref).toBe(String(nth))
  }
  const stored = readFileSync(stateFile, 'utf8').trim().split('\n')
  expect(stored.map((line) => (JSON.parse(line) as { ref: string }).ref)).toEqual(taking.messages().map(({ ref }) => ref))
  await app.close()
  rmSync(folder, { recursive: true })
})
