import type { DataClient } from './dataClient.ts'
import { type Answers, type KeptAnswer, takeAnswers } from './answersDatabase.ts'

/**
 * The queries whose answers stay on the device for the next visit, so that a screen that was seen once opens without a
 * connection. Nothing with Aadhaar, health, bank accounts or chat may be among them: `keptAnswers.test.ts` compares
 * their fields. A student's own page, incidents with their notes, messages (but for their number) and the audit log are
 * not kept either.
 */
export const keptQueries: ReadonlySet<string> = new Set([
  'AttendanceSummary',
  'AttendanceViewerCan',
  'Buses',
  'CertificateFormats',
  'CertificateSerials',
  'Certificates',
  'CertificatesViewerCan',
  'ChequesToClear',
  'ClassChoices',
  'Classes',
  'Clerks',
  'Counter',
  'CounterAccount',
  'Curriculum',
  'DayBook',
  'DisciplineTotals',
  'DisciplineViewerCan',
  'DocumentJobs',
  'EntriesViewerCan',
  'ExpenseCategories',
  'Expenses',
  'ExpensesViewerCan',
  'FeeCategoryPlaces',
  'FeeEntries',
  'Fees',
  'FeesChart',
  'FeesViewerCan',
  'GateBoard',
  'GateDevices',
  'GateViewerCan',
  'Holidays',
  'IdCardCounts',
  'IdCards',
  'IncidentStudents',
  'IncidentTypes',
  'LegacyImports',
  'LiveLectures',
  'MyLiveLectures',
  'MySections',
  'OnlineFeesViewerCan',
  'OwnReceipts',
  'PendingBySection',
  'PendingFees',
  'Promotions',
  'Receipt',
  'RefusedCommands',
  'RegistersOfDay',
  'ReportChoices',
  'ReportsViewerCan',
  'SchoolFigures',
  'Schools',
  'ScoreBoard',
  'ScoreSheet',
  'SectionChoices',
  'SectionMonth',
  'Sections',
  'Setup',
  'Students',
  'StudentsViewerCan',
  'Subjects',
  'Teachers',
  'Terms',
  'Today',
  'UserRoles',
  'Users',
])

/** How many answers are kept. A clerk opens hundreds of accounts a day. */
const maxKept = 150
/** How often an answer that polls bring unchanged is written again, for its time, in milliseconds. */
const rewriteMs = 60_000
/** An older answer tells nothing that is worth a look, in milliseconds: a week. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000

/**
 * Shows a client the answers of earlier visits, and keeps those that come from now on in IndexedDB. They belong to one
 * account and one build: another one starts without them, and sign-out deletes them (forgetKeptAnswers.ts).
 *
 * @param owner of `ownerOf` (answersDatabase.ts)
 */
export async function keepAnswers(client: DataClient, owner: string): Promise<void> {
  let database: Answers['database']
  try {
    const answers = await takeAnswers(owner)
    database = answers.database
    const oldest = Date.now() - maxAgeMs
    for (const { key, data, updatedAt } of answers.known)
      if (updatedAt > oldest) client.queries.setQueryData(key, data, { updatedAt })
  } catch (error) {
    // Without storage every visit asks the server first.
    console.warn(error)
    return
  }
  const written = new Map<string, { data: unknown; at: number }>()
  client.queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !keptQueries.has(String(query.queryKey[1]))) return
    if (query.state.status !== 'success' || query.state.fetchStatus !== 'idle') return
    const { data, dataUpdatedAt } = query.state
    const last = written.get(query.queryHash)
    if (last && last.data === data && dataUpdatedAt - last.at < rewriteMs) return
    written.set(query.queryHash, { data, at: dataUpdatedAt })
    void store(database, { hash: query.queryHash, key: query.queryKey, data, updatedAt: dataUpdatedAt })
  })
}

async function store(database: Answers['database'], answer: KeptAnswer): Promise<void> {
  try {
    const answers = database.transaction('answers', 'readwrite').store
    await answers.put(answer)
    const surplus = (await answers.count()) - maxKept
    let cursor = surplus > 0 ? await answers.index('updatedAt').openCursor() : null
    for (let place = 0; cursor && place < surplus; place += 1) {
      await cursor.delete()
      cursor = await cursor.continue()
    }
  } catch (error) {
    console.warn(error)
  }
}
