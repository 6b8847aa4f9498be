import { t } from '#shared/texts.ts'
import { defaultPhone } from './defaultPhone.ts'

/*
 * The format of a school's student login addresses is an e-mail address with placeholders before the @, such as
 * `{first_name}.{roll}@school.in`. All other characters are literal.
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

/** A student's values for the placeholders. An empty text means "not known". */
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
/** Limit for the part before the @ (RFC 5321). */
const longestLocalPart = 64

/**
 * Returns an error message for the person who typed a format, or null for a valid format. The part after the @ takes no
 * placeholders, so that no student's field decides whose server receives a mail.
 */
export function loginFormatProblem(format: string): string | null {
  const text = format.trim().toLowerCase()
  const [local, host, ...rest] = text.split('@')
  if (!local || !host || rest.length > 0)
    return t`Write a mail address with placeholders, such as ${'{first_name}.{roll}'}@school.in`
  const names = [...local.matchAll(placeholder)].map((match) => match[1] ?? '')
  const unknown = names.find((name) => !(loginPlaceholders as readonly string[]).includes(name))
  if (unknown !== undefined)
    return t`${`{${unknown}}`} is not a placeholder. Use ${loginPlaceholders.map((name) => `{${name}}`).join(' ')}`
  if (names.length === 0) return t`Without a placeholder every student would have the same address`
  if (!localPart.test(local.replace(placeholder, 'x'))) return t`Before the @: letters, digits, . _ + - and placeholders only`
  if (!domain.test(host)) return t`After the @: a domain such as school.in, without placeholders`
  return null
}

/** Returns the Latin letters and digits of a text in lower case, without accents. Other scripts are dropped. */
function toLatinAlphanumeric(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

function words(text: string): string[] {
  return text.trim().split(/\s+/u)
}

/**
 * Returns a student's login address in the school's format, in lower case. A missing first name or surname is taken
 * from the first or last word of the name.
 * @returns null when the format is invalid, when a needed value is unknown or has no Latin letter or digit, or when the
 * address would be too long
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
  let hasAllValues = true
  const filledLocalPart = local.replace(placeholder, (_, name: LoginPlaceholder) => {
    const value = toLatinAlphanumeric(values[name])
    if (value === '') hasAllValues = false
    return value
  })
  return hasAllValues && filledLocalPart.length <= longestLocalPart ? `${filledLocalPart}@${host}` : null
}
