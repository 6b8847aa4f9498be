import { createHash } from 'node:crypto'
import { registeredKinds } from '#domains/messaging/messaging.rules.ts'
import { hiddenCode } from '#domains/messaging/oneTimeCode.rules.ts'
import { ownTexts } from '#domains/messaging/ownTexts.ts'
import { joinNames } from '#domains/messaging/texts.rules.ts'
import { typedLanguageParam } from '#domains/messaging/typedText.rules.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Tx } from '#platform/database/connect.ts'
import { addDays, type Day, indiaOffset, schoolDay } from '#shared/dates.ts'
import type { Clerk, DemoStudent } from './fees.ts'
import { inventor } from './invent.ts'
import { demoYear } from './schoolYear.ts'
import { type Batch, storeBatch } from './messageHistory.ts'
import type { DemoSchool } from './schools.ts'
import { storeAll } from './store.ts'

/** The school, the term, the moment and the people of the demo's messages. */
export interface DemoMessaging {
  schoolId: number
  termId: number
  school: DemoSchool
  now: Date
  /** The SUPERADMIN, who sends login details. */
  owner: Clerk
  /** An ADMIN, who sends notices. */
  head: Clerk
}

/** The price of a message by channel, in paise. */
const prices = { WHATSAPP: 12, SMS: 18 } as const

/** The notices of a school, by the beginning of their texts in English and Marathi. */
const notices = [
  ['Notice', { en: 'Dear parent,', mr: 'प्रिय पालक,' }],
  ['Holiday', { en: 'Dear parent, the school stays closed:', mr: 'प्रिय पालक, शाळेला सुट्टी राहील:' }],
  [
    'Parents meeting',
    {
      en: 'Dear parent, you are invited to the parents meeting:',
      mr: 'प्रिय पालक, पालक सभेस उपस्थित राहावे:',
    },
  ],
] as const

/** The languages that the school has registered texts in. */
const registeredLanguages = ['en', 'mr'] as const

/** The variables with long values, and how many variables of an SMS (thirty characters each) such a value may take. */
const longOnes: Readonly<Record<string, number>> = { text: 4, lectures: 4, link: 2, subjects: 2, note: 2, incident: 2 }

/**
 * Adds templates with made-up ids for all message kinds, and messages in every state but SENDING: login details, a
 * holiday notice to everybody, an invitation that waits for the next morning.
 */
export async function addMessaging(db: Tx, demo: DemoMessaging, students: readonly DemoStudent[]): Promise<void> {
  const { schoolId, school, now, owner, head } = demo
  const templates = await addTemplates(db, demo)
  if (school.settings.feesModule === true && school.settings.whatsapp === true)
    await db.insertInto('messageKinds').values({ schoolId, kind: 'RECEIPT', enabled: true, changedByName: head.name }).execute()
  const today = schoolDay(now)
  const enabled = students.slice(0, students.length - school.leaving)
  const textOf = (kind: string, name: string, channel: string) =>
    templates.find((one) => one.kind === kind && one.name === name && one.channel === channel && one.language === 'en')?.text ??
    ''
  const common = { schoolId, whatsapp: school.settings.whatsapp === true, invent: inventor(1996), prices, textOf }

  const first = enabled.filter((one) => one.className === school.classes[0])
  await storeBatch(db, {
    ...common,
    kind: 'LOGIN_DETAILS',
    name: '',
    by: owner,
    at: at(addDays(today, -9), '11:20'),
    ...(await sectionsOf(db, demo, first)),
    messages: first.map((student) => ({
      students: [student],
      params: {
        student: student.name,
        school: school.settings.name,
        address: `https://app.${school.domain}`,
        login: `${student.registerNo}@${school.domain}`.toLowerCase(),
        code: hiddenCode,
      },
    })),
  })
  const families = [...Map.groupBy(enabled, (one) => one.phone).values()]
  const notice = (text: string) => (children: readonly DemoStudent[]) => ({
    students: children,
    params: {
      school: school.settings.name,
      text,
      [typedLanguageParam]: 'en',
      day: today,
      student: joinNames(
        children.map((one) => one.name),
        60,
      ),
      section: [...new Set(children.map((one) => `${one.className}-${one.sectionName}`))].join(', '),
    },
  })
  await storeBatch(db, {
    ...common,
    kind: 'NOTICE',
    name: 'Holiday',
    by: head,
    at: at(addDays(today, -2), '16:05'),
    text: 'on Monday, for the elections.',
    audience: 0,
    sectionIds: [],
    messages: families.map(notice('on Monday, for the elections.')),
  })
  const oldest = enabled.filter((one) => one.className === school.classes.at(-1))
  const invited = [...Map.groupBy(oldest, (one) => one.phone).values()]
  await storeBatch(db, {
    ...common,
    kind: 'NOTICE',
    name: 'Parents meeting',
    by: head,
    at: new Date(now.getTime() - 12 * 60_000),
    text: 'on Saturday at 10, in the hall.',
    ...(await sectionsOf(db, demo, oldest)),
    waitsUntil: at(addDays(today, 1), '08:00'),
    messages: invited.map(notice('on Saturday at 10, in the hall.')),
  })
}

