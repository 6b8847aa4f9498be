import pg from 'pg'

/** What an answer must never show of the inside, besides names of constraints and tables. */
const inside = [
  /\b(?:select|insert|update|delete)\b[^.!?]{0,80}\b(?:from|into|set|where)\b/i,
  /(?:relation|column|constraint|function|operator) "?[\w.]{1,80}"? (?:does not|of|already|violates)/i,
  /violates|syntax error at|invalid input syntax|invalid byte sequence|out of range for type|permission denied for/i,
  /\bat (?:async )?[\w.<>]{1,80} \(|node_modules|\.ts:\d+|file:\/\/|\/src\/|(?<!Syntax )Error: /,
  /pg_catalog|row-level security|current_setting|Cannot read propert|is not a function|is not iterable|undefined \(reading/,
]

/** Looks at answers for what must not be in them. */
export interface Watch {
  /** What of the inside an answer shows that the question did not say itself; null for nothing. */
  leak(answer: string, question: string): string | null
}

/** Knows the names of every constraint, index and table whose name is no word of a sentence. */
export async function watchFor(ownerUrl: string): Promise<Watch> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ name: string }>(
      `select conname as name from pg_constraint where connamespace = 'public'::regnamespace
       union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i', 'S')`,
    )
    const names = rows.map(({ name }) => name).filter((name) => name.includes('_'))
    const known = new RegExp(`\\b(?:${names.join('|')})\\b`)
    return {
      leak: (answer, question) => {
        for (const pattern of [known, ...inside]) {
          const found = pattern.exec(answer)?.[0]
          if (found !== undefined && !question.includes(found)) return found
        }
        return null
      },
    }
  } finally {
    await owner.end()
  }
}

/** What is stored of a school, cheaply: a number for each table, which another row changes. */
export type Print = ReadonlyMap<string, string>

export interface Fingerprint {
  /** The tables of a school, and what everybody shares of it. */
  of(schoolId: number): Promise<Print>
  close(): Promise<void>
}

/** What everybody shares, and whose it is. */
const shared: Readonly<Record<string, string>> = {
  schools: 'one.id = $1',
  device_tokens: 'one.subject in (select subject from logins where school_id = $1)',
}

/** The query of {@link Print} for these tables; its one parameter is the school. */
export function printText(tables: readonly string[]): string {
  const sum = (table: string) =>
    `select '${table}' as name, count(*) || ':' || coalesce(sum(hashtextextended(one::text, 0)), 0) as value
     from ${pg.escapeIdentifier(table)} one where ${shared[table] ?? 'one.school_id = $1'}`
  return tables.map(sum).join(' union all ')
}

/** Reads as the owner, whom row-level security does not bind. */
export async function fingerprints(ownerUrl: string): Promise<Fingerprint> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'school_id'
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const text = printText([...tables.map(({ name }) => name), ...Object.keys(shared)])
  return {
    of: async (schoolId) => {
      const { rows } = await owner.query<{ name: string; value: string }>({ name: 'fingerprint', text, values: [schoolId] })
      return new Map(rows.map(({ name, value }) => [name, value]))
    },
    close: () => owner.end(),
  }
}

/** The tables that are not as they were. */
export function changedTables(before: Print, after: Print): string[] {
  return [...after].filter(([name, value]) => before.get(name) !== value).map(([name]) => name)
}
