import { randomUUID } from 'node:crypto'
import { computeResults } from '#domains/exams/server/results.queries.ts'
import {
  selectAssessedSections,
  selectPlacedStudents,
  selectSubjects,
  selectTestScores,
} from '#domains/exams/server/results.sql.ts'
import { checkData } from '#platform/dataChecks.ts'
import { Database } from '#platform/database/connect.ts'
import { systemViewer } from '#platform/viewer.ts'
import { asOwner } from '#tests/asOwner.ts'
import { benchAdmin, benchPassword, fill } from './fill.ts'
import { componentName, fillScores, parts } from './fillScores.ts'
import { graphql } from './http.ts'
import { within } from './report.ts'
import { type BenchServer, benchServer } from './server.ts'
import { timed } from './timed.ts'

const size = { schools: 1, students: 5000 }
const assessed = { subjects: 8, components: 6 }
/**
 * What a sheet of 50 scores may take to be saved, in milliseconds; the results of the school, and over HTTP the head's
 * analysis of it and the list of where each section stands, in seconds.
 */
const most = { save: 15, results: 1, analysis: 2, standings: 1 }

const sheetFields = `sectionId subjectId part columns { component test tests highestMarks } grades { grade }
  students { studentId name roll scores { component test value changedAt changedByName } } locked { at byName }
  viewerCan { enter { allowed reason } correct { allowed } lock { allowed } unlock { allowed } }`
const save = `mutation ($schoolId: ID!, $input: ScoresForm!) { enterScores(schoolId: $schoolId, input: $input) { ${sheetFields} } }`
const sheet = `query ($schoolId: ID!, $sectionId: ID!, $subjectId: ID!, $part: String!) {
  scoreSheet(schoolId: $schoolId, sectionId: $sectionId, subjectId: $subjectId, part: $part) { ${sheetFields} } }`
const board = `query ($schoolId: ID!, $termId: ID!) { scoresMissing(schoolId: $schoolId, termId: $termId) {
  sectionId className sectionName subjectId subjectName part entered needed teachers locked { at byName } } }`
const results = `query ($schoolId: ID!, $sectionId: ID!) { results(schoolId: $schoolId, sectionId: $sectionId, part: "${parts[0]}") {
  students { studentId name roll rank outcome missing total { obtained outOf share grade }
    subjects { subject state mark { obtained outOf share grade } } } } }`
const standings = `query ($schoolId: ID!, $termId: ID!) { resultStandings(schoolId: $schoolId, termId: $termId) {
  sectionId sectionName classId className students
  periods { part incomplete started publication { id cards leftOut visibleFrom publishedAt publishedByName withdrawnAt } }
  viewerCan { publish { allowed reason } } } }`
const analysis = `query ($schoolId: ID!, $termId: ID!) { resultAnalysis(schoolId: $schoolId, termId: $termId, part: "${parts[0]}") {
  parts part students assessed failed failedInOneCount groups { kind key name marks missing mean lowest lowerQuarter median
    upperQuarter highest failed change } failedInOne { studentId name roll sectionName subject share }
  fell { studentId name roll sectionName share before } } }`

/**
 * Measures exams in a school of 5,000 students in 100 sections, 8 subjects of 6 components: a sheet of 50 scores saved
 * and read, the board of all sheets, the results of a section, the analysis, where each section stands, and the results
 * of the whole school. 240,000 scores are there.
 */
export async function exams(): Promise<void> {
  const server = await benchServer()
  try {
    const { schoolId, termId } = await fill(server.ownerUrl, server.appUrl, size)
    await fillScores(server.ownerUrl, assessed)
    await sheets(server, schoolId, termId)
    await wholeSchool(server, schoolId, termId)
  } finally {
    await server.stop()
  }
}

/** A sheet with the students of its section. */
interface Grid {
  sectionId: string
  subjectId: string
  studentIds: string[]
}

async function grids(ownerUrl: string, schoolId: number): Promise<Grid[]> {
  return asOwner<Grid>(
    ownerUrl,
    `select s.id::text as "sectionId", a.id::text as "subjectId",
       (select array_agg(e.student_id::text order by e.roll_sort, e.student_id) from enrolments e
         where e.school_id = s.school_id and e.section_id = s.id) as "studentIds"
     from sections s join assessed_subjects a on a.school_id = s.school_id and a.class_id = s.class_id
     where s.school_id = $1 order by s.id, a.sr`,
    [schoolId],
  )
}

