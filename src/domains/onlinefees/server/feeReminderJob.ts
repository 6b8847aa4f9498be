import type { Config } from '#platform/config.ts'
import { type Database, readIn, type Tx } from '#platform/database/connect.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { languageOfSchool, type School } from '#platform/school.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { type Day, schoolDay, schoolTime } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { isPhone } from '#shared/phones.ts'
import { onlineClerk, pendingStudents } from '#domains/fees/server/online.exports.ts'
import {
  joinNames,
  forEachSchool,
  runOncePerOccasion,
  payLinkParam,
  queueMessages,
  recipientsOfCurrentTerm,
} from '#domains/messaging/server/messaging.exports.ts'
import { isReminderDay } from '../onlinefees.rules.ts'
import { auditWithoutPerson } from '#platform/auditWithoutPerson.ts'
import { dueNow } from './dueNow.ts'
import { ensureReminderLinks } from './links.ts'

interface ReminderDependencies {
  database: Database
  config: Pick<Config, 'appUrl' | 'secretKey' | 'secrets'>
}

/** The time of day, in the schools' time zone, from which reminders are queued. */
const reminderTime = '10:00:00'

/** A reminder that was not sent after this time is dropped. */
const reminderValidMs = 3 * 86_400_000

/** Runs every five minutes from 10:00, so that reminders go at ten or as soon as a server runs again. */
export function feeRemindersJob(parts: ReminderDependencies): Job<never> {
  return {
    name: 'fee-reminders',
    cron: '*/5 10-19 * * *',
    // The next run tries again.
    retryLimit: 0,
    run: async () => {
      await queueFeeReminders(parts, new Date())
    },
  }
}

/**
 * Queues fee reminders for all schools whose feesDate is today; in a shorter month the last day counts as it. Each
 * phone gets one message with its children of the current term, the amount due by now (this month's fees and overdue
 * ones, with late fees, without what is being paid), and a pay link if the school has online fees. Queues once a month,
 * however many processes run it. A failing school does not stop the others.
 * @returns number of messages queued
 * @throws AggregateError at the end, when some schools failed
 */
export function queueFeeReminders({ database, config }: ReminderDependencies, now: Date): Promise<number> {
  const day = schoolDay(now)
  return forEachSchool(database, async (school) => {
    if (schoolTime(now) < reminderTime || !isReminderDay(school.feesDate, day)) return 0
    return runOncePerOccasion(database, school, { kind: 'FEE_REMINDER', occasion: day.slice(0, 7) }, (db) =>
      queueSchoolReminders(db, config, school, { now, day }),
    )
  })
}

async function queueSchoolReminders(
  db: Tx,
  config: ReminderDependencies['config'],
  school: School,
  { now, day }: { now: Date; day: Day },
): Promise<number> {
  const term = await db
    .selectFrom('terms')
    .select('id')
    .where('schoolId', '=', school.id)
    .where('current', '=', true)
    .executeTakeFirst()
  if (!term) return 0
  const clerk = onlineClerk(school.id)
  const filter = { termId: term.id, terms: 'ALL', due: 'NOW', today: day } as const
  const pending = await pendingStudents(db, school.id, clerk, filter).execute()
  const due = await dueNow(readIn(db), db, { schoolId: school.id, termId: term.id }, pending)
  const children = pending.filter(({ id, phone }) => due.has(id) && isPhone(phone) && phone !== defaultPhone)
  if (children.length === 0) return 0
  const families = [...Map.groupBy(children, (child) => child.phone)].map(([phone, siblings]) => ({
    phone,
    children: siblings.toSorted((a, b) => a.id - b.id),
  }))
  const links = school.onlineFees ? await makeLinks(db, config, school.id, { families, now }) : new Map<string, number>()
  const recipientOf = await recipientsOfCurrentTerm(db, school)
  const messages = families.map(({ phone, children: siblings }) => {
    const link = links.get(phone)
    const first = recipientOf.get(siblings[0]?.id ?? 0)
    return {
      event: `${day.slice(0, 7)}/${siblings[0]?.id}`,
      studentIds: siblings.map((child) => child.id),
      phone,
      email: first?.email ?? '',
      subject: first?.subject ?? null,
      params: {
        student: speakIn(first?.language ?? languageOfSchool(school), () => joinNames(siblings.map((child) => child.name))),
        amount: showMoney(sumMoney(siblings.map((child) => due.get(child.id) ?? 0))).replace('₹', ''),
        school: first?.schoolName ?? school.name,
        ...(link !== undefined && { [payLinkParam]: String(link) }),
      },
      expiresAt: new Date(now.getTime() + reminderValidMs),
    }
  })
  return queueMessages(db, school, 'FEE_REMINDER', messages, { day })
}

/**
 * Makes or extends each family's link and returns the link ids by phone. The address is unsealed when the message is
 * sent.
 */
async function makeLinks(
  db: Tx,
  config: ReminderDependencies['config'],
  schoolId: number,
  { families, now }: { families: readonly { phone: string }[]; now: Date },
): Promise<Map<string, number>> {
  const links = await ensureReminderLinks(db, config, {
    schoolId,
    phones: families.map((family) => family.phone),
    now,
    by: { subject: onlineClerk(schoolId).subject, name: 'Fee reminders' },
  })
  const ids = [...links.values()].slice(0, 1000)
  await auditWithoutPerson(db, schoolId, { role: 'JOB', action: 'guardianLink.make', ids, requestId: '' })
  return links
}
