/**
 * `npm test`: typed documents, types, lint and boundaries, format, generated files, unit and database tests, then
 * browser tests. `npm test -- PATH …` runs only these test files, or the tests under these folders.
 * It ends with the names of failed tests. Its last line counts every test, and every other step as one: `N passed, N
 * failed`.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'shala-test-reports-'))
const bin = (name: string) => join(root, 'node_modules/.bin', name)

interface Count {
  passed: number
  failed: number
  /** Failed tests by file and name, with the reason, because nobody finds it in a long log. */
  names?: string[]
}

interface Step {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Reads the counts from a runner's report; other steps count as one. */
  count?: () => Count
}

const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

function vitest(paths: string[]): Step {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`, ...paths]
  return { name: 'unit and database tests', command: bin('vitest'), args, count: vitestCount }
}

function playwright(paths: string[]): Step {
  const args = ['test', '--reporter=list,json', ...paths]
  return {
    name: 'browser tests',
    command: bin('playwright'),
    args,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    count: playwrightCount,
  }
}

const documents: Step = { name: 'typed documents', command: process.execPath, args: ['scripts/documents.ts'] }

const everything: Step[] = [
  documents,
  { name: 'types of the server', command: bin('tsc'), args: ['-p', 'tsconfig.server.json'] },
  { name: 'types of the browser side', command: bin('tsc'), args: ['-p', 'tsconfig.web.json'] },
  { name: 'types of the service worker', command: bin('tsc'), args: ['-p', 'tsconfig.worker.json'] },
  { name: 'lint and boundaries', command: bin('oxlint'), args: ['--type-aware'] },
  { name: 'format', command: bin('biome'), args: ['format'] },
  { name: 'generated files', command: process.execPath, args: ['scripts/codegen.ts', '--verify'] },
  { name: 'catalogue of texts', command: bin('lingui'), args: ['check', 'sync'] },
  { name: 'languages', command: process.execPath, args: ['scripts/languages.ts'] },
  vitest([]),
  playwright([]),
]

interface VitestResult {
  status: string
  fullName: string
  failureMessages: string[]
}

/** Returns the beginning of a failed test's message, because some readers get only the end of a log. */
function firstLines(text: string): string {
  return text
    .split('\n')
    .slice(0, 8)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n')
}

function vitestCount(): Count {
  const report = JSON.parse(readFileSync(vitestReport, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numFailedTestSuites: number
    testResults: { name: string; status: string; message: string; assertionResults: VitestResult[] }[]
  }
  const names = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status !== 'failed') return []
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const reasons = failed.map(({ fullName, failureMessages }) => `${fullName}\n${firstLines(failureMessages.join('\n'))}`)
    return (failed.length > 0 ? reasons : [`the file itself\n${firstLines(message)}`]).map(
      (one) => `${relative(root, name)}: ${one}`,
    )
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests || report.numFailedTestSuites, names }
}

function playwrightCount(): Count {
  const { stats, errors } = JSON.parse(readFileSync(playwrightReport, 'utf8')) as {
    stats: { expected: number; flaky: number; unexpected: number }
    errors: unknown[]
  }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

async function run(step: Step): Promise<Count> {
  process.stdout.write(`\n── ${step.name}\n`)
  const started = performance.now()
  const child = spawn(step.command, step.args, { cwd: root, env: { ...process.env, ...step.env }, stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`── ${step.name}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s\n`)
  if (!step.count) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, names: [step.name] }
  try {
    const { passed, failed, names = [] } = step.count()
    return {
      passed,
      failed: code === 0 ? failed : Math.max(1, failed),
      names: code === 0 || names.length > 0 ? names : [step.name],
    }
  } catch {
    return { passed: 0, failed: 1, names: [step.name] }
  }
}

/** Returns the steps for the paths. A folder goes to the runners that have tests in it. */
function stepsFor(paths: string[]): Step[] {
  const files = paths.flatMap((path) => {
    const absolute = join(root, relative(root, join(process.cwd(), path)))
    if (!existsSync(absolute)) throw new Error(`There is no ${path}.`)
    if (!statSync(absolute).isDirectory()) return [relative(root, absolute)]
    return globSync('**/*.{test.ts,test.tsx,spec.ts}', { cwd: absolute, exclude: ['**/node_modules/**'] }).map((name) =>
      relative(root, join(absolute, name)),
    )
  })
  const unit = files.filter((file) => /\.test\.tsx?$/.test(file))
  const browser = files.filter((file) => file.endsWith('.spec.ts'))
  if (unit.length + browser.length < files.length || files.length === 0)
    throw new Error('Name test files (*.test.ts, *.test.tsx, tests/e2e/*.spec.ts) or folders that hold some.')
  return [documents, ...(unit.length > 0 ? [vitest(unit)] : []), ...(browser.length > 0 ? [playwright(browser)] : [])]
}

const total = { passed: 0, failed: 0, names: [] as string[] }
try {
  const paths = process.argv.slice(2)
  for (const step of paths.length > 0 ? stepsFor(paths) : everything) {
    const { passed, failed, names = [] } = await run(step)
    total.names.push(...names)
    total.passed += passed
    total.failed += failed
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  total.failed += 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}
if (total.names.length > 0) process.stdout.write(`\nFailed:\n${total.names.join('\n')}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1
