import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { routeModules } from '#scripts/webChunks.ts'
import { demoPassword } from '../e2e/demoPassword.ts'
import { graphqlClientAs } from '../e2e/graphqlClient.ts'
import { enterAsGuardian } from '../e2e/guardian.ts'
import { queryDatabase } from '../e2e/queryDatabase.ts'
import { begin, jobs } from './dialogs.ts'

/** Who visits a page; `nobody` has not signed in. */
const roles = ['nobody', 'superadmin', 'admin', 'fees', 'teacher', 'attendant', 'student', 'guardian'] as const
export type Role = (typeof roles)[number]

const demo = '1'
const familyHome = '/family'

/** Records of the demo's first school that URLs need. */
export interface Known {
  student: string
  /** A student who owes everything. */
  debtor: string
  debtorPhone: string
  /** A disabled student without an enrolment in the current term. */
  leaver: string
  payment: string
  /** A case with an owner, of the demo teacher if there is one. */
  caseOfTeacher: string
  /** Of the last closed day. */
  closing: string
  /** Of the debtor's family. */
  guardianToken: string
  /** Token in a certificate's QR code. */
  certificate: string
  certificateId: string
  /** A scheme, a class that is assessed by it, and a sheet of the class. */
  exam: { scheme: string; classId: string; section: string; subject: string; part: string }
}

/** Names of the buttons that open a dialog, in order. */
type Press = readonly (string | RegExp)[]

interface Visit {
  as: readonly Role[]
  /** URL, when it is not the route's own. */
  at?: (known: Known) => string
  /** Dialogs to open, by tab (empty: the default tab). */
  dialogs?: Readonly<Record<string, readonly Press[]>>
}

/** Visits by route path. {@link walk} fails for a route without a visit. */
const visits: Readonly<Record<string, Visit>> = {
  '/dashboard': { as: ['admin', 'fees', 'attendant'] },
  '/users': { as: ['admin'], dialogs: { '': [[/^Edit .+/]] } },
  '/classes': { as: ['admin'] },
  '/students': { as: ['admin'] },
  '/students/:id': { as: ['admin', 'fees'], at: ({ student }) => `/students/${student}` },
  '/attendance': { as: ['admin', 'teacher'] },
  '/teacher': { as: ['teacher'] },
  '/teacherLive': { as: ['teacher'] },
  '/studentLectures': { as: ['student'] },
  '/studentLive': { as: ['student'] },
  '/gate': { as: ['admin', 'attendant'] },
  '/buses': { as: ['admin'], dialogs: { '': [['Add Bus']] } },
  '/chat': { as: ['admin', 'teacher', 'student'] },
  '/attention': { as: ['admin', 'teacher', 'fees'] },
  '/attention/:id': {
    as: ['admin', 'teacher'],
    at: ({ caseOfTeacher }) => `/attention/${caseOfTeacher}`,
    dialogs: { '': [['Record a call'], ['Close case']] },
  },
  '/discipline': { as: ['admin', 'teacher'], dialogs: { '': [[/^Record/]] } },
  '/exams': { as: ['admin', 'teacher', 'student'] },
  '/exams/marks': {
    as: ['admin'],
    at: ({ exam }) => `/exams/marks?section=${exam.section}&subject=${exam.subject}&part=${encodeURIComponent(exam.part)}`,
    dialogs: { '': [['Lock']] },
  },
  '/exams/earlier': { as: ['admin'] },
  '/exams/:kind/:id': {
    as: ['admin'],
    at: ({ exam }) => `/exams/schemes/${exam.scheme}`,
    dialogs: { '': [['Copy scheme']] },
  },
  // With the tabs inside of this one.
  '/exams, set-up': { as: ['admin'], at: () => '/exams?tab=setup' },
  // The same route with other screens.
  '/exams/:kind/:id, form': { as: ['admin'], at: ({ exam }) => `/exams/schemes/${exam.scheme}?change=yes` },
  '/exams/:kind/:id, class': { as: ['admin'], at: ({ exam }) => `/exams/classes/${exam.classId}` },
  '/messages': { as: ['admin'] },
  '/accounting': { as: ['admin'] },
  '/reports': { as: ['admin'] },
  '/lcidcard': { as: ['admin'] },
  '/money': { as: ['admin'] },
  '/fees': { as: ['fees', 'admin'] },
  '/fees/receipts/:id': { as: ['fees'], at: ({ payment }) => `/fees/receipts/${payment}` },
  '/feereminders': { as: ['fees'] },
  '/fees/close-day': { as: ['fees'] },
  '/fees/closings/:id': {
    as: ['fees', 'admin'],
    at: ({ closing }) => `/fees/closings/${closing}`,
  },
  '/onlinepayments': { as: ['fees'] },
  '/expenses': { as: ['fees'] },
  '/daybook': { as: ['fees'] },
  '/promotions': { as: ['superadmin'] },
  '/import-data': { as: ['superadmin'] },
  '/setup': { as: ['superadmin'] },
  '/schools': { as: ['superadmin'] },
  '/settings': { as: ['superadmin', 'admin'] },
  '/audit-log': { as: ['admin'] },
  '/student-data': { as: ['admin'] },
  '/government-ids': { as: ['admin'], dialogs: { '': [['Export for UDISE+']] } },
}

