import { defaultPhone } from './defaultPhone.ts'

/*
 * The format of a school's student login addresses: a mail address with placeholders before the @, such as
 * `{first_name}.{roll}@school.in`. Everything else stands for itself.
 */
export const loginPlaceholders = [
  'first_name',
  'surname',
  'name',
  'roll',
  'register_no',
  'phone',
  'class',
  'section',
  'id',
] as const
export type LoginPlaceholder = (typeof loginPlaceholders)[number]

/** What a login address can be made of. Empty texts mean "not known". */
export interface LoginStudent {
  id: number | string
  name: string
  firstName: string
  surname: string
  roll: string
  registerNo: string
  phone: string
  className: string
  sectionName: string
}

const placeholder = /\{([^{}]*)\}/g
const localPart = /^[a-z0-9_+-]+(\.[a-z0-9_+-]+)*$/
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/
/** RFC 5321: before the @. */
const longestLocalPart = 64

/**
 * What is wrong with a format, in a sentence for the person who typed it; null when it can be used. The part after the @ is
 * fixed text, so that no student's field decides to whose server a mail goes.
 */
export function loginFormatProblem(format: string): string | null {
  const text = format.trim().toLowerCase()
  const [local, host, ...rest] = text.split('@')
  if (!local || !host || rest.length > 0) return 'Write a mail address with placeholders, such as {first_name}.{roll}@school.in'
  const names = [...local.matchAll(placeholder)].map((match) => match[1] ?? '')
  const unknown = names.find((name) => !(loginPlaceholders as readonly string[]).includes(name))
  if (unknown !== undefined)
    return `{${unknown}} is not a placeholder. Use ${loginPlaceholders.map((name) => `{${name}}`).join(' ')}`
  if (names.length === 0) return 'Without a placeholder every student would have the same address'
  if (!localPart.test(local.replace(placeholder, 'x'))) return 'Before the @: letters, digits, . _ + - and placeholders only'
  if (!domain.test(host)) return 'After the @: a domain such as school.in, without placeholders'
  return null
}

/** Latin letters and digits in lower case, accents dropped; of other scripts nothing remains. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

function words(text: string): string[] {
  return text.trim().split(/\s+/u)
}

/**
 * The login address of a student by the school's format, in lower case. A missing first name or surname is the first or last
 * word of the name.
 * @returns null when the format is unusable, a value it needs is not known or has no Latin letter or digit, or the address would be too long
 */
export function loginEmail(format: string, student: LoginStudent): string | null {
  if (loginFormatProblem(format) !== null) return null
  const nameWords = words(student.name)
  const values: Record<LoginPlaceholder, string> = {
    first_name: student.firstName || (nameWords[0] ?? ''),
    surname: student.surname || (nameWords.length > 1 ? (nameWords.at(-1) ?? '') : ''),
    name: student.name,
    roll: student.roll,
    register_no: student.registerNo,
    phone: student.phone === defaultPhone ? '' : student.phone,
    class: student.className,
    section: student.sectionName,
    id: String(student.id),
  }
  const [local = '', host = ''] = format.trim().toLowerCase().split('@')
  let known = true
  const made = local.replace(placeholder, (_, name: LoginPlaceholder) => {
    const value = plain(values[name])
    if (value === '') known = false
    return value
  })
  return known && made.length <= longestLocalPart ? `${made}@${host}` : null
}
