import { randomUUID } from 'node:crypto'
import { editColumns, importColumns as studentColumns } from '#domains/students/studentColumns.ts'
import { editRowChecker, checkEditRows, newRowChecker, editRowInput, newRowInput } from '#domains/students/web/importRows.ts'
import { checkNewRows } from '#domains/students/web/fileColumns.ts'
import {
  importColumns as markColumns,
  rowChecks,
  findDuplicates as markedTwice,
  toFileRow,
} from '#domains/attendance/web/import/attendanceFile.ts'
import { checkSectionRow, sectionColumns, sectionFileChecks, sectionInput } from '#domains/classes/web/sectionFile.ts'
import { assignmentColumns, checkAssignment, assignmentInput } from '#domains/fees/web/structure/assignmentFile.ts'
import { categoryColumns, checkCategories, checkCategory, categoryInput } from '#domains/fees/web/structure/categoryFile.ts'
import { checkEarlierResult, earlierResultColumns, earlierResultInput } from '#domains/exams/web/earlier/earlierResultsFile.ts'
import {
  checkScoreFile,
  checkScoreRow,
  columnInputs,
  type ScoreFile,
  scoreFileColumns,
  scoreRowInput,
} from '#domains/exams/web/import/scoreFile.ts'
import { readyScheme } from '#domains/exams/readySchemes.ts'
import { scoreGround } from '#domains/exams/scores.rules.ts'
import { checkOpeningDue, openingDueInput, openingDuesColumns } from '#domains/fees/web/structure/openingDuesFile.ts'
import { checkTeacher, checkTeachers, sentTeacher, teacherColumns } from '#domains/users/web/teacherFile.ts'
import type { Database } from '#platform/database/connect.ts'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { ImportRow, ImportRules } from '#ui/import/importTable.ts'
import type { TestSchool } from '../world/testWorld.ts'

/** A school's rows that files refer to. */
export interface Ground {
  termId: string
  terms: { name: string }[]
  sections: { id: string; name: string; class: { id: string; name: string } }[]
  classes: { id: string; name: string }[]
  users: { email: string }[]
  students: { id: string; roll: string; className: string; section: string }[]
  categories: { name: string }[]
  accounts: string[]
  /** The section of which scores are imported, and what its file may have. */
  scores: { sectionId: string; file: ScoreFile }
}

/** Returns the number of rows added to a table. */
export type Added = (table: string) => number

/** An import, with its screen's checks before sending. */
export interface Importer {
  name: string
  rules: ImportRules
  /** Returns a valid row in the order of the columns; different for each number. */
  good(nth: number): string[]
  /** The operation that stores the rows, and the form of a row. */
  operation: string
  send(row: ImportRow): unknown
  /** False for an operation without a term. */
  term: boolean
  /** What is sent beside the rows. */
  also?: object
  /** Returns whether exactly these rows were added. */
  whole(rows: readonly ImportRow[], added: Added, answer: unknown): boolean
}

/** Returns what the screens know about a school before a file is chosen. */
export async function groundOf(database: Database, { id: schoolId, termId, class7, section7A }: TestSchool): Promise<Ground> {
  return database.transaction(schoolId, async (db) => {
    const classes = await db.selectFrom('classes').select(['id', 'name']).where('termId', '=', termId).execute()
    const sections = await db.selectFrom('sections').select(['id', 'name', 'classId']).where('termId', '=', termId).execute()
    const className = (classId: number) => classes.find((one) => one.id === classId)?.name ?? ''
    const places = await db
      .selectFrom('enrolments')
      .select(['studentId', 'roll', 'sectionId'])
      .where('termId', '=', termId)
      .execute()
    const shown = sections.map(({ id, name, classId }) => ({
      id: String(id),
      name,
      class: { id: String(classId), name: className(classId) },
    }))
    const inSection = await db
      .selectFrom('enrolments')
      .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'enrolments.studentId'))
      .select(['students.id', 'students.name', 'students.registerNo', 'enrolments.roll'])
      .where('enrolments.schoolId', '=', currentSchool)
      .where('enrolments.sectionId', '=', section7A)
      .where('students.disabled', '=', false)
      .execute()
    const assessed = await db.selectFrom('assessedSubjects').select(['id', 'name']).where('classId', '=', class7).execute()
    return {
      termId: String(termId),
      terms: await db.selectFrom('terms').select('name').execute(),
      classes: classes.map(({ id, name }) => ({ id: String(id), name })),
      sections: shown,
      users: await db.selectFrom('users').select('email').execute(),
      students: places.map(({ studentId, roll, sectionId }) => {
        const section = shown.find((one) => one.id === String(sectionId))
        return { id: String(studentId), roll, className: section?.class.name ?? '', section: section?.name ?? '' }
      }),
      categories: await db.selectFrom('feeCategories').select('name').where('termId', '=', termId).execute(),
      accounts: (await db.selectFrom('bankAccounts').select('id').execute()).map(({ id }) => String(id)),
      scores: {
        sectionId: String(section7A),
        file: {
          className: '7',
          sectionName: 'A',
          termName: '2026-27',
          part: 'Term 1',
          students: inSection.map(({ id, name, roll, registerNo }) => ({ studentId: String(id), name, roll, registerNo })),
          sheets: assessed.map(({ id, name }) => ({
            subjectId: String(id),
            subjectName: name,
            columns: [...scoreGround(readyScheme('cbse-6-8'), 'Scholastic', 'Term 1').columns],
            grades: [],
            scores: [
              { studentId: String(inSection[0]?.id), component: 'Periodic test', test: 1, value: '5', changedByName: 'Head' },
            ],
            viewerCan: { enter: { allowed: true, reason: null } },
          })),
        },
      },
    }
  })
}