/** Pages without a route table: those for people who have not signed in. */
const publicVisits: readonly ((known: Known) => string)[] = [
  () => '/login',
  () => '/forgot-password',
  () => '/reset-password?token=none',
  () => '/not-a-customer',
  () => familyHome,
  ({ guardianToken }) => `/onlinefees/${guardianToken}`,
  () => '/onlinefees/no-such-link',
  () => '/verifyonlinefees?result=failure',
  ({ certificate }) => `/certificate/${certificate}`,
  () => '/certificate/none',
]

/** A stop of the walk. */
export interface Stop {
  as: Role
  /** Description of the stop for reports, such as '/fees tab pending'. */
  where: string
}

/** Returns the records of the demo's first school that URLs need. */
export async function known(): Promise<Known> {
  const one = async (statement: string) => (await queryDatabase<{ found: string }>(statement, []))[0]?.found ?? 'none'
  const ask = await graphqlClientAs('superadmin@shala.test', demoPassword)
  const makeLinks = (input: object) =>
    ask<{ makeGuardianLinks: { links: { url: string }[] } }>(
      'mutation Make($schoolId: ID!, $input: MakeLinksInput!) { makeGuardianLinks(schoolId: $schoolId, input: $input) { links { url } } }',
      { schoolId: demo, input },
    )
  const termId = await one('select id as found from terms where school_id = 1 and current')
  const debtor = await one(
    `select e.student_id as found from enrolments e join terms t on t.school_id = e.school_id and t.id = e.term_id and t.current
      where e.school_id = 1 and not exists (select from payments p where p.school_id = 1 and p.student_id = e.student_id)
        and not exists (select from concessions c where c.school_id = 1 and c.student_id = e.student_id) limit 1`,
  )
  await makeLinks({ termId, days: 30 })
  const { makeGuardianLinks } = await makeLinks({ termId, studentId: debtor })
  return {
    student: await one('select student_id as found from incidents where school_id = 1 limit 1'),
    debtor,
    debtorPhone: await one(`select phone as found from students where school_id = 1 and id = ${debtor}`),
    leaver: await one(
      `select s.id as found from students s where s.school_id = 1 and s.disabled and not exists (select from enrolments e
         join terms t on t.school_id = e.school_id and t.id = e.term_id and t.current where e.school_id = 1 and e.student_id = s.id)
         order by s.name = 'Has Left' desc, s.id limit 1`,
    ),
    payment: await one('select id as found from payments where school_id = 1 and deleted_at is null order by id desc limit 1'),
    caseOfTeacher: await one(
      `select c.id as found from attention_cases c join users u on u.school_id = c.school_id and u.id = c.owner_id
        where c.school_id = 1 and c.closed_at is null order by u.email = 'teacher@shala.test' desc, c.id limit 1`,
    ),
    closing: await one('select id as found from day_closings where school_id = 1 order by day desc, id desc limit 1'),
    guardianToken: makeGuardianLinks.links[0]?.url.split('/').at(-1) ?? '',
    certificateId: await one('select id as found from certificates where school_id = 1 order by id limit 1'),
    certificate: await one('select token as found from certificates where school_id = 1 order by id limit 1'),
    exam: await assessClass(ask, termId),
  }
}

