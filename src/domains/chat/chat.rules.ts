import type { Role } from '#shared/roles.ts'

/** What decides who may write in a conversation, and how it is called. */
export interface ThreadFacts {
  /** Of a section, or of one student: the other is null. */
  sectionId: number | null
  studentId: number | null
  closedAt: Date | null
  /** Its section, or the one its student sits in, is of the current term. */
  inTerm: boolean
  /** Of the student; null in a section's. */
  studentName: string | null
  studentDisabled: boolean | null
  /** The family can sign in. */
  hasAccount: boolean
  /** The section it is about now; null where a student sits in none. */
  className: string | null
  sectionName: string | null
  roll: string | null
}

/**
 * Why nothing can be written in a conversation, in words for who would; null where it can. Families write to the school alone: what
 * is said in a section's conversation is read by other families.
 */
export function whyNotWrite(thread: ThreadFacts, role: Role): string | null {
  const family = role === 'STUDENT'
  if (family && thread.sectionId !== null)
    return 'Only the school writes here. You can write to the teachers in a conversation of your own.'
  if (thread.closedAt !== null) return 'The school has closed this conversation: nothing can be written in it.'
  if (thread.studentDisabled) return 'This student is disabled: nothing can be written here.'
  if (!thread.inTerm)
    return thread.sectionId !== null
      ? 'This section is of an earlier term: nothing can be written in it any more.'
      : 'Nothing can be written here until the student has a section in the current term.'
  if (!family && !thread.hasAccount && thread.studentId !== null)
    return 'This student has no account to sign in with, so nobody would read it. Give the student a login e-mail first.'
  return null
}

type Names = Pick<ThreadFacts, 'sectionId' | 'studentName' | 'className' | 'sectionName' | 'roll'>

function place({ className, sectionName }: Names): string | null {
  return className !== null && sectionName !== null ? `${className}-${sectionName}` : null
}

/** What a conversation is called: by whom one talks to. */
export function threadTitle(thread: Names, role: Role): string {
  const section = place(thread)
  if (thread.sectionId !== null) return `All families of ${section ?? ''}`
  if (role !== 'STUDENT') return thread.studentName ?? ''
  return section === null ? 'The school' : `Teachers of ${section}`
}

/** Who reads it, in a few words. */
export function threadDetail(thread: Names, role: Role): string {
  if (thread.sectionId !== null) return role === 'STUDENT' ? 'The school writes, families read' : 'Staff write, families read'
  if (role === 'STUDENT') return 'Read by them and the office'
  const section = place(thread)
  return section === null ? 'In no section of the current term' : `${section} · roll ${thread.roll ?? '0'}`
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
}

/** What an attachment is saved as: the name it was sent with, and the ending of what it really is. */
export function attachmentName(given: string, contentType: string): string {
  const base = given
    .replace(/\.[\p{L}\p{N}]{1,8}$/u, '')
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .trim()
    .slice(0, 80)
  return `${base || 'attachment'}${endings[contentType] ?? ''}`
}

const longestPush = 120

/** The beginning of a message, for a notification: one line. */
export function beginning(text: string, hasFile: boolean): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  if (line.length === 0) return hasFile ? 'Sent a file' : ''
  return line.length > longestPush ? `${line.slice(0, longestPush - 1).join('')}…` : line.join('')
}
