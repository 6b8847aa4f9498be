import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from './cannotStart.ts'
import { filesIn, openStorage, type StorageConfig, storageName } from './files/storage.ts'

/*
 * A backup that is older than an erasure brings the student back. So every erasure is also recorded outside the
 * database: as a small file in the storage, which all servers share, named `erasures/<school>-<student>-<created
 * at>-<erased at>`, moments in milliseconds since 1970 (decisions/0122). Every backup updates a copy of the list beside
 * it, as lines `school,student,created at,erased at`, so that the list survives a lost disk. After a restore the
 * erasures are applied again (npm run erasures:apply). An older database assigns the same ids again: an id is the same
 * student only if the moment of creation matches.
 */

/** The folder of the erasures in the storage. */
export const erasuresFolder = 'erasures'
const nameShape = /^(\d{1,15})-(\d{1,15})-(\d{1,15})-(\d{1,15})$/
const lineShape = /^(\d{1,15}),(\d{1,15}),(\d{4}-[\dT:.-]+Z),(\d{4}-[\dT:.-]+Z)$/

/** The list beside backups; before 0.2.0 also the installation's own, in DATA_DIR. */
const listName = 'erasures.csv'

export interface Erasure {
  schoolId: number
  studentId: number
  createdAt: Date
}

/** An erasure with its moment. */
interface Recorded extends Erasure {
  at: Date
}

/** Records an erasure in the storage. Idempotent: an erasure that is recorded twice is applied once. */
export async function recordErasure(config: StorageConfig, erasure: Erasure, at = new Date()): Promise<void> {
  const { schoolId, studentId, createdAt } = erasure
  const disk = await openStorage(config)
  const name = [schoolId, studentId, createdAt.getTime(), at.getTime()].join('-')
  await disk.put(`${erasuresFolder}/${name}`, `${lineOf({ ...erasure, at })}\n`, { contentType: 'text/plain' })
}

/** Reads the distinct erasures of the installation, in their order. */
export async function readErasures(config: StorageConfig): Promise<Erasure[]> {
  return distinct(await recordedErasures(config))
}

/** Appends missing lines to the copy of the list beside the backups. Creates it even when nobody was erased. */
export async function copyErasures(config: StorageConfig, to: string): Promise<void> {
  const copy = join(to, listName)
  const present = new Set((await readIfExists(copy)).split('\n'))
  const lines = (await erasuresList(config)).filter((line) => !present.has(line))
  await appendFile(copy, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
}

/** Returns the lines of the list. */
export async function erasuresList(config: StorageConfig): Promise<string[]> {
  return [...new Set((await recordedErasures(config)).map(lineOf))]
}

/**
 * Returns the erasures to apply after a restore: those of the installation, or of a list beside backups, or of the
 * folder `erasures` of another storage.
 *
 * @throws CannotStart when there is no such list, or nothing on the installation's own, because that would look as if
 * nobody had been erased
 */
export async function erasuresToApply(config: StorageConfig, path?: string): Promise<Erasure[]> {
  if (path !== undefined) return distinct(await erasuresAt(path))
  const erasures = await readErasures(config)
  if (erasures.length > 0) return erasures
  throw new CannotStart(
    `There are no erasures in ${storageName(config)}. Name the list of the installation that was backed up, beside its backups, or the folder erasures of its files: npm run erasures:apply -- PATH`,
  )
}

/** Takes the list of a version before 0.2.0, DATA_DIR/erasures.csv, into the storage. */
export async function takeFormerErasures(config: StorageConfig): Promise<void> {
  const list = formerList(config)
  for (const { at, ...erasure } of erasuresOf(await readIfExists(list))) await recordErasure(config, erasure, at)
  await rm(list, { force: true })
}

function formerList({ dataDir }: Pick<StorageConfig, 'dataDir'>): string {
  return join(dataDir, listName)
}

/** Returns what is recorded in the storage, and in a list that was not taken over yet, in the order of the erasures. */
async function recordedErasures(config: StorageConfig): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  for await (const { name } of filesIn(await openStorage(config), erasuresFolder)) recorded.push(...erasureNamed(name))
  recorded.push(...erasuresOf(await readIfExists(formerList(config))))
  return recorded.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** Returns the erasure of a file in the storage; nothing for another file. */
function erasureNamed(name: string): Recorded[] {
  const [, schoolId, studentId, createdAt, at] = nameShape.exec(name) ?? []
  if (schoolId === undefined) return []
  return [
    {
      schoolId: Number(schoolId),
      studentId: Number(studentId),
      createdAt: new Date(Number(createdAt)),
      at: new Date(Number(at)),
    },
  ]
}

/** Returns the erasures of a list. Skips a line that a crash cut off. */
function erasuresOf(text: string): Recorded[] {
  return text.split('\n').flatMap((line) => {
    const [, schoolId, studentId, createdAt = '', at = ''] = lineShape.exec(line) ?? []
    if (schoolId === undefined) return []
    return [
      {
        schoolId: Number(schoolId),
        studentId: Number(studentId),
        createdAt: new Date(createdAt),
        at: new Date(at),
      },
    ]
  })
}

async function erasuresAt(path: string): Promise<Recorded[]> {
  try {
    return erasuresOf(await readFile(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EISDIR') return (await readdir(path)).flatMap(erasureNamed)
    if (code === 'ENOENT')
      throw new CannotStart(
        `There is no list of erasures at ${path}. Name the one of the installation that was backed up, such as the copy beside its backups.`,
      )
    throw error
  }
}

function lineOf({ schoolId, studentId, createdAt, at }: Recorded): string {
  return `${schoolId},${studentId},${createdAt.toISOString()},${at.toISOString()}`
}

function distinct(recorded: readonly Recorded[]): Erasure[] {
  const erasures = new Map<string, Erasure>()
  for (const { schoolId, studentId, createdAt } of recorded)
    erasures.set(`${schoolId} ${studentId} ${createdAt.toISOString()}`, { schoolId, studentId, createdAt })
  return [...erasures.values()]
}

async function readIfExists(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  })
}