/** Has a class of the demo assessed, if none is yet. Nothing is found by its name: an attack may stand in it. */
async function assessClass(ask: Awaited<ReturnType<typeof graphqlClientAs>>, termId: string): Promise<Known['exam']> {
  const list = async () => {
    const { classAssessments } = await ask<{ classAssessments: { classId: string; schemeId: string | null }[] }>(
      'query List($schoolId: ID!, $termId: ID!) { classAssessments(schoolId: $schoolId, termId: $termId) { classId schemeId } }',
      { schoolId: demo, termId },
    )
    return classAssessments.find(({ schemeId }) => schemeId !== null) ?? classAssessments[0]
  }
  const before = await list()
  if (before?.schemeId === null) {
    const { copyScheme } = await ask<{ copyScheme: { id: string } }>(
      'mutation Copy($schoolId: ID!, $input: SchemeCopy!) { copyScheme(schoolId: $schoolId, input: $input) { id } }',
      { schoolId: demo, input: { ready: 'cbse-6-8', name: 'Middle classes' } },
    )
    const subject = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
    await ask(
      'mutation Assess($schoolId: ID!, $input: ClassAssessmentForm!) { assessClass(schoolId: $schoolId, input: $input) { classId } }',
      {
        schoolId: demo,
        input: { classId: before.classId, seen: 0, schemeId: copyScheme.id, schemeClass: '7', subjects: [subject] },
      },
    )
  }
  const found = await list()
  const { scoresMissing } = await ask<{
    scoresMissing: { classId: string; sectionId: string; subjectId: string; part: string }[]
  }>(
    `query Sheets($schoolId: ID!, $termId: ID!) {
      scoresMissing(schoolId: $schoolId, termId: $termId) { classId sectionId subjectId part } }`,
    { schoolId: demo, termId },
  )
  const sheet = scoresMissing.find(({ classId }) => classId === found?.classId)
  return {
    scheme: found?.schemeId ?? 'none',
    classId: found?.classId ?? 'none',
    section: sheet?.sectionId ?? 'none',
    subject: sheet?.subjectId ?? 'none',
    part: sheet?.part ?? 'none',
  }
}

/** Starts a lecture that the demo's student can join, so that the pages of live lectures show something. */
export async function startLecture(): Promise<void> {
  const [place] = await queryDatabase<{ sectionId: string; classId: string; termId: string }>(
    `select e.section_id as "sectionId", s.class_id as "classId", e.term_id as "termId" from enrolments e
       join sections s on s.school_id = e.school_id and s.id = e.section_id
       join terms t on t.school_id = e.school_id and t.id = e.term_id and t.current
       join students st on st.school_id = e.school_id and st.id = e.student_id
       join logins l on l.school_id = st.school_id and l.student_id = st.id
       join auth."user" u on u.id::text = l.subject::text
      where e.school_id = 1 and u.email = 'student@shala.test'`,
    [],
  )
  const ask = await graphqlClientAs('superadmin@shala.test', demoPassword)
  const { classId, sectionId, termId } = place ?? {}
  await ask(
    'mutation Start($schoolId: ID!, $input: StartLecturesInput!) { startLectures(schoolId: $schoolId, input: $input) { items { id } } }',
    { schoolId: demo, input: { key: randomUUID(), termId, items: [{ classId, sectionId, subjectId: '0', bookId: '0' }] } },
  )
}

/** Adds a section of two students, one disabled, to the previous term, so that someone can be promoted and erased. */
export async function fillPreviousTerm(): Promise<void> {
  const [third] = await queryDatabase<{ id: string; termId: string }>(
    `select c.id, c.term_id as "termId" from classes c join terms t on t.school_id = c.school_id and t.id = c.term_id
      where c.school_id = 1 and c.name = '3' and t.name < (select name from terms where school_id = 1 and current)
      order by t.name desc limit 1`,
    [],
  )
  const ask = await graphqlClientAs('superadmin@shala.test', demoPassword)
  const of = (document: string, input: object) => ask(document, { schoolId: demo, input })
  await of('mutation Add($schoolId: ID!, $input: SectionForm!) { addSection(schoolId: $schoolId, input: $input) { id } }', {
    classId: third?.id,
    name: 'Z',
    sr: 1,
    notificationTime: '',
    teacherIds: [],
  })
  await of(
    'mutation Import($schoolId: ID!, $input: StudentImport!) { importStudents(schoolId: $schoolId, input: $input) { __typename } }',
    {
      termId: third?.termId,
      rows: ['Moves Up', 'Has Left'].map((name, place) => ({
        roll: String(place + 1),
        class: '3',
        section: 'Z',
        name,
        phone: '9811100000',
      })),
    },
  )
  const [left] = await queryDatabase<{ id: string }>("select id from students where school_id = 1 and name = 'Has Left'", [])
  // Nobody who owes fees is erased, and the demo's rules have given them some.
  const place = { studentId: left?.id, termId: third?.termId }
  const { studentFeeCategories } = await ask<{ studentFeeCategories: { id: string }[] }>(
    'query Of($schoolId: ID!, $input: StudentFeeCategoriesView!) { studentFeeCategories(schoolId: $schoolId, input: $input) { id } }',
    { schoolId: demo, input: place },
  )
  await of(
    'mutation Set($schoolId: ID!, $input: StudentFeeCategoriesForm!) { setStudentFeeCategories(schoolId: $schoolId, input: $input) { id } }',
    { ...place, feeCategoryIds: [], seen: studentFeeCategories.map(({ id }) => id) },
  )
  await of(
    'mutation Off($schoolId: ID!, $input: StudentDisabled!) { setStudentDisabled(schoolId: $schoolId, input: $input) { __typename } }',
    { id: left?.id, disabled: true },
  )
}

