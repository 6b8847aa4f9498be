import type { Config } from '#platform/config.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { School } from '#platform/school.ts'
import { type Day, schoolDay, schoolTime } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { isPhone } from '#shared/phones.ts'
import { startedMonths, onlineClerk, studentsWithPending } from '#domains/fees/server/online.exports.ts'
import {
  joinNames,
  forEachSchool,
  runOncePerOccasion,
  payLinkParam,
  queueMessages,
  recipientsOfCurrentTerm,
} from '#domains/messaging/server/messaging.exports.ts'
import { remindedOn } from '../onlinefees.rules.ts'
import { auditWithoutPerson } from './guardian.ts'
import { linksFor } from './links.ts'

/** What the reminders need besides the database. */
interface Parts {
  database: Database
  config: Pick<Config, 'appUrl' | 'secretKey' | 'secrets'>
}

/** When the day's reminders go, in the schools' time. */
const from = '10:00:00'

/** A reminder is of no use after this, and its link works until the next one has come. */
const [freshMs, linkMs] = [3 * 86_400_000, 45 * 86_400_000]

/** Every few minutes of the day: whose day it is, is reminded at ten, or as soon after it as a server runs. */
export function feeRemindersJob(parts: Parts): Job<never> {
  return {
    name: 'fee-reminders',
    cron: '*/5 10-19 * * *',
    // The next one tries again.
    retryLimit: 0,
    run: async () => {
      await queueFeeReminders(parts, new Date())
    },
  }
}

/**
 * Reminds the guardians of all schools whose feesDate it is (the last day of a shorter month) of what is due: one message for each phone
 * with its children of the current term, what they owe for the months begun and one time, and where to pay where the school has online
 * fees. Once a month, whoever runs it; a school where it fails keeps no other waiting.
 * @returns how many messages were queued
 * @throws AggregateError at the end, when it failed for some schools
 */
export function queueFeeReminders({ database, config }: Parts, now: Date): Promise<number> {
  const day = schoolDay(now)
  return forEachSchool(database, async (school) => {
    if (schoolTime(now) < from || !remindedOn(school.feesDate, day)) return 0
    return runOncePerOccasion(database, school, { kind: 'FEE_REMINDER', occasion: day.slice(0, 7) }, (db) =>
      remind(db, config, school, { now, day }),
    )
  })
}

async function remind(db: Tx, config: Parts['config'], school: School, { now, day }: { now: Date; day: Day }): Promise<number> {
  const term = await db
    .selectFrom('terms')
    .select(['id', 'name', 'current'])
    .where('schoolId', '=', school.id)
    .where('current', '=', true)
    .executeTakeFirst()
  if (!term) return 0
  const clerk = onlineClerk(school.id)
  const children = (await studentsWithPending(db, school.id, clerk, term.id, startedMonths(term, day))).filter(
    (child) => isPhone(child.phone) && child.phone !== defaultPhone,
  )
  if (children.length === 0) return 0
  const families = [...Map.groupBy(children, (child) => child.phone)].map(([phone, of]) => ({
    phone,
    children: of.toSorted((one, other) => one.id - other.id),
  }))
  const links = school.onlineFees ? await makeLinks(db, config, school.id, { families, now }) : new Map<string, number>()
  const known = await recipientsOfCurrentTerm(db, school)
  const messages = families.map(({ phone, children: of }) => {
    const link = links.get(phone)
    const first = known.get(of[0]?.id ?? 0)
    return {
      event: `${day.slice(0, 7)}/${of[0]?.id}`,
      studentIds: of.map((child) => child.id),
      phone,
      email: first?.email ?? '',
      subject: first?.subject ?? null,
      params: {
        student: joinNames(of.map((child) => child.name)),
        amount: showMoney(sumMoney(of.map((child) => child.pending))).replace('₹', ''),
        school: first?.schoolName ?? school.name,
        ...(link !== undefined && { [payLinkParam]: String(link) }),
      },
      expiresAt: new Date(now.getTime() + freshMs),
    }
  })
  return queueMessages(db, school, 'FEE_REMINDER', messages, { day })
}

/** The id of each family's link; its address is opened when the message goes. */
async function makeLinks(
  db: Tx,
  config: Parts['config'],
  schoolId: number,
  { families, now }: { families: readonly { phone: string }[]; now: Date },
): Promise<Map<string, number>> {
  const links = await linksFor(db, config, {
    schoolId,
    phones: families.map((family) => family.phone),
    expiresAt: new Date(now.getTime() + linkMs),
    by: { subject: onlineClerk(schoolId).subject, name: 'Fee reminders' },
  })
  const ids = links.slice(0, 1000).map((link) => link.id)
  await auditWithoutPerson(db, schoolId, { role: 'JOB', action: 'guardianLink.make', ids, requestId: '' })
  return new Map(links.map((link) => [link.phone, link.id]))
}
