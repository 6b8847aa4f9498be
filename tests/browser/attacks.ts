import pg from 'pg'
import { runningEmbedded } from '#platform/database/embedded.ts'

/**
 * XSS attacks. Each calls `__xss` with its number when it runs, and marks the element that it creates with `data-xss`.
 * Short, for the shortest fields.
 */
export const attacks: readonly string[] = [
  '<script>__xss(1)</script>',
  '<img src=x onerror=__xss(2) data-xss>',
  '"><svg onload=__xss(3) data-xss>',
  `' onfocus=__xss(4) autofocus data-xss='`,
  'javascript:__xss(5)//',
  '</script><script>__xss(6)</script>',
  `{{constructor.constructor('__xss(7)')()}}`,
  '<style data-xss>*{display:none}</style>',
  '[x](javascript:__xss(9))',
  '＜script＞__xss(10)＜/script＞',
  '</title><iframe data-xss srcdoc="<script>parent.__xss(11)</script>">',
  '${__xss(12)}<a data-xss href="java\tscript:__xss(12)">',
  '<math><mi data-xss xlink:href=javascript:__xss(13)>',
  '=HYPERLINK("javascript:__xss(14)")',
]

interface Planted {
  /** `table.column`. */
  planted: string[]
  /** Columns whose constraints reject such text: states, codes, keys, phone numbers. */
  left: string[]
  rows: number
}

/** Columns that the product needs unchanged to show anything; a scheme's names are what others refer to it by. */
const kept =
  /^(logins|jobs|audit)\.|^(assessed_subjects\.pattern|class_assessments\.scheme_class|score\w*\.(part|component))$|\.(email|token|key|.*hash|.*sealed|.*key|stored.*|txnid|purpose|content_type|state|status|kind|role|mode|subject|flags|att_type|value|session|means|month|report|format|document|channel|event|template_name|language|direction|side|size|operation|action|what)$/

/** Keys inside JSON whose texts are attacked. Parts, patterns and scales of a scheme refer to each other by name. */
const keysOf = (column: string) =>
  column === 'assessment_schemes.content' ? 'title|note|meaning' : 'text|title|label|name|header'

/**
 * Prepends an attack to every text of the demo's first school by SQL, bypassing form validation but not database
 * constraints. Includes texts inside JSON. Each column rotates through the attacks, from an offset by the seed.
 */
export async function plant(seed: number): Promise<Planted> {
  const client = new pg.Client({ connectionString: runningEmbedded(process.env.E2E_DATA_DIR ?? '') })
  await client.connect()
  try {
    const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
      `select c.table_name as "table", c.column_name as "column", c.data_type as type
         from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb') and c.is_generated = 'NEVER'
          and exists (select from information_schema.columns s
                       where s.table_schema = 'public' and s.table_name = c.table_name and s.column_name = 'school_id')
        union all
       select 'schools', column_name, data_type from information_schema.columns
        where table_schema = 'public' and table_name = 'schools' and data_type = 'text' and is_generated = 'NEVER'
        order by 1, 2`,
    )
    const planted: string[] = []
    const left: string[] = []
    let changed = 0
    for (const [at, { table, column, type }] of columns.entries()) {
      const name = `${table}.${column}`
      if (kept.test(name)) continue
      const rowsOf = table === 'schools' ? 'id = 1' : 'school_id = 1'
      const [first, second] = [attacks[(seed + at) % attacks.length], attacks[(seed + at + 1) % attacks.length]]
      const [one, other] = [client.escapeIdentifier(table), client.escapeIdentifier(column)]
      const set =
        type === 'jsonb'
          ? `regexp_replace(${other}::text, '("(?:${keysOf(name)})": ")', '\\1' || $1, 'g')::jsonb`
          : `case when ctid::text ~ '[02468]\\)$' then $1 else $2 end || ' ' || ${other}`
      const values = type === 'jsonb' ? [JSON.stringify(first).slice(1, -1).replaceAll('\\', '\\\\')] : [first, second]
      const filled = type === 'jsonb' ? `${other}::text ~ '"(?:${keysOf(name)})": "'` : `${other} <> ''`
      // Changes only the last rows of a large table, because no screen shows more.
      const some = `ctid in (select ctid from ${one} where ${rowsOf} and ${filled} order by ctid desc limit 2000)`
      try {
        const { rowCount } = await client.query(`update ${one} set ${other} = ${set} where ${some}`, values)
        if ((rowCount ?? 0) === 0) continue
        changed += rowCount ?? 0
        planted.push(name)
      } catch {
        left.push(name)
      }
    }
    return { planted, left, rows: changed }
  } finally {
    await client.end()
  }
}