async function sheets({ ownerUrl, serve }: BenchServer, schoolId: number, termId: number): Promise<void> {
  const all = await grids(ownerUrl, schoolId)
  const { url, token } = await serve()
  const bearer = await token(benchAdmin, benchPassword)
  const ask = (query: string, variables: object) => graphql(url, bearer, query, { schoolId: String(schoolId), ...variables })
  const say = (name: string, { p50, p99 }: { p50: number; p99: number }) =>
    process.stdout.write(`${name.padEnd(40)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`)
  let turn = 0
  /** Saves a column of 50 scores of the second part: the first time all are new. */
  const saving = async (seen: string, value: string) => {
    const { studentIds, ...grid } = all[turn % all.length] as Grid
    turn += 1
    const scores = studentIds.map((studentId) => ({ studentId, component: componentName(0), test: 1, seen, value }))
    await ask(save, { input: { key: randomUUID(), ...grid, part: parts[1], scores } })
  }
  const entered = await timed(all.length - 5, () => saving('', '17.5'))
  say('50 scores entered', entered)
  say('50 scores changed', await timed(all.length - 5, () => saving('17.5', '18')))
  const read = async () => {
    const { sectionId, subjectId } = all[turn++ % all.length] as Grid
    await ask(sheet, { sectionId, subjectId, part: parts[0] })
  }
  say('a sheet of 50 students, 6 columns, read', await timed(200, read))
  say('the board of 1,600 sheets', await timed(10, () => ask(board, { termId: String(termId) })))
  say('results of a section of 50 students', await timed(100, () => ask(results, { sectionId: all[0]?.sectionId })))
  const analysed = await timed(5, () => ask(analysis, { termId: String(termId) }))
  say('analysis of the school', analysed)
  const stood = await timed(20, () => ask(standings, { termId: String(termId) }))
  say('where 100 sections stand', stood)
  within('a sheet of 50 scores', entered.p50, most.save, 'ms')
  within('analysis of 5,000 students', analysed.p50 / 1000, most.analysis)
  within('where 100 sections stand', stood.p50 / 1000, most.standings)
}

/** Measures the results of the whole school: the rows of the database, and what the rules make of them. */
async function wholeSchool({ appUrl }: BenchServer, schoolId: number, termId: number): Promise<void> {
  const database = new Database(appUrl, { onError: () => undefined, connections: 1 })
  try {
    const { kysely: db } = database
    const scope = { termId, sectionId: null }
    const viewer = systemViewer(schoolId)
    const times: { read: number; all: number }[] = []
    for (let time = 0; time < 5; time += 1) {
      const begun = performance.now()
      const [sections, subjects, students, tests] = await database.read(schoolId, [
        selectAssessedSections(db, viewer, schoolId, { termId }),
        selectSubjects(db, schoolId, scope),
        selectPlacedStudents(db, schoolId, scope),
        selectTestScores(db, schoolId, scope),
      ] as const)
      const read = performance.now()
      const computed = computeResults({ sections, subjects, students, tests })
      if (computed.length !== size.students || computed.some(({ result }) => typeof result.parts[0]?.result === 'string'))
        throw new Error('The results are not those of all students.')
      times.push({ read: (read - begun) / 1000, all: (performance.now() - begun) / 1000 })
    }
    const [first, ...later] = times
    const best = later.map(({ all }) => all).sort((one, other) => one - other)
    process.stdout.write(
      `results of the school: first ${first?.all.toFixed(2)} s, of which read ${first?.read.toFixed(2)} s; later ${best.map((time) => time.toFixed(2)).join(', ')} s\n`,
    )
    const { findings } = await checkData(database)
    if (findings.length > 0) throw new Error(`The checks have found ${JSON.stringify(findings).slice(0, 300)}`)
    within('results of 5,000 students', best[Math.floor(best.length / 2)] ?? 0, most.results)
  } finally {
    await database.close()
  }
}
