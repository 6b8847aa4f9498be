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

/** A kind's label and its variables, for staff. What families read is in `ownTexts.ts`. */
export interface KindOfMessage {
  label: string
  variables: readonly Variable[]
}

export const kindsOfMessages: Readonly<Record<MessageKind, KindOfMessage>> = saidWhenRead({
  LOGIN_DETAILS: {
    label: () => t`Login details`,
    variables: [
      student,
      school,
      login,
      address,
      exact('code', () => t`A one-time code that replaces the first password, created when the message is sent`, 'K7QM-3VXD'),
    ],
  },
  LOGIN_REMINDER: {
    label: () => t`Login reminder`,
    variables: [student, school, login, address],
  },
  SIGN_IN_CODE: {
    label: () => t`Sign-in code`,
    variables: [
      exact(
        'code',
        () => t`The code of eight digits or, while somebody guesses, of letters; created when the message is sent`,
        '48291375',
      ),
    ],
  },
  ABSENCE: {
    label: () => t`Absence`,
    variables: [
      student,
      section,
      day,
      school,
      shortenable('subjects', () => t`The subjects missed, or - for the whole day`, 'Maths, Science'),
    ],
  },
  LATE: {
    label: () => t({ message: 'Late', context: 'a message' }),
    variables: [
      student,
      section,
      day,
      school,
      shortenable('subjects', () => t`The subjects, or - for the whole day`, 'Maths, Science'),
    ],
  },
  FEE_REMINDER: {
    label: () => t`Fee reminder`,
    variables: [student, school, exact('amount', () => t`The amount to pay, in rupees`, '1,800.00'), link, code],
  },
  PAY_LINK: {
    label: () => t`Pay link`,
    variables: [student, school, exact('amount', () => t`The amount to pay, in rupees`, '1,800.00'), link, code],
  },
  WEEKLY: {
    label: () => t`Weekly summary`,
    variables: [
      student,
      section,
      school,
      exact('present', () => t`Days present in the last seven`, '5'),
      exact('taken', () => t`Days on which attendance was taken`, '6'),
      exact('from', () => t`The first of the seven days`, '16 Nov 2026'),
      exact('to', () => t`The last of the seven days`, '22 Nov 2026'),
    ],
  },
  TIMETABLE: {
    label: () => t`Timetable summary`,
    variables: [
      student,
      section,
      day,
      school,
      exact('lectures', () => t`The lectures of the day with P, A or L`, 'Maths P, Science A'),
    ],
  },
  RECEIPT: {
    label: () => t`Receipt`,
    variables: [
      student,
      section,
      school,
      exact('amount', () => t`The amount received, in rupees`, '1,500.00'),
      exact('receipt', () => t`The receipt number`, 'GV/2026-27/123'),
      exact('day', () => t`The day of the payment`, '22 Nov 2026'),
      exact('mode', () => t`The payment mode`, 'cash'),
    ],
  },
  DISCIPLINE: {
    label: () => t`Discipline`,
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
  },
  NOTICE: {
    label: () => t`Notice`,
    variables: [
      student,
      section,
      school,
      day,
      exact('text', () => t`The text written when the notice is sent`, 'School closes at 12 on Friday'),
    ],
  },
  EXAM: {
    label: () => t`Exam announced`,
    variables: [
      student,
      section,
      school,
      shortenable('exam', () => t`The exam’s name`, 'Half-yearly examination'),
      exact('from', () => t`The day of the student’s first paper`, '14 Sep 2026'),
      exact('to', () => t`The day of the student’s last paper`, '24 Sep 2026'),
    ],
  },
  RESULT: {
    label: () => t`Report card ready`,
    variables: [student, section, school, shortenable('part', () => t`What the report card is about`, 'First semester')],
  },
  CHAT: {
    label: () => t`Chat`,
    variables: [
      exact('from', () => t`Who wrote the message`, 'Class teacher'),
      exact('text', () => t`The beginning of the message`, 'Please see me'),
    ],
  },
  APPROVAL: {
    label: () => t`Discount to approve`,
    variables: [
      exact('from', () => t`Who asks for the discount`, 'Fees clerk'),
      exact('amount', () => t`The amount`, 'Rs. 5,000.00'),
    ],
  },
  REGISTER: {
    label: () => t`Register not taken`,
    variables: [exact('from', () => t`Who reminds of it`, 'Head of school'), section],
  },
  MARKS: {
    label: () => t`Marks missing`,
    variables: [
      exact('from', () => t`Who reminds of it`, 'Head of school'),
      shortenable('marks', () => t`The sections and subjects`, '7-A Science, 7-B Science'),
    ],
  },
})
