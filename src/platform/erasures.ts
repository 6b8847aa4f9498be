import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

/*
 * A backup that is older than an erasure brings the student back. So every erasure is written down outside of the database too, as a
 * line of DATA_DIR/erasures.csv: `school,student,when she was added,when she was erased`. After a restore they are carried out again
 * (npm run erasures:apply). Ids begin again in a database that is older: it is she only if she was added at that moment.
 */

const shape = /^(\d{1,15}),(\d{1,15}),(\d{4}-[\dT:.-]+Z),\d{4}-[\dT:.-]+Z$/

export interface Erasure {
  schoolId: number
  studentId: number
  createdAt: Date
}

function listOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'erasures.csv')
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
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  })
  const noted = new Map<string, Erasure>()
  for (const line of text.split('\n')) {
    const [, schoolId = '', studentId = '', created = ''] = shape.exec(line) ?? []
    if (schoolId !== '')
      noted.set(`${schoolId} ${studentId} ${created}`, {
        ...{ schoolId: Number(schoolId), studentId: Number(studentId), createdAt: new Date(created) },
      })
  }
  return [...noted.values()]
}