/** Returns cells in the order of the columns. */
const rowOf = (rules: ImportRules, cells: Readonly<Record<string, string>>) => rules.columns.map(({ key }) => cells[key] ?? '')

/** Returns all imports that use the shared screen. The legacy import is read by the server only. */
export function importersOf(ground: Ground): Importer[] {
  const pick = <T>(list: readonly T[], nth: number) => list[nth % list.length]!
  const teachers: ImportRules = { columns: teacherColumns, checkRow: checkTeacher, checkAll: checkTeachers }
  const sections: ImportRules = {
    columns: sectionColumns,
    checkRow: checkSectionRow,
    ...sectionFileChecks({ ...ground, classesViewerCan: { addClass: { allowed: true } } } as unknown as Parameters<
      typeof sectionFileChecks
    >[0]),
  }
  const added: ImportRules = { columns: studentColumns, checkRow: newRowChecker(ground.sections), checkAll: checkNewRows }
  const edited: ImportRules = {
    columns: editColumns,
    checkAll: checkEditRows,
    checkRow: editRowChecker(ground.terms.map(({ name }) => ({ name, sections: name === '2026-27' ? ground.sections : [] }))),
  }
  const marks: ImportRules = { columns: markColumns(false), checkRow: rowChecks(ground.sections, false), checkAll: markedTwice }
  const account = { names: ground.categories.map(({ name }) => name), accountIds: new Set(ground.accounts), onlineFees: true }
  const categories: ImportRules = { columns: categoryColumns, checkRow: checkCategory, checkAll: checkCategories(account) }
  const payers: ImportRules = { columns: assignmentColumns, checkRow: checkAssignment(ground.categories, ground.sections) }
  const dues: ImportRules = { columns: openingDuesColumns, checkRow: checkOpeningDue(ground.sections) }
  const earlier: ImportRules = { columns: earlierResultColumns, checkRow: checkEarlierResult(ground.sections) }
  const { sectionId, file } = ground.scores
  const scores: ImportRules = { columns: scoreFileColumns(file), checkRow: checkScoreRow(file), checkAll: checkScoreFile(file) }
  const actions = (rows: readonly ImportRow[], action: string) =>
    rows.filter((row) => row.action?.toUpperCase() === action).length
  const child = (nth: number) => {
    const { name, class: inClass } = pick(ground.sections, nth)
    return { roll: String(100 + nth), class: inClass.name, section: name, name: `Child ${nth}`, phone: '9876543210' }
  }
  return [
    {
      name: 'teachers',
      rules: teachers,
      operation: 'importTeachers',
      send: sentTeacher,
      term: false,
      good: (nth) => rowOf(teachers, { name: `Teacher ${nth}`, phone: '9876543210', email: `teacher${nth}@files.test` }),
      whole: (rows, more) => more('users') === rows.length && more('logins') === rows.length,
    },
    {
      name: 'sections',
      rules: sections,
      operation: 'importSections',
      send: sectionInput,
      term: true,
      good: (nth) =>
        rowOf(sections, {
          sr: String(nth),
          class: nth % 3 === 0 ? `N${nth}` : '7',
          section: `S${nth}`,
          teachers: nth % 2 === 0 ? 'teacher@own.test' : '',
          notificationTime: '17:30:00+05:30',
          fbId: '',
        }),
      whole: (rows, more) => more('sections') === rows.length,
    },
    {
      name: 'students',
      rules: added,
      operation: 'importStudents',
      send: newRowInput,
      term: true,
      good: (nth) =>
        rowOf(added, {
          ...child(nth),
          gender: 'FEMALE',
          birthdate: '01/06/2015',
          registerNo: `R${nth}`,
          loginEmail: nth % 4 === 0 ? `child${nth}@files.test` : '',
        }),
      whole: (rows, more) => more('students') === rows.length && more('enrolments') === rows.length,
    },
    {
      name: 'students to change',
      rules: edited,
      operation: 'editStudents',
      send: editRowInput,
      term: false,
      good: (nth) => {
        const known = nth < ground.students.length ? ground.students[nth] : undefined
        const term = '2026-27'
        if (!known) return rowOf(edited, { ...child(nth), action: 'A', term })
        const { id, roll, className, section } = known
        return rowOf(edited, { id, roll, section, term, class: className, action: 'U', name: `Changed ${nth}` })
      },
      whole: (rows, more) => more('students') === actions(rows, 'A') - actions(rows, 'D'),
    },
    {
      name: 'attendance',
      rules: marks,
      operation: 'importAttendance',
      send: toFileRow,
      term: true,
      good: (nth) => {
        const { roll, className, section } = pick(ground.students, nth)
        const day = String(1 + (Math.floor(nth / ground.students.length) % 28)).padStart(2, '0')
        return rowOf(marks, {
          roll,
          section,
          class: className,
          date: `${day}/07/2026`,
          value: pick(['P', 'A', 'L'], nth),
          note: '',
        })
      },
      whole: (rows, more, answer) => {
        const { marks: stored, registers } = answer as { marks: number; registers: number }
        return stored === rows.length && more('registers') <= registers
      },
    },
    {
      name: 'fee categories',
      rules: categories,
      operation: 'importFeeCategories',
      send: categoryInput,
      term: true,
      good: (nth) => rowOf(categories, { name: `Category ${nth}`, bankAccountId: pick(ground.accounts, nth) }),
      whole: (rows, more) => more('fee_categories') === rows.length,
    },
    {
      name: 'who pays',
      rules: payers,
      operation: 'importFeeAssignments',
      send: assignmentInput,
      term: true,
      good: (nth) => {
        const { roll, className, section } = pick(ground.students, nth)
        return rowOf(payers, { roll, section, class: className, feeCategory: pick(ground.categories, nth).name })
      },
      whole: (_, more, answer) => more('student_fee_categories') === answer,
    },
    {
      name: 'dues from before Shala',
      rules: dues,
      operation: 'importOpeningDues',
      send: openingDueInput,
      term: false,
      good: (nth) => {
        const { roll, className, section } = pick(ground.students, nth)
        // A student and year are in a file once.
        const year = 2025 - (Math.floor(nth / ground.students.length) % 15)
        const cells = { roll, section, class: className, amount: String(100 + nth) }
        return rowOf(dues, { ...cells, year: `${year}-${String((year + 1) % 100).padStart(2, '0')}` })
      },
      // What is stored already as it is in the file stays.
      whole: (_, more, answer) => more('collected_lines') === (answer as { count: number }).count,
    },
    {
      name: 'earlier results',
      rules: earlier,
      operation: 'importEarlierResults',
      send: earlierResultInput,
      term: false,
      good: (nth) => {
        const { roll, className, section } = pick(ground.students, nth)
        // A subject of a student's exam is in a file once.
        const exam = `Exam ${Math.floor(nth / ground.students.length)}`
        const cells = { roll, section, class: className, year: '2024-25', classThen: '5', exam, subject: 'Science' }
        return rowOf(earlier, { ...cells, marks: '72.5', outOf: '100', grade: 'B1' })
      },
      whole: (_, more, answer) => more('earlier_results') === (answer as { count: number }).count,
    },
    {
      name: 'scores',
      rules: scores,
      operation: 'importScores',
      send: scoreRowInput(file, () => true),
      term: false,
      also: { key: randomUUID(), sectionId, part: file.part, columns: columnInputs(file) },
      good: (nth) => rowOf(scores, { roll: pick(file.students, nth).roll, c0: String(nth % 11), c1: 'AB' }),
      whole: (_, more, answer) => more('score_changes') === (answer as { count: number }).count,
    },
  ]
}
