import { t } from '@lingui/core/macro'
import type { SetupGap, SetupStep } from '#ui/generated/schema.types.ts'

/** The title, description, action and address of each step. */
export const stepTexts: Readonly<Record<SetupStep, { title: string; about: string; action: string; to: string }>> = {
  TERM: {
    title: t`Term`,
    about: t`The school year that classes, places and fees belong to.`,
    action: t`Terms Settings`,
    to: '/settings?tab=terms',
  },
  USERS: {
    title: t`Users`,
    about: t`Who works for the school and signs in: admins, teachers, the fees counter, attendants. Teachers can come from a file.`,
    action: t`Add User`,
    to: '/users?tab=add',
  },
  CLASSES: {
    title: t`Classes`,
    about: t`Classes with their sections and who teaches them. All of them can come from one file.`,
    action: t`Add Class/Section`,
    to: '/classes?tab=add',
  },
  STUDENTS: {
    title: t`Students`,
    about: t`Thousands come from one file, which is checked before anything is saved, and can be taken back.`,
    action: t`Bulk Add`,
    to: '/students?tab=bulk',
  },
  FEES: {
    title: t`Fees`,
    about: t`Fee categories with their fees, and the students who are asked for them.`,
    action: t`Add Fees`,
    to: '/fees?tab=add',
  },
}

/** The screen and tab where a missing item is added. */
export const gapAddress: Readonly<Record<SetupGap, string>> = {
  NO_TERM: '/settings?tab=terms',
  NO_ADMIN: '/users?tab=add',
  NO_TEACHER: '/users?tab=bulk',
  NO_CLASS: '/classes?tab=bulk',
  CLASS_WITHOUT_SECTION: '/classes?tab=add',
  SECTION_WITHOUT_TEACHER: '/classes',
  SECTION_WITHOUT_SUBJECT: '/classes?tab=curriculum',
  SUBJECT_WITHOUT_TEACHER: '/classes?tab=curriculum',
  NO_STUDENT: '/students?tab=bulk',
  SECTION_WITHOUT_STUDENT: '/students?tab=bulk',
  STUDENT_WITHOUT_PHONE: '/students?q=1234567890',
  NO_FEES: '/fees?tab=categories',
  CATEGORY_WITHOUT_FEES: '/fees?tab=add',
  STUDENT_WITHOUT_FEES: '/fees?tab=categories',
}
