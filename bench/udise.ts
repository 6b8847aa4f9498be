import pg from 'pg'
import { UdiseBoardDocument, UdisePageDocument } from '#domains/udise/web/udise.graphql.ts'
import { benchAdmin, benchPassword, fill } from './fill.ts'
import { fillFees } from './fillFees.ts'
import { graphql } from './http.ts'
import { within } from './report.ts'
import { benchServer } from './server.ts'
import { timed } from './timed.ts'

const size = { schools: 3, students: 5000 }
/** Maximum p50 of a page of the grid in seconds, and of one for which what each student lacks is counted. */
const most = { page: 0.02, counted: 0.03 }

/**
 * Measures the board of UDISE+ and pages of its grid for a whole school of 5,000 students and five terms: first with
 * nothing filled in, then with all but one student in ten ready.
 * @throws when a page of the grid is over its limit
 */
export async function udise(): Promise<void> {
  const server = await benchServer()
  try {
    const { schoolId, termId } = await fill(server.ownerUrl, server.appUrl, size)
    await fillFees(server.ownerUrl)
    const { url, token } = await server.serve()
    const bearer = await token(benchAdmin, benchPassword)
    const slowest = { page: 0, counted: 0 }
    for (const state of ['nothing filled in', 'most are ready']) {
      if (state === 'most are ready') await fillIds(server.ownerUrl)
      process.stdout.write(`${state}\n`)
      const ask = async (name: string, document: { text: string }, view: object) => {
        const variables = { schoolId: String(schoolId), input: { termId: String(termId), ...view } }
        const { p50, p99 } = await timed(60, () => graphql(url, bearer, document.text, variables))
        process.stdout.write(`${`  ${name}`.padEnd(32)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`)
        return p50
      }
      await ask('board', UdiseBoardDocument, {})
      for (const [name, view] of Object.entries(views)) {
        const kind = 'sort' in view && view.sort === 'MISSING' ? 'counted' : 'page'
        slowest[kind] = Math.max(slowest[kind], await ask(name, UdisePageDocument, view))
      }
    }
    within('p50 of the slowest page', slowest.page / 1000, most.page)
    within('p50 of the slowest page by what is missing', slowest.counted / 1000, most.counted)
  } finally {
    await server.stop()
  }
}

const views = {
  'not ready': {},
  'not ready, a later page': { page: 5 },
  'without mother tongue': { item: 'motherTongueCode' },
  all: { all: true },
  'all, by name': { all: true, sort: 'NAME' },
  'most is missing first': { sort: 'MISSING' },
  'all, most is missing first': { all: true, sort: 'MISSING' },
  search: { all: true, search: 'pat' },
}

/** Fills in what the portal asks of all students but one in ten. */
async function fillIds(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(`update students set gender = 'MALE', birthdate = '2014-06-15', mother_name = 'Sunita ' || surname,
      father_name = 'Ramesh ' || surname, address = '12, Laxmi Road, Sadashiv Peth, Pune', pincode = '411030',
      phone = '98' || lpad(id::text, 8, '0'), mother_tongue_code = '20', social_category = 'GENERAL', minority_group = 'NONE',
      bpl = 'NO', ews = 'NO', cwsn = 'NO', indian_national = 'YES', out_of_school = 'NO', date_of_admission = '2021-06-15',
      stream = 'SCIENCE', previous_status = 'SAME_SCHOOL', previous_class = '3', exam_appeared = 'YES', previous_result = 'PASSED',
      previous_marks = '72', previous_days = '210',
      previous_of_term = (select terms.id from terms where terms.school_id = students.school_id and terms.current)
      where id % 10 > 0`)
    await owner.query('vacuum analyze students')
  } finally {
    await owner.end()
  }
}
