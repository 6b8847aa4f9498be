import { t } from '@lingui/core/macro'
import type { ImportColumn } from '#shared/importColumns.ts'
import { normalizePhone } from '#shared/phones.ts'
import type { ImportRow } from '#ui/import/importTable.ts'
import { repeatedEmails } from '../users.rules.ts'
import { emailTwice, teacherRow } from '../users.schema.ts'

/** The columns of UserTemplate.csv. */
export const teacherColumns: readonly ImportColumn[] = [
  { key: 'name', label: t`Name`, required: true },
  { key: 'phone', label: t`Phone`, required: true, aliases: ['mobile', 'phone_number'], repair: normalizePhone },
  { key: 'email', label: t`Email`, required: true, aliases: ['e_mail', 'mail'] },
]

/** Returns the problems of a row's cells. */
export function checkTeacher(row: ImportRow) {
  const parsed = teacherRow.safeParse(row)
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => {
    const key = String(issue.path[0])
    return { key, message: row[key] === '' ? t`Required` : issue.message }
  })
}

/** Finds e-mails that occur twice in the file. */
export function checkTeachers(rows: readonly ImportRow[]) {
  const emails = rows.map((row) => (row.email ?? '').toLowerCase())
  return repeatedEmails(emails)
    .filter((index) => emails[index] !== '')
    .map((index) => ({ index, key: 'email', message: emailTwice() }))
}

/** Converts a row to the server's input; the server parses the cells again. */
export function sentTeacher({ name = '', phone = '', email = '' }: ImportRow) {
  return { name, phone, email }
}