/** Signs in. A super administrator chooses the demo's first school. */
export async function enter(page: Page, role: Role, { remember = false } = {}): Promise<void> {
  if (role === 'nobody') return
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(`${role}@shala.test`)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  if (remember) await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible({ timeout: 20_000 })
  if (role !== 'superadmin') return
  // By its current name: with an attack in front it is not the first of the list any more.
  const [school] = await queryDatabase<{ name: string }>('select name from schools where id = 1', [])
  await page
    .getByRole('list', { name: 'Schools' })
    .getByRole('button')
    .filter({ hasText: school?.name ?? '' })
    .click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Waits until nothing loads. Polling pages are never idle for long. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0, { timeout: 20_000 })
}

/** Returns the paths of the routes without a visit. */
export function unvisitedRoutes(): string[] {
  return routeModules().flatMap(([path]) => (visits[path] === undefined ? [path] : []))
}

/**
 * Opens every screen, each of its tabs and the main jobs as each role that can see it, and calls `look`.
 * @param look may change the page's size and colours, and must leave dialogs open
 * @param prepare runs before a page's first URL is opened
 * @throws Error when a route has no visit
 */
export async function walk(
  browser: Browser,
  given: {
    known: Known
    only?: string | undefined
    /** Roles to visit as; by default all. */
    roles?: readonly string[] | undefined
    /** Opens the main jobs too; they look for the demo's own texts. */
    withJobs?: boolean
    prepare?: (page: Page) => Promise<void>
    look: (page: Page, stop: Stop) => Promise<void>
  },
): Promise<number> {
  const missing = unvisitedRoutes()
  if (missing.length > 0) throw new Error(`No visit for ${missing.join(', ')}: add it to tests/browser/walk.ts.`)
  let stops = 0
  for (const as of roles) {
    if (given.roles && !given.roles.includes(as)) continue
    const wanted = (path: string) => given.only === undefined || path.startsWith(given.only)
    const routes = pathsOf(as, given.known).filter(([path]) => wanted(path))
    const open = jobs.filter((job) => given.withJobs && job.as === as && wanted(job.path))
    if (routes.length + open.length === 0) continue
    const context = await browser.newContext({
      baseURL: process.env.E2E_URL ?? '',
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      locale: 'en-IN',
    })
    const page = await context.newPage()
    await given.prepare?.(page)
    if (as === 'guardian') await enterAsGuardian(context, given.known.debtorPhone)
    else await enter(page, as)
    const paths = as === 'guardian' ? await familyPaths(page) : routes
    const look = async (where: string) => {
      await settled(page)
      await given.look(page, { as, where })
      stops += 1
    }
    for (const [path, dialogs] of paths) {
      await page.goto(path)
      await settled(page)
      const tabs = await page
        .locator('[role=tab][id^=tab-]:not([disabled])')
        .evaluateAll((found) => found.map(({ id }) => id.slice('tab-'.length)))
      for (const tab of tabs.length > 0 ? tabs : ['']) {
        if (tab !== '') await page.locator(`[id="tab-${tab}"]`).click()
        await look(`${path}${tab === '' ? '' : ` tab ${tab}`}`)
        for (const press of dialogs[tab] ?? (tab === tabs[0] ? dialogs[''] : undefined) ?? []) {
          for (const name of press) await page.getByRole('button', { name }).first().click({ timeout: 10_000 })
          await page.getByRole('dialog').waitFor()
          await look(`${path} ${press.join(', ')}`)
          await page.keyboard.press('Escape')
          await expect(page.getByRole('dialog')).toHaveCount(0)
        }
      }
    }
    for (const job of open) {
      await begin(page, job, given.known)
      await look(`${job.path}, ${job.name}`)
    }
    await context.close()
  }
  return stops
}

type Path = [path: string, dialogs: NonNullable<Visit['dialogs']>]

/** Returns the pages of a family's place by following its links: their addresses name a place by a hash. */
async function familyPaths(page: Page): Promise<Path[]> {
  const found = new Set([familyHome])
  // A set is gone through to its end, also to what is added meanwhile.
  for (const path of found) {
    await page.goto(path)
    await settled(page)
    const links = await page
      .locator(`a[href^="${familyHome}/"]`)
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    for (const link of links) found.add(link)
  }
  return [...found].map((path) => [path, {}])
}

function pathsOf(as: Role, found: Known): Path[] {
  if (as === 'guardian') return [[familyHome, {}]]
  if (as === 'nobody') return publicVisits.map((at) => [at(found), {}])
  return Object.entries(visits)
    .filter(([, visit]) => visit.as.includes(as))
    .map(([path, visit]) => [visit.at?.(found) ?? path, visit.dialogs ?? {}])
}
