import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase, testSecretKey } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** Runs `npm run sql` with these arguments, and types these lines. */
async function sql(given: string[], typed = ''): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['scripts/sql.ts', ...given], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, DATABASE_URL: database.ownerUrl, SECRET_KEY: testSecretKey },
  })
  child.stdin.end(typed)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

describe('npm run sql', () => {
  test('answers a statement with a table, and the number of its rows', async () => {
    const { code, stdout } = await sql(["select 'a' as letter, 12345678901234567 as number"])
    expect(stdout).toContain("'12345678901234567'")
    expect(stdout).toMatch(/letter .* number/)
    expect(stdout).toContain('1 rows')
    expect(code).toBe(0)
  })

  test('prints the first rows of many', async () => {
    const { stdout } = await sql(['select generate_series(1, 201) as n'])
    expect(stdout).toContain("'200'")
    expect(stdout).not.toContain("'201'")
    expect(stdout).toContain('201 rows, of which 200 are shown')
  })

  test('refuses to write', async () => {
    const { code, stderr } = await sql(["update schools set name = 'x'"])
    expect(stderr).toContain('cannot execute UPDATE in a read-only transaction')
    expect(code).toBe(1)
  })

  test('answers every statement that is piped in, and fails with its message', async () => {
    const { code, stdout } = await sql([], 'select 7 as\n seven;\nselect 8 as eight')
    expect(stdout).toContain('seven')
    expect(stdout).toContain('eight')
    expect(code).toBe(0)
    const wrong = await sql([], 'select nothing\n  from nowhere')
    expect(wrong.stderr).toContain('relation "nowhere" does not exist')
    expect(wrong.code).toBe(1)
  })

  test('sees the school that is named, and names a wrong one', async () => {
    expect((await sql(["select current_setting('app.school_id') as school", '--school', '7'])).stdout).toContain("'7'")
    const { code, stderr } = await sql(['select 1', '--school', '7 -c x=1'])
    expect(stderr).toContain('--school must be the id of a school, and is 7 -c x=1.')
    expect(code).toBe(1)
  })
})
