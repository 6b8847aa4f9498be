import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { processMemory } from '../memoryGuard.ts'
import { drawPicture, pictureProblemText } from './drawPicture.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'shala-pictures-'))
const stored = { kind: 'STORED', side: 1600 } as const
/** The largest that is permitted: interlaced, 16 bits a channel, and turned, so that it is decoded as a whole. */
let largest: Buffer

const turn = (person: string) => ({ person, urgency: 'PERSON' }) as const

beforeAll(async () => {
  largest = await sharp({ create: { width: 5000, height: 5000, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } })
    .toColourspace('rgb16')
    .withMetadata({ orientation: 6 })
    .png({ progressive: true })
    .toBuffer()
})

afterAll(() => rmSync(folder, { recursive: true }))

/** The process ids of this process's descendants. */
async function descendants(): Promise<number[]> {
  return [...(await processMemory(process.pid)).keys()].filter((pid) => pid !== process.pid)
}

describe('a serving process never decodes a picture', () => {
  /** Runs a module as the server is run, and returns the native libraries that are then loaded. */
  async function librariesAfter(code: string): Promise<string[]> {
    const report = `for (const file of process.report.getReport().sharedObjects) console.log(file); process.exit()`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', `${code}; ${report}`], { cwd: root })
    return stdout.split('\n').filter((file) => /sharp|vips/.test(file))
  }

  test('it serves, and draws the largest permitted picture, without the library that decodes', async () => {
    const file = join(folder, 'largest.png')
    writeFileSync(file, largest)
    const serving = `
      await import('#platform/pdf/reactForPaper.ts')
      await import('#app/serve.ts')
      const { readFileSync } = await import('node:fs')
      const { drawPicture } = await import('#platform/pictures/drawPicture.ts')
      const drawn = await drawPicture(readFileSync(${JSON.stringify(file)}), { kind: 'STORED', side: 1600 }, { person: 'a', urgency: 'PERSON' })
      if (drawn.contentType !== 'image/webp') throw new Error(JSON.stringify(drawn))`
    expect(await librariesAfter(serving)).toEqual([])
    // The library would be found.
    expect(await librariesAfter(`await import('sharp')`)).not.toEqual([])
  })
})

test('draws what was asked for', async () => {
  const jpeg = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer()
  const about = async (drawing: Parameters<typeof drawPicture>[1]) => {
    const drawn = await drawPicture(jpeg, drawing, turn('a'))
    if ('problem' in drawn) throw new Error(drawn.problem.kind)
    const { format, width, height } = await sharp(drawn.bytes).metadata()
    expect(drawn.contentType).toBe(`image/${format}`)
    return [format, width, height]
  }
  expect(await about(stored)).toEqual(['jpeg', 600, 300])
  expect(await about({ kind: 'STORED', side: 100 })).toEqual(['jpeg', 100, 50])
  expect(await about({ kind: 'FILLED', width: 264, height: 336 })).toEqual(['jpeg', 264, 336])
  expect(await about({ kind: 'SMALL', side: 300, type: 'image/png' })).toEqual(['png', 300, 150])
  expect(await about({ kind: 'SMALL', side: 900, type: 'image/webp' })).toEqual(['webp', 600, 300])
})

test.each([
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'],
  [
    'a film',
    'GIF89a\u0001\u0000\u0001\u0000\u0080\u0000\u0000\u0000\u0000\u0000\u00ff\u00ff\u00ff,\u0000\u0000\u0000\u0000\u0001\u0000\u0001\u0000\u0000\u0002\u0002D\u0001\u0000;',
  ],
  ['nothing', ''],
])('%s is not decoded, whatever the library could do', async (_, bytes) => {
  expect(await drawPicture(Buffer.from(bytes, 'latin1'), stored, turn('a'))).toEqual({ problem: { kind: 'UNREADABLE' } })
})

describe('a picture that takes too much', () => {
  test.each([
    ['memory', { memory: 2 ** 20, time: 60_000 }],
    ['time', { memory: 2 ** 30, time: 1 }],
  ])('of %s costs its own process, is refused, and the next one is drawn', async (_, limits) => {
    const drawn = await drawPicture(largest, stored, turn('a'), limits)
    expect(drawn).toEqual({ problem: { kind: 'TOO_MUCH' } })
    expect(pictureProblemText({ kind: 'TOO_MUCH' })).toContain('takes too much to read')
    expect(await drawPicture(largest, stored, turn('a'))).toMatchObject({ contentType: 'image/webp' })
  })

  test('a process that somebody else killed is started again for the same picture', async () => {
    const before = new Set(await descendants())
    const drawing = Promise.all(['a', 'b'].map((person) => drawPicture(largest, stored, turn(person))))
    // Both processes are there by now, those of this test or of the one before.
    await eventually(async () => expect((await descendants()).length).toBeGreaterThanOrEqual(Math.max(before.size, 2)))
    for (const pid of await descendants()) process.kill(pid, 'SIGKILL')
    expect(await drawing).toMatchObject([{ contentType: 'image/webp' }, { contentType: 'image/webp' }])
  })
})

test('of 28 pictures that one person sends at once 11 are drawn, one after another, and others pass', async () => {
  const picture = await sharp({ create: { width: 2000, height: 1999, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  const draw = (person: string) => drawPicture(picture, stored, turn(person))
  const own = Promise.allSettled(Array.from({ length: 28 }, () => draw('student')))
  expect(await draw('teacher')).toMatchObject({ contentType: 'image/jpeg' })
  const outcomes = await own
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  for (const reason of refused) expect(reason).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 5 })
  expect((await descendants()).length).toBeLessThanOrEqual(2)
})
