import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { Tinypool } from 'tinypool'
import { t } from '#shared/texts.ts'
import { fairQueue } from '../fairQueue.ts'
import { Refusal } from '../refusal.ts'
import type { HashingTask } from './passwordHashing.worker.ts'

/** Threads that hash. Each process serves one core, and one hash takes a core for a tenth of a second. */
const threads = availableParallelism() < 4 ? 1 : 2

/**
 * Maximum number of hashes that wait, of one caller and of all. A caller is a network, and 200 teachers behind one
 * address sign in on Monday at eight: the last of them waits for twenty seconds on one thread, and the last of all for
 * thirty.
 */
export const waitingHashes = { ofCaller: 200, all: 300 } as const

/** After this many seconds a refused caller may try again: the queue is empty by then. */
export const hashingRetrySeconds = 30

/** How much work a new hash is. `cheap` is for tests; production refuses it, and no cheap hash opens anything there. */
export type PasswordCost = 'full' | 'cheap'

let cost: PasswordCost = 'full'

/** Sets the cost of hashes in this process. Called once, with the settings. */
export function setPasswordCost(value: PasswordCost): void {
  cost = value
}

let pool: Tinypool | undefined

/** The callers take turns, and the hashes of one follow each other. */
const queued = fairQueue({
  atOnce: threads,
  waiting: waitingHashes.all,
  waitingOfPerson: waitingHashes.ofCaller,
  messages: { tooManyOfPerson: busyMessage, tooMany: busyMessage },
})

/**
 * Starts the threads. They are this module's own: hashing never uses the thread pool of the process, on which pictures,
 * DNS, files, compression and signatures of tokens wait. Idle threads do not keep the process alive.
 */
function hashingPool(): Tinypool {
  pool ??= new Tinypool({
    filename: new URL('passwordHashing.worker.ts', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
  })
  return pool
}

const callers = new AsyncLocalStorage<string>()

/**
 * Names the caller of every hash inside `run`. The callers take turns, so that a caller with many hashes delays no
 * other.
 */
export function hashingFor<Result>(caller: string, run: () => Result): Result {
  return callers.run(caller, run)
}

/**
 * Hashes a password with a new salt, as the sign-in library does.
 *
 * @returns the salt and the key in hexadecimal digits, with a colon between them
 * @throws HashingBusy when too many hashes wait
 */
export function hashPassword(password: string): Promise<string> {
  return work({ password, cost }) as Promise<string>
}

/**
 * Returns whether a password belongs to a hash. A cheap hash belongs to no password unless this process makes cheap
 * ones itself.
 *
 * @throws HashingBusy when too many hashes wait
 */
export function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  return work({ password, hash, cost }) as Promise<boolean>
}

async function work(task: HashingTask): Promise<string | boolean> {
  const person = callers.getStore() ?? 'the server itself'
  try {
    return await queued({ person, urgency: 'PERSON' }, () => hashingPool().run(task))
  } catch (error) {
    throw error instanceof Refusal ? new HashingBusy() : error
  }
}

function busyMessage(): string {
  return t`Many passwords are being checked at this moment. Please try again in ${hashingRetrySeconds} seconds.`
}

/** The refusal of a hash because too many wait. Nothing was checked, so nothing counts as a wrong password. */
export class HashingBusy extends Refusal {
  constructor() {
    super('UNAVAILABLE', busyMessage(), [], hashingRetrySeconds)
  }
}

/** Starts the threads and loads their code, before the first sign-in needs them. */
export async function startPasswordHashing(): Promise<void> {
  await hashPassword('')
}