function at(day: Day, time: string): Date {
  return new Date(`${day}T${time}:00${indiaOffset}`)
}

async function sectionsOf(db: Tx, { schoolId, termId }: DemoMessaging, students: readonly DemoStudent[]) {
  const rows = await db
    .selectFrom('sections')
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .select('sections.id')
    .where('sections.schoolId', '=', schoolId)
    .where('sections.termId', '=', termId)
    .where('classes.name', 'in', [...new Set(students.map((one) => one.className))])
    .orderBy('sections.id')
    .execute()
  return { audience: 1, sectionIds: rows.map((row) => row.id) } satisfies Pick<Batch, 'audience' | 'sectionIds'>
}

interface Template {
  kind: string
  name: string
  channel: 'WHATSAPP' | 'SMS'
  language: (typeof registeredLanguages)[number]
  text: string
}

async function addTemplates(db: Tx, { schoolId, school, owner, now }: DemoMessaging): Promise<Template[]> {
  const texts = registeredLanguages.flatMap((language) =>
    registeredKinds.flatMap<Omit<Template, 'channel'>>((kind) =>
      kind === 'NOTICE'
        ? notices.map(([name, start]) => ({ kind, name, language, text: `${start[language]} {{text}} {{school}}` }))
        : [{ kind, name: '', language, text: ownTexts[language][kind].text }],
    ),
  )
  const channels = school.settings.whatsapp === true ? (['WHATSAPP', 'SMS'] as const) : (['SMS'] as const)
  const templates = channels.flatMap((channel) =>
    texts.map(({ text, ...one }) => ({ ...one, channel, text: channel === 'SMS' ? inPieces(text) : text })),
  )
  await storeAll(
    db,
    'messageTemplates',
    templates.map((template, place) => ({
      ...template,
      schoolId,
      price: prices[template.channel],
      version: 1,
      changedByName: owner.name,
      whatsappName: template.channel === 'WHATSAPP' ? nameAtWhatsApp(template) : '',
      dltTemplateId: template.channel === 'SMS' ? String(1_107_161_500_000_000 + schoolId * 1_000_003 + place * 7919) : '',
      smsTemplateId: template.channel === 'SMS' ? idAtMsg91(schoolId, place) : '',
      changedAt: new Date(`${demoYear(schoolDay(now))}-06-10T06:00:00Z`),
    })),
  )
  return templates
}

function idAtMsg91(schoolId: number, place: number): string {
  return createHash('sha256').update(`${schoolId}/${place}`).digest('hex').slice(0, 24)
}

function nameAtWhatsApp({ kind, name }: Template): string {
  // WhatsApp has one name for a template in all its languages.
  return (name === '' ? kind : name).toLowerCase().replace(/\W+/g, '_')
}

/** Returns a text with the additional variables in which long values continue. */
function inPieces(text: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const more = Array.from({ length: (longOnes[name] ?? 1) - 1 }, (_, place) => `{{${name}${place + 2}}}`)
    return [whole, ...more].join('')
  })
}
