/**
 * What the product writes to families in English where a channel needs no registered text, by kind of message: the
 * text with its variables, and the title of the notification and subject of the e-mail (domains/messaging/ownTexts.ts).
 */
export const messages = {
  LOGIN_DETAILS: {
    title: 'Your login',
    text: 'Dear parent, {{student}} can sign in at {{address}} with {{login}} and the one-time code {{code}} as password, within 7 days. {{school}}',
  },
  LOGIN_REMINDER: {
    title: 'Your login',
    text: 'Dear parent, {{student}} signs in at {{address}} with {{login}}. If the password is lost, choose Forgot password there. {{school}}',
  },
  SIGN_IN_CODE: {
    title: 'Your sign-in code',
    text: '{{code}} is your code to sign in. Use it within 5 minutes. Do not share it with anybody.',
  },
  ABSENCE: {
    title: 'Absent',
    text: 'Dear parent, {{student}} of {{section}} was absent on {{day}}. {{school}}',
  },
  LATE: {
    title: 'Late',
    text: 'Dear parent, {{student}} of {{section}} came late on {{day}}. {{school}}',
  },
  FEE_REMINDER: {
    title: 'Fees',
    text: 'Dear parent, fees of Rs.{{amount}} are due for {{student}}. {{link}} {{school}}',
  },
  PAY_LINK: {
    title: 'Fees',
    text: 'Dear parent, fees of Rs.{{amount}} for {{student}} can be paid here: {{link}} {{school}}',
  },
  WEEKLY: {
    title: 'The last week',
    text: 'Dear parent, {{student}} of {{section}} was present on {{present}} of {{taken}} days from {{from}} to {{to}}. {{school}}',
  },
  TIMETABLE: {
    title: "The day's lectures",
    text: 'Dear parent, {{student}} of {{section}} on {{day}}: {{lectures}}. {{school}}',
  },
  RECEIPT: {
    title: 'Fees received',
    text: 'Dear parent, Rs.{{amount}} was received for {{student}} on {{day}} ({{mode}}), receipt {{receipt}}. {{school}}',
  },
  DISCIPLINE: {
    title: 'An incident',
    text: 'Dear parent, {{student}} of {{section}} on {{day}}: {{incident}} ({{points}} points). {{note}} {{school}}',
  },
  NOTICE: {
    title: 'A notice of the school',
    text: 'Dear parent, {{text}} {{school}}',
  },
  EXAM: {
    title: 'An exam',
    text: 'Dear parent, {{exam}} of {{student}} ({{section}}) is from {{from}} to {{to}}. See the date sheet on the school page. {{school}}',
  },
  RESULT: {
    title: 'A report card',
    text: 'Dear parent, the report card of {{student}} ({{section}}), {{part}}, is ready. See it on the school page. {{school}}',
  },
  CHAT: {
    title: 'A new message',
    text: '{{from}}: {{text}}',
  },
  APPROVAL: {
    title: 'A discount to approve',
    text: '{{from}} asks for a discount of {{amount}}',
  },
  REGISTER: {
    title: 'Register not taken',
    text: '{{from}} reminds you to take the register of {{section}}',
  },
  MARKS: {
    title: 'Marks missing',
    text: '{{from}} reminds you to enter marks: {{marks}}',
  },
}
