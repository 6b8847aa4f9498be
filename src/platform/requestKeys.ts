import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { t } from '#shared/texts.ts'
import type { CommandContext, CommandEnd, CommandResult } from './command.ts'
import type { Tx } from './database/connect.ts'
import { Refusal } from './refusal.ts'

/** Refusal of a key that comes back with another input. */
const otherInput = () => t`This was saved already, with other values. Look at what is saved before you enter it again.`

/**
 * Executes a request once per client-made key (idempotency). The same key with the same input of the same person
 * returns the stored result of the first request. With another input it is refused with CONFLICT on `key`. Where the
 * input's schema makes the key optional, a request without a key is executed every time. Call it inside the command's
 * `run`, after locking what is changed, and put into `ids` what `again` needs to find the result.
 *
 * Of two concurrent requests with one key, the second waits at the key's row until the first has ended. Then it finds
 * the stored result, or executes the request if the first was rolled back.
 *
 * @param input the request with its key; the key itself is not compared
 * @param first does the work
 * @param again reads the result from the ids that `first` returned
 */
export async function runOncePerKey<Result>(
  { db, schoolId, viewer }: Pick<CommandContext<unknown, unknown>, 'db' | 'schoolId' | 'viewer'>,
  action: string,
  { key, ...input }: { key?: string | undefined } & Record<string, unknown>,
  first: () => Promise<CommandResult<Result>>,
  again: (ids: number[]) => Promise<Result>,
): Promise<CommandResult<Result>> {
  if (key === undefined) return first()
  const request = requestOf({ schoolId, viewer }, action, { ...input, key })
  const { rows } = await db.executeQuery(newKey(db, { ...request, rowIds: [] }))
  if (rows.length === 0) return repeated(db, request, again)
  const done = await first()
  await db
    .updateTable('requestKeys')
    .set({ rowIds: [...done.ids] })
    .where('schoolId', '=', schoolId)
    .where('key', '=', key)
    .execute()
  return done
}

/** Whose request it is, in which school. */
type Requester = Pick<CommandContext<unknown, unknown>, 'schoolId' | 'viewer'>

/** A request with its key. */
type KeyedInput = { key: string } & Record<string, unknown>

/**
 * Returns the statement that stores the key of a request with the id of the row that the request changes, for
 * {@link endOncePerKey}. Send it after the locks of what is changed. It waits for a concurrent request with the key.
 * @param id of the row, or the sequence from which a new one takes it
 */
export function takeKey(db: Tx, requester: Requester, action: string, input: KeyedInput, id: 'payment_ids' | number) {
  const request = requestOf(requester, action, input)
  return typeof id === 'number' ? newKey(db, { ...request, rowIds: [id] }) : newKey(db, request, id)
}

interface EndingRequest<Result> {
  /** The rows of {@link takeKey}. */
  taken: readonly { rowIds: number[] }[]
  /** Decides, and returns the statements that change the row with this id, or the answer if nothing changes. */
  first: (id: number) => Promise<CommandEnd<Result> | CommandResult<Result>>
  /** Reads the result from the row's id. */
  again: (id: number) => Promise<Result>
}

/**
 * Executes a request once per key like {@link runOncePerKey}, for a command that changes one row with its last
 * statements, and sends {@link takeKey} together with its locks. The id of that row is stored with the key.
 */
export async function endOncePerKey<Result>(
  { db, ...requester }: Pick<CommandContext<unknown, unknown>, 'db'> & Requester,
  action: string,
  input: KeyedInput,
  { taken, first, again }: EndingRequest<Result>,
): Promise<CommandEnd<Result> | CommandResult<Result>> {
  const id = taken[0]?.rowIds[0]
  if (id === undefined) return repeated(db, requestOf(requester, action, input), ([stored = 0]) => again(stored))
  return first(id)
}

function requestOf({ schoolId, viewer }: Requester, action: string, { key, ...input }: KeyedInput): Request {
  return { schoolId, key, action, inputHash: hashOf(input), createdBy: viewer.subject }
}

function hashOf(input: Record<string, unknown>): Buffer {
  return hash('sha256', JSON.stringify(input), 'buffer')
}

interface Request {
  schoolId: number
  key: string
  action: string
  inputHash: Buffer
  createdBy: string
}

/** Inserts a key; no row where it is there already. Waits for a transaction that inserts it too. */
function newKey(db: Tx, request: Request & { rowIds?: number[] }, sequence?: string) {
  return db
    .insertInto('requestKeys')
    .values(sequence === undefined ? request : { ...request, rowIds: sql<number[]>`array[nextval(${sql.lit(sequence)})]` })
    .onConflict((conflict) => conflict.columns(['schoolId', 'key']).doNothing())
    .returning('rowIds')
}

async function repeated<Result>(
  db: Tx,
  { schoolId, key, action, inputHash, createdBy }: Request,
  again: (ids: number[]) => Promise<Result>,
): Promise<CommandResult<Result>> {
  const stored = await db
    .selectFrom('requestKeys')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (stored.action !== action || stored.createdBy !== createdBy || !stored.inputHash.equals(inputHash))
    throw new Refusal('CONFLICT', otherInput(), [{ path: 'key', message: otherInput() }])
  return { result: await again(stored.rowIds), ids: stored.rowIds, fields: ['again'] }
}
