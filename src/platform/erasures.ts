import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from './cannotStart.ts'
import type { Config } from './config.ts'

/*
 * A backup that is older than an erasure brings the student back. So every erasure is written down outside of the database too, as a
 * line of DATA_DIR/erasures.csv: `school,student,when she was added,when she was erased`, and every backup brings the copy beside it
 * up to date, so that the list is not lost with the disk. After a restore they are carried out again
 * (npm run erasures:apply). Ids begin again in a database that is older: it is she only if she was added at that moment.
 */

const shape = /^(\d{1,15}),(\d{1,15}),(\d{4}-[\dT:.-]+Z),\d{4}-[\dT:.-]+Z$/

const fileName = 'erasures.csv'

export interface Erasure {
  schoolId: number
  studentId: number
  createdAt: Date
}

function listOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, fileName)
}

/** Writes an erasure down. Twice is no harm: it is carried out once. */
export async function noteErasure(
  config: Pick<Config, 'dataDir'>,
  { schoolId, studentId, createdAt }: Erasure,
  at = new Date(),
): Promise<void> {
  await mkdir(config.dataDir, { recursive: true })
  await appendFile(listOf(config), `${schoolId},${studentId},${createdAt.toISOString()},${at.toISOString()}\n`)
}

/** Everything that was written down, each once; a line that was cut off by a crash is left out. */
export async function notedErasures(config: Pick<Config, 'dataDir'>, path = listOf(config)): Promise<Erasure[]> {
  const text = await textOf(path)
  const noted = new Map<string, Erasure>()
  for (const line of text.split('\n')) {
    const [, schoolId = '', studentId = '', created = ''] = shape.exec(line) ?? []
    if (schoolId !== '')
      noted.set(`${schoolId} ${studentId} ${created}`, {
        schoolId: Number(schoolId),
        studentId: Number(studentId),
        createdAt: new Date(created),
      })
  }
  return [...noted.values()]
}

/** Adds to the list beside the backups what it does not have yet. It is there also when nobody was erased. */
export async function copyErasures(config: Pick<Config, 'dataDir'>, folder: string): Promise<void> {
  const copy = join(folder, fileName)
  const there = new Set((await textOf(copy)).split('\n'))
  const lines = (await textOf(listOf(config))).split('\n').filter((line) => shape.test(line) && !there.has(line))
  await appendFile(copy, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
}

/**
 * The list that is carried out again after a restore: the one that is named, by default DATA_DIR/erasures.csv.
 * @throws CannotStart when it is not there: that would look as if nobody had been erased
 */
export function erasureList(config: Pick<Config, 'dataDir'>, path = listOf(config)): string {
  if (existsSync(path)) return path
  throw new CannotStart(
    `There is no list of erasures at ${path}. Name the one of the installation that was backed up: its DATA_DIR/erasures.csv, or the copy beside its backups: npm run erasures:apply -- FILE`,
  )
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  })
}
