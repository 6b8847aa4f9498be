import { on } from 'node:events'
import { msg } from '#shared/texts.ts'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gunzip, gzip } from 'node:zlib'
import { Refusal } from '#platform/refusal.ts'
import type { LegacyProblem } from '../legacy.rules.ts'

/** Input of the thread that reads a file. */
export interface ReadRequest {
  bytes: Uint8Array
  secretKey: string
  /**
   * Sealing context of the file's Aadhaar numbers, completed by the row. They cannot be unsealed in another context.
   */
  sealContext: string
}

/** A row of the staging table. */
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
  /** The student's own fields that are not blank, without Aadhaar. */
  provided: Record<string, string | boolean | undefined>
  /** The sealed Aadhaar number in base64, '' without one. */
  aadhar: string
}

export type ReadMessage =
  | { kind: 'table'; total: number; unread: string[] }
  | { kind: 'rows'; count: number; json: string }
  | { kind: 'end'; problems: LegacyProblem[]; count: number; repairedPhones: number; repairedPhoneRows: number[] }
  | { kind: 'unreadable'; message: string }

/** Limits for reading one file: megabytes and milliseconds. */
const readLimits = { memory: 1536, time: 180_000 }

const limitExceeded = msg`This file takes more to read than it may. Please split it, and import the parts one after the other.`

/**
 * Reads a file in a thread of its own, in batches. Requests the next batch once the caller has taken the last one.
 * @param signal stops the thread at once
 * @throws Refusal BAD_INPUT with an explanation, for a file that cannot be read
 */
export async function* readLegacyFile(request: ReadRequest, signal: AbortSignal): AsyncGenerator<ReadMessage> {
  const worker = new Worker(new URL('read.worker.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: readLimits.memory },
  })
  const ended = AbortSignal.any([signal, AbortSignal.timeout(readLimits.time)])
  try {
    for await (const [message] of on(worker, 'message', { signal: ended, close: ['exit'] }) as AsyncIterable<[ReadMessage]>) {
      if (message.kind === 'unreadable') throw new Refusal('BAD_INPUT', message.message)
      yield message
      if (message.kind === 'end') return
      worker.postMessage('next')
    }
    throw new Error('A file was not read to its end.')
  } catch (error) {
    const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (outOfMemory || (ended.aborted && !signal.aborted)) throw new Refusal('BAD_INPUT', limitExceeded)
    throw error
  } finally {
    await worker.terminate()
  }
}

type BufferedMessage = Exclude<ReadMessage, { kind: 'rows' }> | { count: number; packed: Buffer }

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

/**
 * Reads all messages before it returns them, so that no transaction is open while the file is read. Buffers the rows
 * compressed, which takes about as much memory as the file.
 * @param onRows called with the number of rows read and their total
 */
export async function bufferMessages(
  messages: AsyncIterable<ReadMessage>,
  onRows: (done: number, total: number) => Promise<void>,
): Promise<AsyncIterable<ReadMessage>> {
  const buffered: BufferedMessage[] = []
  let [done, total] = [0, 0]
  for await (const message of messages) {
    if (message.kind === 'rows') {
      buffered.push({ count: message.count, packed: await compress(message.json) })
      await onRows((done += message.count), total)
    } else {
      if (message.kind === 'table') total = message.total
      buffered.push(message)
    }
  }
  return replay(buffered)
}

async function* replay(buffered: readonly BufferedMessage[]): AsyncGenerator<ReadMessage> {
  for (const message of buffered)
    yield 'packed' in message
      ? { kind: 'rows', count: message.count, json: (await decompress(message.packed)).toString() }
      : message
}
