/**
 * `npm test`: static checks, the fast tests of `src`, and the main stories through the browser. `npm run test:rest`:
 * all else. `npm run test:all`: both. `npm test -- PATH …`: only these test files, or the tests under these folders.
 *
 * It ends with the names of failed tests, and a line of the ten slowest files. Its last line counts every test, and
 * every other step as one: `N passed, N failed`.
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'shala-test-reports-'))
/** Of all property tests of this run. */
const seed = process.env.PROPERTY_SEED ?? String(randomInt(2 ** 31))
const bin = (name: string) => join(root, 'node_modules/.bin', name)

interface Count {
  passed: number
  failed: number
  /** Failed tests by file and name, with the reason, because nobody finds it in a long log. */
  names?: string[]
  files?: FileTime[]
}

/** How long the tests of a file took together. */
interface FileTime {
  file: string
  milliseconds: number
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

/** Independent of each other. The longest come first, so that both cores end at the same time. */
const checks: Step[] = [
  { name: 'types of the server', command: bin('tsc'), args: ['-p', 'tsconfig.server.json'] },
  { name: 'lint and boundaries', command: bin('oxlint'), args: ['--type-aware'] },
  { name: 'build of the browser side', command: process.execPath, args: ['scripts/build.ts'] },
  { name: 'catalogue of texts', command: bin('lingui'), args: ['check', 'sync'] },
  { name: 'languages', command: process.execPath, args: ['scripts/languages.ts'] },
  { name: 'types of the browser side', command: bin('tsc'), args: ['-p', 'tsconfig.web.json'] },
  { name: 'generated files', command: process.execPath, args: ['scripts/codegen.ts', '--verify'] },
  { name: 'format', command: bin('biome'), args: ['format'] },
  { name: 'types of the service worker', command: bin('tsc'), args: ['-p', 'tsconfig.worker.json'] },
]

/** What runs one after another; a list's steps run side by side. */
type Plan = (Step | Step[])[]

/** `npm test`. */
const first: Plan = [documents, checks, vitest(projects('src', 'components')), playwright(['--grep', '@main'])]

/** `npm run test:rest`: every other test, property tests at full length, and every browser test. */
const rest: Plan = [documents, vitest(projects('slow', 'properties', 'product')), playwright([])]

function projects(...names: string[]): string[] {
  return names.flatMap((name) => ['--project', name])
}

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
    testResults: {
      name: string
      status: string
      message: string
      startTime: number
      endTime: number
      assertionResults: VitestResult[]
    }[]
  }
  const names = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status !== 'failed') return []
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const reasons = failed.map(({ fullName, failureMessages }) => `${fullName}\n${firstLines(failureMessages.join('\n'))}`)
    return (failed.length > 0 ? reasons : [`the file itself\n${firstLines(message)}`]).map(
      (one) => `${relative(root, name)}: ${one}`,
    )
  })
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    milliseconds: endTime - startTime,
  }))
  return { passed: report.numPassedTests, failed: report.numFailedTests || report.numFailedTestSuites, names, files }
}

interface PlaywrightSuite {
  file: string
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[] }[]
}

function playwrightCount(): Count {
  const { stats, errors, suites } = JSON.parse(readFileSync(playwrightReport, 'utf8')) as {
    stats: { expected: number; flaky: number; unexpected: number }
    errors: { message?: string }[]
    suites: PlaywrightSuite[]
  }
  const names = errors.map(({ message = '' }) => `browser tests\n${firstLines(message)}`)
  const files = suites.map((suite) => ({ file: `tests/e2e/${suite.file}`, milliseconds: look(suite) }))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, names, files }

  function look({ file, specs, suites = [] }: PlaywrightSuite): number {
    const tests = specs.flatMap(({ title, tests }) => tests.map((one) => ({ title, ...one })))
    for (const { title, status, results } of tests)
      if (status === 'unexpected' || status === 'flaky')
        names.push(`tests/e2e/${file}: ${title}\n${firstLines(results[0]?.error?.message ?? '')}`)
    const own = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    return suites.reduce((sum, suite) => sum + look(suite), own)
  }
}

/** What a step said, and what became of it. */
interface Outcome {
  step: Step
  code: number | null
  seconds: number
}

/** Runs a step. Side by side with others its output comes when it has ended, in one piece. */
async function run(step: Step, sideBySide = false): Promise<Outcome> {
  if (!sideBySide) process.stdout.write(`\n── ${step.name}\n`)
  const started = performance.now()
  const child = spawn(step.command, step.args, {
    cwd: root,
    env: { ...process.env, PROPERTY_SEED: seed, ...step.env },
    stdio: sideBySide ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const seconds = (performance.now() - started) / 1000
  if (sideBySide) process.stdout.write(`\n── ${step.name}\n${Buffer.concat(said).toString()}`)
  process.stdout.write(`── ${step.name}: ${code === 0 ? 'passed' : 'failed'} in ${seconds.toFixed(1)} s\n`)
  return { step, code, seconds }
}

function countOf({ step, code }: Outcome): Count {
  if (!step.count) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, names: [step.name] }
  try {
    const { passed, failed, names = [], files = [] } = step.count()
    return {
      passed,
      failed: code === 0 ? failed : Math.max(1, failed),
      names: code === 0 || names.length > 0 ? names : [step.name],
      files,
    }
  } catch {
    return { passed: 0, failed: 1, names: [step.name] }
  }
}

/** Runs steps side by side, as many at once as there are cores. */
async function runSideBySide(steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const left = [...steps]
  const one = async () => {
    for (let step = left.shift(); step; step = left.shift()) outcomes.push(await run(step, true))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, one))
  return outcomes
}

/** Returns the steps for the paths. A folder goes to the runners that have tests in it. */
function stepsFor(paths: string[]): Plan {
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

/** Returns what the arguments ask for. */
function planOf(args: string[]): Plan[] {
  const [option] = args
  if (option === '--rest') return [rest]
  if (option === '--all') return [first, rest]
  return [args.length > 0 ? stepsFor(args) : first]
}

const total = { passed: 0, failed: 0, names: [] as string[], files: new Map<string, number>() }
try {
  process.stdout.write(`Property tests have the seed ${seed}. PROPERTY_SEED=${seed} repeats their cases.\n`)
  for (const step of planOf(process.argv.slice(2)).flat()) {
    for (const outcome of Array.isArray(step) ? await runSideBySide(step) : [await run(step)]) {
      const { passed, failed, names = [], files = [] } = countOf(outcome)
      total.names.push(...names)
      total.passed += passed
      total.failed += failed
      for (const { file, milliseconds } of files) total.files.set(file, (total.files.get(file) ?? 0) + milliseconds)
    }
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  total.failed += 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}
if (total.names.length > 0) process.stdout.write(`\nFailed:\n${total.names.join('\n')}\n`)
const slowest = [...total.files].sort(([, a], [, b]) => b - a).slice(0, 10)
process.stdout.write(`\nSlowest: ${slowest.map(([file, ms]) => `${file} ${(ms / 1000).toFixed(0)} s`).join(', ')}\n`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1
