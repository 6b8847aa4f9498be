import type { MessageKind } from './messaging.rules.ts'

/** The channels whose texts are registered at a provider. */
export const templateChannels = ['WHATSAPP', 'SMS'] as const
export type TemplateChannel = (typeof templateChannels)[number]

/** A place in a text that each message fills: `{{student}}`. */
export interface Variable {
  name: string
  /** What it stands for, in words for who writes a text. */
  about: string
  /** For a text without a message. */
  sample: string
  /** A name or a note may be cut where a channel has no room for it; anything else would say something else. */
  cut: boolean
}

const said = (name: string, about: string, sample: string): Variable => ({ name, about, sample, cut: false })
const named = (name: string, about: string, sample: string): Variable => ({ name, about, sample, cut: true })

const student = named('student', 'The student; of siblings, all of them', 'Asha Patil')
const section = named('section', 'Class and section', '7-B')
const school = named('school', "The school, or the class's own name of it", 'Green Valley School')
const day = said('day', 'The day it is about', '22 Nov 2026')
const login = said('login', 'The e-mail the student signs in with', 'asha.12@school.in')
const link = said('link', 'Where to pay online; - where the school has no online fees', 'https://app.school.in/1-abcDEF2345')
const code = said('code', 'The end of that address, for a text that has its beginning registered', '1-abcDEF2345')
const address = said('address', 'Where to sign in', 'https://app.school.in')

/** How a kind is called, what its texts can name, and what is said where the school has registered no text of its own. */
export interface KindOfMessage {
  label: string
  variables: readonly Variable[]
  text: string
  /** What stands above it, on a device and as the subject of an e-mail. */
  title: string
}

export const kindsOfMessages: Readonly<Record<MessageKind, KindOfMessage>> = {
  LOGIN_DETAILS: {
    label: 'Login details',
    title: 'Your login',
    variables: [
      student,
      school,
      login,
      address,
      said('code', 'A one-time code in the place of the first password, made when the message is sent', 'K7QM-3VXD'),
    ],
    text: 'Dear parent, {{student}} can sign in at {{address}} with {{login}} and the one-time code {{code}} as password, within 7 days. {{school}}',
  },
  LOGIN_REMINDER: {
    label: 'Login reminder',
    title: 'Your login',
    variables: [student, school, login, address],
    text: 'Dear parent, {{student}} signs in at {{address}} with {{login}}. If the password is lost, choose Forgot password there. {{school}}',
  },
  SIGN_IN_CODE: {
    label: 'Sign-in code',
    title: 'Your sign-in code',
    variables: [said('code', 'The code of six digits, made when the message is sent', '482913')],
    text: '{{code}} is your code to sign in. It is valid for 10 minutes. Do not share it with anybody.',
  },
  ABSENCE: {
    label: 'Absence',
    title: 'Absent',
    variables: [student, section, day, school, named('subjects', 'The subjects missed; - where it is the day', 'Maths, Science')],
    text: 'Dear parent, {{student}} of {{section}} was absent on {{day}}. {{school}}',
  },
  LATE: {
    label: 'Late',
    title: 'Late',
    variables: [student, section, day, school, named('subjects', 'The subjects; - where it is the day', 'Maths, Science')],
    text: 'Dear parent, {{student}} of {{section}} came late on {{day}}. {{school}}',
  },
  FEE_REMINDER: {
    label: 'Fee reminder',
    title: 'Fees',
    variables: [student, school, said('amount', 'What is to be paid, in rupees', '1,800.00'), link, code],
    text: 'Dear parent, fees of Rs.{{amount}} are due for {{student}}. {{link}} {{school}}',
  },
  PAY_LINK: {
    label: 'Pay link',
    title: 'Fees',
    variables: [student, school, said('amount', 'What is to be paid, in rupees', '1,800.00'), link, code],
    text: 'Dear parent, fees of Rs.{{amount}} for {{student}} can be paid here: {{link}} {{school}}',
  },
  WEEKLY: {
    label: 'Weekly summary',
    title: 'The last week',
    variables: [
      student,
      section,
      school,
      said('present', 'Days present in the last seven', '5'),
      said('taken', 'Days on which attendance was taken', '6'),
      said('from', 'The first of the seven days', '16 Nov 2026'),
      said('to', 'The last of them', '22 Nov 2026'),
    ],
    text: 'Dear parent, {{student}} of {{section}} was present on {{present}} of {{taken}} days from {{from}} to {{to}}. {{school}}',
  },
  TIMETABLE: {
    label: 'Timetable summary',
    title: "The day's lectures",
    variables: [student, section, day, school, said('lectures', 'The lectures of the day with P, A or L', 'Maths P, Science A')],
    text: 'Dear parent, {{student}} of {{section}} on {{day}}: {{lectures}}. {{school}}',
  },
  RECEIPT: {
    label: 'Receipt',
    title: 'Fees received',
    variables: [
      student,
      section,
      school,
      said('amount', 'What was received, in rupees', '1,500.00'),
      said('receipt', 'The number of the receipt', 'GV/2026-27/123'),
      said('day', 'The day it was received on', '22 Nov 2026'),
      said('mode', 'How it was paid', 'cash'),
    ],
    text: 'Dear parent, Rs.{{amount}} was received for {{student}} on {{day}} ({{mode}}), receipt {{receipt}}. {{school}}',
  },
  DISCIPLINE: {
    label: 'Discipline',
    title: 'An incident',
    variables: [
      student,
      section,
      day,
      school,
      said('incident', 'What happened', 'Homework not done'),
      said('points', 'Its points, with their sign', '-2'),
      named('note', 'The note, - without one', 'Third time this week'),
      named('action', 'What was done, - without anything', 'Talked with the class teacher'),
    ],
    text: 'Dear parent, {{student}} of {{section}} on {{day}}: {{incident}} ({{points}} points). {{note}} {{school}}',
  },
  NOTICE: {
    label: 'Notice',
    title: 'A notice of the school',
    variables: [student, section, school, day, said('text', 'What is written when it is sent', 'School closes at 12 on Friday')],
    text: 'Dear parent, {{text}} {{school}}',
  },
  CHAT: {
    label: 'Chat',
    title: 'A new message',
    variables: [said('from', 'Who has written', 'Class teacher'), said('text', 'The beginning of the message', 'Please see me')],
    text: '{{from}}: {{text}}',
  },
}
