import { action } from '#platform/action.ts'
import { undoAction } from '#platform/imports.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { plural, t } from '#shared/texts.ts'
import { sectionHasStudents } from '../classes.rules.ts'
import type { BookRow, ClassRow, SectionRow, SubjectRow } from './classes.sql.ts'

/**
 * SUPERADMIN and ADMIN manage classes, sections, subjects and books (specification, section 6). FEES and ATTENDANT find
 * students by section; a TEACHER sees the own sections. `visibleClass` and `visibleSection` limit the rows.
 */
const staff = { roles: ['SUPERADMIN', 'ADMIN'] } as const

/** The row of an action that is not about one class. */
export interface SchoolRow {
  schoolId: number
}

function refuseLimitedAdmin({ viewer }: { viewer: Viewer }): string | null {
  return viewer.classIds ? t`You are limited to some classes and cannot add others` : null
}

export const classActions = {
  list: action<undefined>('class.list', { roles: ['SUPERADMIN', 'ADMIN', 'FEES'] }),
  curriculum: action<undefined>('class.curriculum', staff),
  area: action<undefined>('class.area', staff),
  add: action<SchoolRow>('class.add', { ...staff, general: refuseLimitedAdmin }),
  update: action<ClassRow>('class.update', staff),
  delete: action<ClassRow>('class.delete', {
    ...staff,
    rule: ({ row }) => {
      if (row.sectionCount === 0) return null
      return t`This class has ${plural(row.sectionCount, { one: 'a section', other: '# sections' })}. Delete all its sections first`
    },
  }),
}

export const sectionActions = {
  list: action<undefined>('section.list', { roles: ['SUPERADMIN', 'ADMIN', 'FEES', 'TEACHER', 'ATTENDANT'] }),
  /** A SUPERADMIN sees every area (specification, section 6) and therefore every section. */
  mine: action<undefined>('section.mine', { roles: ['SUPERADMIN', 'TEACHER'] }),
  add: action<ClassRow>('section.add', staff),
  import: action<SchoolRow>('section.import', { ...staff, general: refuseSubjectwise }),
  undoImport: undoAction('section.undoImport', staff.roles),
  update: action<SectionRow>('section.update', staff),
  delete: action<SectionRow>('section.delete', {
    ...staff,
    rule: ({ row }) => (row.studentCount > 0 ? sectionHasStudents() : null),
  }),
}

/** Refuses the import in a subject-wise school (specification, section 2). */
function refuseSubjectwise({ school }: { school: School }): string | null {
  return school.attType === 'SUBJECTWISE' ? t`Sections of a subject-wise school are added one by one` : null
}

export const subjectActions = {
  list: action<undefined>('subject.list', staff),
  add: action<SectionRow>('subject.add', staff),
  update: action<SubjectRow>('subject.update', staff),
  delete: action<SubjectRow>('subject.delete', staff),
}

export const bookActions = {
  add: action<SubjectRow>('book.add', staff),
  update: action<BookRow>('book.update', staff),
  delete: action<BookRow>('book.delete', staff),
}
