import { writeFileSync } from 'node:fs'
import { signer } from '#scripts/signer.ts'
import { run, warmUp } from './clients.ts'
import { fillSchools, type SchoolSize } from './fillSchool.ts'
import { exponentOf, type GrowthAxis, growthPlot, type Point } from './growthPlot.ts'
import { asksOf, schoolWorks, tokensOf } from './schoolWorks.ts'
import { benchServer } from './server.ts'

/** How much steeper the cost may be than the answer: what the noise of a run does to the exponent. */
const tolerance = 0.15
const rounds = 3
const warm = { seconds: 1, requests: 400 }
const seconds = 0.7

const school: SchoolSize = {
  schools: 1,
  asked: 1,
  people: 1,
  students: 1000,
  sections: 20,
  terms: 1,
  days: 100,
  payments: 4,
  marksOf: 'all',
}

/** What grows, with the size of the schools at each point. */
const axes: Readonly<Record<string, { title: string; sizes: readonly number[]; at(size: number): SchoolSize }>> = {
  schools: {
    title: 'Schools of 100 students in one database',
    sizes: [1, 10, 100, 1000],
    at: (schools) => ({ ...school, schools, asked: Math.min(10, schools), students: 100, sections: 2, days: 10 }),
  },
  students: {
    title: 'Students of one school, in sections of 50',
    sizes: [500, 1500, 4000, 10_000],
    at: (students) => ({ ...school, students, sections: students / 50 }),
  },
  terms: {
    title: 'Terms of a school of 1,000 students',
    sizes: [1, 3, 10],
    at: (terms) => ({ ...school, terms }),
  },
}

/**
 * Measures what each work of `npm run bench -- school` costs one client when the data grows: the schools in the
 * database, the students of a school, the terms behind it. One thing grows at a time, in a database of its own for each
 * point. Ten of many schools are asked, so that what is known of their people stays known.
 *
 * A point is the shortest of three medians, each of another round, because other work on the machine makes requests
 * longer for some seconds. Writes `docs/pictures/growth-*.svg`, and prints by which power of the size the cost grows,
 * and by which the answer does: a list of more sections may take more time, a page of twenty rows may not.
 */
export async function growth(): Promise<void> {
  const faster: string[] = []
  for (const [name, { title, sizes, at }] of Object.entries(axes)) {
    const points: Point[][] = []
    for (const size of sizes) {
      process.stderr.write(`measuring: ${size} ${name}\n`)
      points.push(await pointsAt(size, at(size)))
    }
    const axis: GrowthAxis = { title, sizes, works: worksOf(points) }
    writeFileSync(`docs/pictures/growth-${name}.svg`, growthPlot(axis))
    faster.push(...print(name, axis))
  }
  process.stdout.write(
    faster.length === 0 ? 'nothing grows faster than what is shown\n' : `grows faster than what is shown: ${faster.join(', ')}\n`,
  )
}

/** Measures all works at one point. */
async function pointsAt(size: number, of: SchoolSize): Promise<Point[]> {
  const server = await benchServer()
  try {
    const schools = await fillSchools(server, of)
    const { url } = await server.serve()
    const tokens = await tokensOf(schools, await signer(server.ownerUrl, url))
    const works = schoolWorks(schools, of.days).map((work) => ({ name: work.name, next: asksOf(work, tokens) }))
    for (const { next } of works) await warmUp(url, 4, warm, next)
    const points = works.map(({ name }) => ({ work: name, size, cost: Number.POSITIVE_INFINITY, shown: 0 }))
    for (let round = 0; round < rounds; round++)
      for (const [nth, { next }] of works.entries()) {
        const { p50, length } = await run(url, 1, seconds, next)
        const point = points[nth] as Point
        point.cost = Math.min(point.cost, p50)
        point.shown = length
      }
    return points
  } finally {
    await server.stop()
  }
}

/** Turns points by size into points by work. */
function worksOf(points: readonly Point[][]): GrowthAxis['works'] {
  return Object.entries(Object.groupBy(points.flat(), ({ work }) => work)).map(([name, of = []]) => ({ name, points: of }))
}

/** Prints an axis, and returns the works that grow faster than their answers. */
function print(name: string, { title, sizes, works }: GrowthAxis): string[] {
  const faster: string[] = []
  const head = sizes.map((size) => size.toLocaleString('en').padStart(8)).join('')
  process.stdout.write(`${title.padEnd(42)}${head}   p50 ms; exponent: cost, answer\n`)
  for (const { name: work, points } of works) {
    const [cost, shown] = [exponentOf(points, 'cost'), exponentOf(points, 'shown')]
    const isFaster = cost > Math.max(0, shown) + tolerance
    if (isFaster) faster.push(`${work} by ${name} (${cost.toFixed(2)}, answer ${shown.toFixed(2)})`)
    const costs = points.map((point) => point.cost.toFixed(2).padStart(8)).join('')
    const verdict = isFaster ? '  faster' : ''
    process.stdout.write(
      `${work.padEnd(42)}${costs}   ${cost.toFixed(2).padStart(18)} ${shown.toFixed(2).padStart(7)}${verdict}\n`,
    )
  }
  return faster
}
