import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

/** A password to hash or, with `hash`, to compare. */
export interface HashingTask {
  password: string
  hash?: string
  cost: 'full' | 'cheap'
}

/** The sign-in library's own numbers: its hashes are read here, and these there. */
const full = { N: 16384, r: 16, p: 1 }
/** For tests. Its hashes say so in front, because everybody could find the password of one. */
const cheap = { N: 16, r: 1, p: 1 }
const cheapPrefix = 'cheap:'
const keyBytes = 64

/**
 * Hashes or compares. `scryptSync` computes in this thread; `scrypt` would compute in the thread pool that the whole
 * process shares.
 */
export default function run({ password, hash, cost }: HashingTask): string | boolean {
  if (hash === undefined) {
    const salt = randomBytes(16).toString('hex')
    const text = `${salt}:${derive(password, salt, cost === 'cheap' ? cheap : full).toString('hex')}`
    return cost === 'cheap' ? cheapPrefix + text : text
  }
  const isCheap = hash.startsWith(cheapPrefix)
  const [salt = '', hex = ''] = (isCheap ? hash.slice(cheapPrefix.length) : hash).split(':')
  const key = Buffer.from(hex, 'hex')
  const typed = derive(password, salt, isCheap && cost === 'cheap' ? cheap : full)
  return key.length === keyBytes && timingSafeEqual(key, typed) && (!isCheap || cost === 'cheap')
}

function derive(password: string, salt: string, numbers: typeof full): Buffer {
  return scryptSync(password.normalize('NFKC'), salt, keyBytes, { ...numbers, maxmem: 2 * 128 * numbers.N * numbers.r })
}
