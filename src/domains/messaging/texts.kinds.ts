import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { t } from '#shared/texts.ts'
import type { MessageKind } from './messaging.rules.ts'

/** The channels whose texts are registered at a provider. */
export const templateChannels = ['WHATSAPP', 'SMS'] as const
export type TemplateChannel = (typeof templateChannels)[number]

/** A placeholder in a text, such as `{{student}}`, that each message replaces by its own value. */
export interface Variable {
  name: string
  /** Explains the variable to the author of a template. */
  about: string
  /** An example value, for previews of a template. */
  sample: string
  /**
   * Whether the value may be shortened where a channel limits its length. Only names and notes may: a shortened amount
   * or link would be wrong.
   */
  canShorten: boolean
}

const variable = (name: string, about: () => string, sample: string, canShorten: boolean): Variable => ({
  name,
  get about() {
    return about()
  },
  sample,
  canShorten,
})
const exact = (name: string, about: () => string, sample: string): Variable => variable(name, about, sample, false)
const shortenable = (name: string, about: () => string, sample: string): Variable => variable(name, about, sample, true)

const student = shortenable('student', () => t`The student, or all of them for siblings`, 'Asha Patil')
const section = shortenable('section', () => t`Class and section`, '7-B')
const school = shortenable('school', () => t`The school’s name, or the name that the class uses for it`, 'Green Valley School')
const day = exact('day', () => t`The day of the event`, '22 Nov 2026')
const login = exact('login', () => t`The e-mail the student signs in with`, 'asha.12@school.in')
const link = exact(
  'link',
  () => t`The address of the payment page, or - where the school has no online fees`,
  'https://app.school.in/1-abcDEF2345',
)
const code = exact('code', () => t`The end of that address, for a text that is registered with its beginning`, '1-abcDEF2345')
const address = exact('address', () => t`The address of the sign-in page`, 'https://app.school.in')

/** A kind's label, its variables, and its default text. Families read the text and the title; staff read the rest. */
export interface KindOfMessage {
  label: string
  variables: readonly Variable[]
  text: string
  /** The title of the notification and the subject of the e-mail. */
  title: string
}

export const kindsOfMessages: Readonly<Record<MessageKind, KindOfMessage>> = saidWhenRead({
  LOGIN_DETAILS: {
    label: () => t`Login details`,
    title: 'Your login',
    variables: [
      student,
      school,
      login,
      address,
      exact('code', () => t`A one-time code that replaces the first password, created when the message is sent`, 'K7QM-3VXD'),
    ],
    text: 'Dear parent, {{student}} can sign in at {{address}} with {{login}} and the one-time code {{code}} as password, within 7 days. {{school}}',
  },
  LOGIN_REMINDER: {
    label: () => t`Login reminder`,
    title: 'Your login',
    variables: [student, school, login, address],
    text: 'Dear parent, {{student}} signs in at {{address}} with {{login}}. If the password is lost, choose Forgot password there. {{school}}',
  },
  SIGN_IN_CODE: {
    label: () => t`Sign-in code`,
    title: 'Your sign-in code',
    variables: [exact('code', () => t`The six-digit code, created when the message is sent`, '482913')],
    text: '{{code}} is your code to sign in. It is valid for 10 minutes. Do not share it with anybody.',
  },
  ABSENCE: {
    label: () => t`Absence`,
    title: 'Absent',
    variables: [
      student,
      section,
      day,
      school,
      shortenable('subjects', () => t`The subjects missed, or - for the whole day`, 'Maths, Science'),
    ],
    text: 'Dear parent, {{student}} of {{section}} was absent on {{day}}. {{school}}',
  },
  LATE: {
    label: () => t`Late`,
    title: 'Late',
    variables: [
      student,
      section,
      day,
      school,
      shortenable('subjects', () => t`The subjects, or - for the whole day`, 'Maths, Science'),
    ],
    text: 'Dear parent, {{student}} of {{section}} came late on {{day}}. {{school}}',
  },
  FEE_REMINDER: {
    label: () => t`Fee reminder`,
    title: 'Fees',
    variables: [student, school, exact('amount', () => t`The amount to pay, in rupees`, '1,800.00'), link, code],
    text: 'Dear parent, fees of Rs.{{amount}} are due for {{student}}. {{link}} {{school}}',
  },
  PAY_LINK: {
    label: () => t`Pay link`,
    title: 'Fees',
    variables: [student, school, exact('amount', () => t`The amount to pay, in rupees`, '1,800.00'), link, code],
    text: 'Dear parent, fees of Rs.{{amount}} for {{student}} can be paid here: {{link}} {{school}}',
  },
  WEEKLY: {
    label: () => t`Weekly summary`,
    title: 'The last week',
    variables: [
      student,
      section,
      school,
      exact('present', () => t`Days present in the last seven`, '5'),
      exact('taken', () => t`Days on which attendance was taken`, '6'),
      exact('from', () => t`The first of the seven days`, '16 Nov 2026'),
      exact('to', () => t`The last of the seven days`, '22 Nov 2026'),
    ],
    text: 'Dear parent, {{student}} of {{section}} was present on {{present}} of {{taken}} days from {{from}} to {{to}}. {{school}}',
  },
  TIMETABLE: {
    label: () => t`Timetable summary`,
    title: "The day's lectures",
    variables: [
      student,
      section,
      day,
      school,
      exact('lectures', () => t`The lectures of the day with P, A or L`, 'Maths P, Science A'),
    ],
    text: 'Dear parent, {{student}} of {{section}} on {{day}}: {{lectures}}. {{school}}',
  },
  RECEIPT: {
    label: () => t`Receipt`,
    title: 'Fees received',
    variables: [
      student,
      section,
      school,
      exact('amount', () => t`The amount received, in rupees`, '1,500.00'),
      exact('receipt', () => t`The receipt number`, 'GV/2026-27/123'),
      exact('day', () => t`The day of the payment`, '22 Nov 2026'),
      exact('mode', () => t`The payment mode`, 'cash'),
    ],
    text: 'Dear parent, Rs.{{amount}} was received for {{student}} on {{day}} ({{mode}}), receipt {{receipt}}. {{school}}',
  },
  DISCIPLINE: {
    label: () => t`Discipline`,
    title: 'An incident',
    variables: [
      student,
      section,
      day,
      school,
      exact('incident', () => t`What happened`, 'Homework not done'),
      exact('points', () => t`Its points, with + or -`, '-2'),
      shortenable('note', () => t`The note, or - when there is none`, 'Third time this week'),
      shortenable('action', () => t`The action taken, or - when there was none`, 'Talked with the class teacher'),
    ],
    text: 'Dear parent, {{student}} of {{section}} on {{day}}: {{incident}} ({{points}} points). {{note}} {{school}}',
  },
  NOTICE: {
    label: () => t`Notice`,
    title: 'A notice of the school',
    variables: [
      student,
      section,
      school,
      day,
      exact('text', () => t`The text written when the notice is sent`, 'School closes at 12 on Friday'),
    ],
    text: 'Dear parent, {{text}} {{school}}',
  },
  CHAT: {
    label: () => t`Chat`,
    title: 'A new message',
    variables: [
      exact('from', () => t`Who wrote the message`, 'Class teacher'),
      exact('text', () => t`The beginning of the message`, 'Please see me'),
    ],
    text: '{{from}}: {{text}}',
  },
})
