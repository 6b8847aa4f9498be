import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from './cannotStart.ts'
import type { Config } from './config.ts'

/*
 * A backup that is older than an erasure brings the student back. So every erasure is also recorded outside the
 * database, as a line of DATA_DIR/erasures.csv: `school,student,created at,erased at`. Every backup updates the copy
 * beside it, so that the list survives a lost disk. After a restore the erasures are applied again (npm run
 * erasures:apply). An older database assigns the same ids again: an id is the same student only if the moment of
 * creation matches.
 */

const shape = /^(\d{1,15}),(\d{1,15}),(\d{4}-[\dT:.-]+Z),\d{4}-[\dT:.-]+Z$/

const fileName = 'erasures.csv'

export interface Erasure {
  schoolId: number
  studentId: number
  createdAt: Date
}

function erasuresFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, fileName)
}

/** Appends an erasure to the list. Idempotent: a repeated line is applied once. */
export async function recordErasure(
  config: Pick<Config, 'dataDir'>,
  { schoolId, studentId, createdAt }: Erasure,
  at = new Date(),
): Promise<void> {
  await mkdir(config.dataDir, { recursive: true })
  await appendFile(erasuresFile(config), `${schoolId},${studentId},${createdAt.toISOString()},${at.toISOString()}\n`)
}

/** Reads the distinct erasures of the list. Skips a line that a crash cut off. */
export async function readErasures(config: Pick<Config, 'dataDir'>, path = erasuresFile(config)): Promise<Erasure[]> {
  const text = await readIfExists(path)
  const erasures = new Map<string, Erasure>()
  for (const line of text.split('\n')) {
    const [, schoolId = '', studentId = '', created = ''] = shape.exec(line) ?? []
    if (schoolId !== '')
      erasures.set(`${schoolId} ${studentId} ${created}`, {
        schoolId: Number(schoolId),
        studentId: Number(studentId),
        createdAt: new Date(created),
      })
  }
  return [...erasures.values()]
}

/** Appends missing lines to the copy beside the backups. Creates the copy even when nobody was erased. */
export async function copyErasures(config: Pick<Config, 'dataDir'>, folder: string): Promise<void> {
  const copy = join(folder, fileName)
  const present = new Set((await readIfExists(copy)).split('\n'))
  const lines = (await readIfExists(erasuresFile(config))).split('\n').filter((line) => shape.test(line) && !present.has(line))
  await appendFile(copy, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
}

/**
 * Returns the path of the list to apply after a restore, by default DATA_DIR/erasures.csv.
 *
 * @throws CannotStart when the file is missing, because that would look as if nobody had been erased
 */
export function erasureList(config: Pick<Config, 'dataDir'>, path = erasuresFile(config)): string {
  if (existsSync(path)) return path
  throw new CannotStart(
    `There is no list of erasures at ${path}. Name the one of the installation that was backed up: its DATA_DIR/erasures.csv, or the copy beside its backups: npm run erasures:apply -- FILE`,
  )
}

async function readIfExists(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  })
}
