/**
 * `npm run faults -- NAME [--seed N] …`: injects faults and checks that the books agree. Exits 1 on a violation, and 2
 * when the run is impossible on this machine. Without a name it lists the runs.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { CannotStart } from '#platform/cannotStart.ts'
import { carryOut, type Run, runs } from './runs.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)
const [name = '', ...words] = process.argv.slice(2)
const run = Object.hasOwn(runs, name) ? runs[name] : undefined
const asked = run && read(run)
if (!run || !asked) {
  for (const [known, { options, flags = [], texts = {} }] of Object.entries(runs)) {
    const said = [
      ...Object.entries(options).map(([option, usual]) => `--${option} ${usual}`),
      ...Object.entries(texts).map(([option, what]) => `--${option} ${what}`),
      ...flags.map((flag) => `--${flag}`),
    ]
    console.error(`npm run faults -- ${known} ${[...said, '--seed N'].map((one) => `[${one}]`).join(' ')}`)
  }
  process.exit(1)
}

say(`seed ${asked.seed}`)
try {
  const { wrong, last } = await carryOut(run, { ...asked, say })
  for (const one of wrong.slice(0, 30)) say(one)
  say(wrong.length === 0 && last !== undefined ? last : `wrong ${wrong.length}`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exitCode = 2
}

/** Parses the options; undefined for an unknown option or a value that is not a number. */
function read({ options, flags = [], texts = {} }: Run) {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        ...Object.fromEntries(
          ['seed', ...Object.keys(options), ...Object.keys(texts)].map((option) => [option, { type: 'string' as const }]),
        ),
        ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
      },
    })
    const given = Object.fromEntries(Object.entries(options).map(([option, usual]) => [option, Number(values[option] ?? usual)]))
    const seed = Number(values.seed ?? randomInt(1, 1_000_000_000))
    if (![seed, ...Object.values(given)].every((number) => Number.isSafeInteger(number) && number >= 0)) return undefined
    return {
      seed,
      given,
      flags: new Set(flags.filter((flag) => values[flag] === true)),
      texts: new Map(Object.keys(texts).flatMap((name) => (values[name] === undefined ? [] : [[name, String(values[name])]]))),
    }
  } catch {
    return undefined
  }
}
