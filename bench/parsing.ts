import { parse } from 'graphql'
import { renderText, textProblem } from '#domains/messaging/texts.rules.ts'
import { documentProblem } from '#platform/graphql/documentLimits.ts'
import { jsonLimits, shapeProblem } from '#platform/http/jsonShape.ts'
import { parseFile } from '#shared/parseFile.ts'

/** Four times as much takes four times as long; time that grows with the square takes sixteen times as long. */
const mostRatio = 8
/** The fastest of these counts: other programs can only slow one down. */
const turns = 10

/** What is read, by its name: something of so many parts, and what reads it. */
const readings: Readonly<Record<string, { parts: number; of: (parts: number) => () => unknown }>> = {
  'CSV: lines of students': {
    parts: 10_000,
    of: (parts) => {
      const bytes = encoded(`name,phone,email\n${'आशा "पाटील",9876543210,asha@school.test\n'.repeat(parts)}`)
      return () => parseFile(bytes)
    },
  },
  'CSV: empty lines, which are refused': {
    parts: 1_000_000,
    of: (parts) => {
      const bytes = encoded(`name,phone\n${',,,\n'.repeat(parts)}`)
      return () => parseFile(bytes).catch(() => undefined)
    },
  },
  'JSON: rows of an import': {
    parts: 50_000,
    of: (parts) => {
      const json = `{"rows":[${'{"name":"आशा","phones":["1","2"]},'.repeat(parts)}{}]}`
      return () => shapeProblem(json)
    },
  },
  'JSON: names of one object': {
    parts: jsonLimits.members / 5,
    of: (parts) => {
      const json = `{${Array.from({ length: parts }, (_, nth) => `"k${nth}":1`).join()}}`
      return () => {
        for (let turn = 0; turn < 200; turn += 1) shapeProblem(json)
      }
    },
  },
  'document: fragments that double': {
    parts: 500,
    of: (parts) => {
      const fragments = Array.from({ length: parts }, (_, at) => `fragment f${at} on Q { ...f${at + 1} ...f${at + 1} }`)
      const document = parse(`{ ...f0 } ${fragments.join(' ')} fragment f${parts} on Q { a }`)
      return () => {
        for (let turn = 0; turn < 100; turn += 1) documentProblem(document)
      }
    },
  },
  'text: spaces in a variable': {
    parts: 1_000_000,
    of: (parts) => {
      const text = `a{{${' '.repeat(parts)}x`
      return () => {
        textProblem('NOTICE', 'SMS', text)
        renderText('NOTICE', 'SMS', text, { text: `${text}x` })
      }
    },
  },
  'text: brackets': {
    parts: 1_000_000,
    of: (parts) => {
      const text = `${'{{'.repeat(parts)}}}`
      return () => textProblem('NOTICE', 'SMS', text)
    },
  },
}

const encoded = (text: string) => new TextEncoder().encode(text)

/** Measures whether what reads files, bodies, documents and texts takes time that grows with their length alone. */
export async function parsing(): Promise<void> {
  process.stdout.write(`${'what is read'.padEnd(38)}${'parts'.padStart(10)}${'a second'.padStart(12)}${'4n / n'.padStart(8)}\n`)
  for (const [name, { parts, of }] of Object.entries(readings)) {
    const [once, fourTimes] = [of(parts), of(4 * parts)]
    let [least, leastOfFour] = [Infinity, Infinity]
    for (let turn = 0; turn < turns; turn += 1) {
      least = Math.min(least, await milliseconds(once))
      leastOfFour = Math.min(leastOfFour, await milliseconds(fourTimes))
    }
    const ratio = leastOfFour / least
    if (ratio > mostRatio) process.exitCode = 1
    const columns = [String(parts).padStart(10), ((1000 * parts) / least).toFixed(0).padStart(12), ratio.toFixed(2).padStart(8)]
    process.stdout.write(`${name.padEnd(38)}${columns.join('')}${ratio > mostRatio ? `  MORE THAN ${mostRatio}` : ''}\n`)
  }
}

async function milliseconds(run: () => unknown): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}
