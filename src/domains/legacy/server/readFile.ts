import { on } from 'node:events'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gunzip, gzip } from 'node:zlib'
import { Refusal } from '#platform/refusal.ts'
import type { LegacyProblem } from '../legacy.schema.ts'

/** What the thread that reads a file is given. */
export interface Reading {
  bytes: Uint8Array
  secretKey: string
  /** Where the Aadhaar numbers of this file are sealed for, with the row: they open nowhere else. */
  place: string
}

/** A row as the staging table takes it. */
export interface StagedRow {
  row: number
  legacy_id: string
  term: string
  class: string
  section: string
  roll: string
  name: string
  register_no: string
  login_email: string
  rfid: string
  disabled: boolean
  /** Every cell of the student's own that holds something, without Aadhaar. */
  said: Record<string, string | boolean | undefined>
  /** The sealed Aadhaar number in base64, '' for none. */
  aadhar: string
}

export type Answer =
  | { kind: 'table'; total: number; unread: string[] }
  | { kind: 'rows'; count: number; json: string }
  | { kind: 'end'; problems: LegacyProblem[]; count: number; repairedPhones: number; repairedPhoneRows: number[] }
  | { kind: 'unreadable'; message: string }

/** Megabytes and milliseconds of reading one file. */
const bounds = { memory: 1536, time: 180_000 }

const tooMuch = 'This file takes more to read than it may. Please split it, and import the parts one after the other.'

/**
 * Reads a file in a thread of its own, in parts: the next one is asked for when the one before was taken.
 * @param signal ends it at once
 * @throws Refusal BAD_INPUT with a sentence, for a file that cannot be read
 */
export async function* readLegacyFile(reading: Reading, signal: AbortSignal): AsyncGenerator<Answer> {
  const worker = new Worker(new URL('read.worker.ts', import.meta.url), {
    workerData: reading,
    resourceLimits: { maxOldGenerationSizeMb: bounds.memory },
  })
  const ended = AbortSignal.any([signal, AbortSignal.timeout(bounds.time)])
  try {
    for await (const [answer] of on(worker, 'message', { signal: ended, close: ['exit'] }) as AsyncIterable<[Answer]>) {
      if (answer.kind === 'unreadable') throw new Refusal('BAD_INPUT', answer.message)
      yield answer
      if (answer.kind === 'end') return
      worker.postMessage('next')
    }
    throw new Error('A file was not read to its end.')
  } catch (error) {
    const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (outOfMemory || (ended.aborted && !signal.aborted)) throw new Refusal('BAD_INPUT', tooMuch)
    throw error
  } finally {
    await worker.terminate()
  }
}

type Packed = Exclude<Answer, { kind: 'rows' }> | { count: number; packed: Buffer }

const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

/**
 * Reads all of it before anything is answered, so that no transaction is open meanwhile. It waits packed: about as much as the file.
 * @param onRows told how many rows were read, of how many
 */
export async function readWhole(
  answers: AsyncIterable<Answer>,
  onRows: (done: number, total: number) => Promise<void>,
): Promise<AsyncIterable<Answer>> {
  const read: Packed[] = []
  let [done, total] = [0, 0]
  for await (const answer of answers) {
    if (answer.kind === 'rows') {
      read.push({ count: answer.count, packed: await pack(answer.json) })
      await onRows((done += answer.count), total)
    } else {
      if (answer.kind === 'table') total = answer.total
      read.push(answer)
    }
  }
  return again(read)
}

async function* again(read: readonly Packed[]): AsyncGenerator<Answer> {
  for (const one of read)
    yield 'packed' in one ? { kind: 'rows', count: one.count, json: (await unpack(one.packed)).toString() } : one
}
