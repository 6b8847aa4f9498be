import type { Role } from '#shared/roles.ts'
import { maskPhone } from '#shared/phones.ts'
import { t } from '#shared/texts.ts'

/** Maximum number of characters of a message. */
export const maxMessageLength = 4000

/** The facts that decide who may write in a conversation, and its title. */
export interface ThreadFacts {
  /** Set in a section's conversation; in a student's, `studentId` is set. The other is null. */
  sectionId: number | null
  studentId: number | null
  closedAt: Date | null
  /** Whether its section, or its student's section, belongs to the current term. */
  inTerm: boolean
  /** Null in a section's conversation. */
  studentName: string | null
  studentDisabled: boolean | null
  /** Whether somebody of the family can sign in: the student's account, or a guardian by a phone of the record. */
  hasReader: boolean
  /** The current section; null when the student has none. */
  className: string | null
  sectionName: string | null
  roll: string | null
}

/** Why a family cannot write in a section's conversation. */
export const onlySchoolWrites = () => t`Only the school writes here. You can write to the teachers in a conversation of your own.`

/**
 * Returns why a role cannot write in a conversation, as text for that person; null when it can. Families write only in
 * their own conversation with the school, because other families read a section's conversation.
 */
export function whyNotWrite(thread: ThreadFacts, role: Role): string | null {
  const family = role === 'STUDENT'
  if (family && thread.sectionId !== null) return onlySchoolWrites()
  if (thread.closedAt !== null) return t`The school has closed this conversation: nothing can be written in it.`
  if (thread.studentDisabled) return t`This student is disabled: nothing can be written here.`
  if (!thread.inTerm)
    return thread.sectionId !== null
      ? t`This section is of an earlier term: nothing can be written in it any more.`
      : t`Nothing can be written here until the student has a section in the current term.`
  if (!family && !thread.hasReader && thread.studentId !== null)
    return t`Nobody of this family can sign in, so nobody would read it. Give the student a phone or a login e-mail first.`
  return null
}

type Names = Pick<ThreadFacts, 'sectionId' | 'studentName' | 'className' | 'sectionName' | 'roll'>

/** Returns the section of a conversation, or of its student: '7-B'; null for none in the current term. */
export function sectionLabel({ className, sectionName }: Names): string | null {
  return className !== null && sectionName !== null ? `${className}-${sectionName}` : null
}

/**
 * Returns who wrote a message, for its readers. A guardian has no name of the own here: the student's family, with the
 * masked phone, because there may be two.
 */
export function authorName({ writtenByName, writtenByPhone }: { writtenByName: string; writtenByPhone: string | null }): string {
  return writtenByPhone === null ? writtenByName : t`Family of ${writtenByName}, ${maskPhone(writtenByPhone)}`
}

/** Returns a conversation's title: the other side of it. */
export function threadTitle(thread: Names, role: Role): string {
  const section = sectionLabel(thread)
  if (thread.sectionId !== null) return t`All families of ${section ?? ''}`
  if (role !== 'STUDENT') return thread.studentName ?? ''
  return section === null ? t`The school` : t`Teachers of ${section}`
}

/** Returns a short description of a conversation's readers or section. */
export function threadDetail(thread: Names, role: Role): string {
  if (thread.sectionId !== null) return role === 'STUDENT' ? t`The school writes, families read` : t`Staff write, families read`
  if (role === 'STUDENT') return t`Read by them and the office`
  const section = sectionLabel(thread)
  return section === null ? t`In no section of the current term` : t`${section} · roll ${thread.roll ?? '0'}`
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
}

/** Returns an attachment's file name: the original name with the extension of the actual content type. */
export function attachmentName(originalName: string, contentType: string): string {
  const base = originalName
    .replace(/\.[\p{L}\p{N}]{1,8}$/u, '')
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .trim()
    .slice(0, 80)
  return `${base || 'attachment'}${extensions[contentType] ?? ''}`
}

const maxPreviewLength = 120

/** Returns the start of a message in one line, for a notification, which is in English as all messages. */
export function messagePreview(text: string, hasFile: boolean): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  if (line.length === 0) return hasFile ? 'Sent a file' : ''
  return line.length > maxPreviewLength ? `${line.slice(0, maxPreviewLength - 1).join('')}…` : line.join('')
}
