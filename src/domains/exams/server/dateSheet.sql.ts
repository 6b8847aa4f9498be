import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import type { StoredPaper } from '../dateSheet.rules.ts'
import type { ExamTarget } from './dateSheet.permissions.ts'

/** An exam of a term with what its date sheet comes to, among the papers that the viewer may see. */
export interface ExamRow extends ExamTarget {
  schoolId: number
  id: number
  termId: number
  termName: string
  termStartsOn: Day
  name: string
  part: string
  instructions: string
  version: number
  changedAt: Date
  changedByName: string
  announcedAt: Date | null
  announcedByName: string | null
  /** Whether it was changed after its announcement. */
  changedSince: boolean
  firstDay: Day | null
  lastDay: Day | null
  /** In the school's order. */
  classes: { id: number; name: string }[]
}

/** A paper as it is stored, with the names that stand on the date sheet. */
export interface PaperRow extends StoredPaper {
  className: string
  sectionNames: string[]
}

/** SQL of the sections of `exam_papers` with their names. One that was moved to another class is left out. */
const chosenSections = (schoolId: number) => sql`exam_paper_sections chosen
  join sections on sections.school_id = ${schoolId} and sections.id = chosen.section_id and sections.class_id = exam_papers.class_id
  where chosen.school_id = ${schoolId} and chosen.paper_id = exam_papers.id`

/** SQL condition: the section `sections` writes the paper `exam_papers`. */
export function writesPaper(schoolId: number): Expression<SqlBool> {
  return sql<SqlBool>`(sections.class_id = exam_papers.class_id and (exam_papers.whole_class or exists (
    select from exam_paper_sections chosen where chosen.school_id = ${schoolId} and chosen.paper_id = exam_papers.id
      and chosen.section_id = sections.id)))`
}

/**
 * SQL condition on `exam_papers`: those of the classes of a limited ADMIN; for a TEACHER those of the own sections and
 * of sections in which the teacher has a subject.
 */
function visiblePaper(viewer: Viewer): Expression<SqlBool> {
  if (viewer.classIds) return sql<SqlBool>`exam_papers.class_id = any(${viewer.classIds}::bigint[])`
  if (viewer.role !== 'TEACHER') return sql<SqlBool>`true`
  const { schoolId, userId } = viewer
  return sql<SqlBool>`exists (
    select from sections where sections.school_id = ${schoolId} and ${writesPaper(schoolId)} and (
      exists (select from section_teachers t
        where t.school_id = ${schoolId} and t.section_id = sections.id and t.user_id = ${userId})
      or exists (select from subjects join subject_teachers t on t.school_id = ${schoolId} and t.subject_id = subjects.id
        where subjects.school_id = ${schoolId} and subjects.section_id = sections.id and t.user_id = ${userId})))`
}

/** SQL condition on `exams`: the viewer sees one of its papers, or may see all that it will have. */
function visibleExam(viewer: Viewer): Expression<SqlBool> {
  if (!viewer.classIds && viewer.role !== 'TEACHER') return sql<SqlBool>`true`
  const papers = sql`select from exam_papers where exam_papers.school_id = current_school() and exam_papers.exam_id = exams.id`
  const visible = sql`exists (${papers} and ${visiblePaper(viewer)})`
  return viewer.role === 'TEACHER' ? sql<SqlBool>`${visible}` : sql<SqlBool>`(${visible} or not exists (${papers}))`
}

/** Selects the exams that a viewer sees, the latest first; those without papers before all others. */
export function examRows(db: Db | Tx, viewer: Viewer, schoolId: number) {
  const ofExam = sql`exam_papers.school_id = current_school() and exam_papers.exam_id = exams.id`
  const otherClasses = viewer.classIds
    ? sql<boolean>`exists (select from exam_papers where ${ofExam} and not ${visiblePaper(viewer)})`
    : sql<boolean>`false`
  return db
    .selectFrom('exams')
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'exams.termId'))
    .leftJoinLateral(
      sql<{ papers: number; firstDay: Day | null; lastDay: Day | null; classes: ExamRow['classes'] }>`(
        select sum(of_class.papers)::int as papers, min(of_class.first_day) as first_day, max(of_class.last_day) as last_day,
          json_agg(json_build_object('id', of_class.class_id, 'name', of_class.name)
            order by of_class.sr, of_class.class_id) as classes
        from (
          select exam_papers.class_id, classes.name, count(*) as papers, min(exam_papers.day) as first_day,
            max(exam_papers.day) as last_day, (select min(sections.sr) from sections
              where sections.school_id = ${schoolId} and sections.class_id = exam_papers.class_id) as sr
          from exam_papers join classes on classes.school_id = ${schoolId} and classes.id = exam_papers.class_id
          where ${ofExam} and ${visiblePaper(viewer)} group by exam_papers.class_id, classes.name
        ) of_class)`.as<'sheet'>('sheet'),
      (on) => on.onTrue(),
    )
    .select([
      'exams.schoolId',
      'exams.id',
      'exams.termId',
      'terms.name as termName',
      'terms.startsOn as termStartsOn',
      'exams.name',
      'exams.part',
      'exams.instructions',
      'exams.version',
      'exams.changedAt',
      'exams.changedByName',
      'exams.announcedAt',
      'exams.announcedByName',
      'sheet.firstDay',
      'sheet.lastDay',
      otherClasses.as('otherClasses'),
      sql<boolean>`exams.announced_at is not null`.as('announced'),
      sql<boolean>`coalesce(exams.announced_version <> exams.version, false)`.as('changedSince'),
      sql<number>`coalesce(sheet.papers, 0)`.as('papers'),
      sql<ExamRow['classes']>`coalesce(sheet.classes, '[]')`.as('classes'),
    ])
    .where('exams.schoolId', '=', schoolId)
    .where(visibleExam(viewer))
    .orderBy('sheet.firstDay', (order) => order.desc().nullsFirst())
    .orderBy('exams.id', 'desc')
}

/** Selects one exam. */
export function examWithId(db: Db | Tx, viewer: Viewer, schoolId: number, id: number) {
  return examRows(db, viewer, schoolId).where('exams.id', '=', id)
}

/**
 * Locks an exam that the viewer may see for a change of it or its papers. Reads the row after the lock, so that it is
 * current.
 */
export async function lockExam(db: Tx, viewer: Viewer, schoolId: number, id: number): Promise<ExamRow | undefined> {
  const locked = await db
    .selectFrom('exams')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where(visibleExam(viewer))
    .forUpdate()
    .executeTakeFirst()
  return locked && examWithId(db, viewer, schoolId, id).executeTakeFirst()
}

/** Selects papers by day, time and class, without any limit of who sees them. */
function paperRows(db: Db | Tx, schoolId: number) {
  return (
    db
      .selectFrom('examPapers')
      .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'examPapers.classId'))
      .select([
        'examPapers.id',
        'examPapers.classId',
        'classes.name as className',
        'examPapers.subject',
        'examPapers.day',
        sql<string>`to_char(exam_papers.starts, 'HH24:MI')`.as('starts'),
        sql<string>`to_char(exam_papers.ends, 'HH24:MI')`.as('ends'),
        sql<number[]>`array(select sections.id from ${chosenSections(schoolId)} order by sections.sr, sections.id)`.as(
          'sectionIds',
        ),
        sql<string[]>`array(select sections.name from ${chosenSections(schoolId)} order by sections.sr, sections.id)`.as(
          'sectionNames',
        ),
      ])
      .where('examPapers.schoolId', '=', schoolId)
      // One whose sections have all gone to other classes has nobody to write it.
      .where(sql<boolean>`(exam_papers.whole_class or exists (select from ${chosenSections(schoolId)}))`)
      .orderBy('examPapers.day')
      .orderBy('examPapers.starts')
      .orderBy(
        sql`(select min(sections.sr) from sections where sections.school_id = ${schoolId} and sections.class_id = exam_papers.class_id)`,
      )
      .orderBy('examPapers.classId')
      .orderBy('examPapers.id')
  )
}

/** Selects the papers of an exam that the viewer may see. */
export function papersOfExam(db: Db | Tx, viewer: Viewer, schoolId: number, examId: number) {
  return paperRows(db, schoolId).where('examPapers.examId', '=', examId).where(visiblePaper(viewer))
}

/** Selects what was announced of an exam as JSON text, because camel-casing must not change the keys inside. */
export function announcedPapers(db: Db | Tx, schoolId: number, examId: number) {
  return db
    .selectFrom('exams')
    .select(sql<string | null>`announced_papers::text`.as('papers'))
    .where('schoolId', '=', schoolId)
    .where('id', '=', examId)
}

/** SQL of the classes of an exam's papers. */
const classesOfExam = (schoolId: number, examId: number) =>
  sql<number>`select class_id from exam_papers where school_id = ${schoolId} and exam_id = ${examId}`

/** Selects the sections of the classes of an exam, in the school's order. `name` is as it is shown: `7-A`. */
export function sectionsOfExam(db: Db | Tx, schoolId: number, examId: number) {
  return db
    .selectFrom('sections')
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .select(['sections.id', 'sections.classId', sql<string>`classes.name || '-' || sections.name`.as('name')])
    .where('sections.schoolId', '=', schoolId)
    .where(sql<boolean>`sections.class_id in (${classesOfExam(schoolId, examId)})`)
    .orderBy('sections.sr')
    .orderBy('sections.id')
}

/** Selects the lessons of sections of an exam's classes on the weekdays of its papers. */
export function lessonsOfExam(db: Db | Tx, schoolId: number, examId: number) {
  return db
    .selectFrom('subjectSlots as slots')
    .innerJoin('subjects', (on) => onSameSchool(on, 'subjects.id', 'slots.subjectId'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'subjects.sectionId'))
    .select([
      'subjects.sectionId',
      'slots.day as weekday',
      sql<string>`to_char(slots.starts, 'HH24:MI')`.as('starts'),
      sql<string>`to_char(slots.ends, 'HH24:MI')`.as('ends'),
      'subjects.name as subject',
    ])
    .where('slots.schoolId', '=', schoolId)
    .where(sql<boolean>`exists (select from exam_papers where exam_papers.school_id = ${schoolId} and exam_papers.exam_id = ${examId}
      and exam_papers.class_id = sections.class_id and extract(dow from exam_papers.day) = slots.day)`)
    .orderBy('slots.starts')
    .orderBy('slots.id')
}

/** Selects the papers that the classes of an exam write in other exams of its term on its days. */
export function papersOfOtherExams(db: Db | Tx, schoolId: number, examId: number) {
  return paperRows(db, schoolId)
    .innerJoin('exams', (on) => onSameSchool(on, 'exams.id', 'examPapers.examId'))
    .select('exams.name as examName')
    .where('examPapers.examId', '<>', examId)
    .where(sql<boolean>`exists (select from exam_papers own where own.school_id = ${schoolId} and own.exam_id = ${examId}
      and own.class_id = exam_papers.class_id and own.day = exam_papers.day)`)
}

/** A class of a term with its sections. */
export interface ClassOfTerm {
  id: number
  sectionIds: number[]
}

/** Holds the classes of a term that the viewer may see, so that they stay while papers come to them. */
export async function holdClasses(db: Tx, viewer: Viewer, schoolId: number, termId: number): Promise<ClassOfTerm[]> {
  const visible = viewer.classIds ? sql<boolean>`classes.id = any(${viewer.classIds}::bigint[])` : sql<boolean>`true`
  const classes = await db
    .selectFrom('classes')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where(visible)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const sections = await db
    .selectFrom('sections')
    .select(['id', 'classId'])
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return classes.map(({ id }) => ({
    id,
    sectionIds: sections.flatMap((section) => (section.classId === id ? [section.id] : [])),
  }))
}

/** Selects a term with the day on which it starts. */
export function termOfExams(db: Db | Tx, schoolId: number, termId: number) {
  return db.selectFrom('terms').select(['id', 'startsOn']).where('schoolId', '=', schoolId).where('id', '=', termId)
}

/** Replaces the papers of an exam. Those with an id that the exam has keep it. */
export async function storePapers(
  db: Tx,
  { schoolId, termId, examId }: { schoolId: number; termId: number; examId: number },
  papers: readonly (Omit<StoredPaper, 'id'> & { id: number | null })[],
): Promise<void> {
  const stored = await db
    .deleteFrom('examPapers')
    .where('schoolId', '=', schoolId)
    .where('examId', '=', examId)
    .returning('id')
    .execute()
  if (papers.length === 0) return
  const free = new Set(stored.map(({ id }) => id))
  const { rows: ids } = await sql<{
    id: number
  }>`select nextval('exam_paper_ids') as id from generate_series(1, ${papers.length})`.execute(db)
  const withIds = papers.map((paper, index) => ({
    ...paper,
    id: paper.id !== null && free.delete(paper.id) ? paper.id : (ids[index]?.id ?? 0),
  }))
  await db
    .insertInto('examPapers')
    .values(
      withIds.map(({ sectionIds, ...paper }) => ({ ...paper, schoolId, termId, examId, wholeClass: sectionIds.length === 0 })),
    )
    .execute()
  const sections = withIds.flatMap(({ id, sectionIds }) => sectionIds.map((sectionId) => ({ schoolId, paperId: id, sectionId })))
  if (sections.length > 0) await db.insertInto('examPaperSections').values(sections).execute()
}

/** SQL condition: the announced exam `exams` has a paper on this day or later for the section `sections`. */
const isStillToCome = (schoolId: number, from: Day) => sql<boolean>`exams.announced_at is not null and exists (
  select from exam_papers where exam_papers.school_id = ${schoolId} and exam_papers.exam_id = exams.id
    and exam_papers.day >= ${from} and ${writesPaper(schoolId)})`

/** Students' places in the term of announced exams that are not over on a day. */
interface FamilyExamsView {
  termId: number
  studentIds: readonly number[]
  from: Day
}

/** Selects the announced exams of students' sections in a term whose last paper is on this day or later. */
export function announcedExams(db: Db, schoolId: number, { termId, studentIds, from }: FamilyExamsView) {
  return db
    .selectFrom('enrolments')
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .innerJoin('exams', (on) => onSameSchool(on, 'exams.termId', 'enrolments.termId'))
    .select([
      'enrolments.studentId',
      'exams.id',
      'exams.name',
      'exams.instructions',
      'sections.id as sectionId',
      'sections.classId',
      // As JSON text, because camel-casing must not change the keys inside.
      sql<string>`exams.announced_papers::text`.as('announced'),
    ])
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.termId', '=', termId)
    .where(sql<boolean>`enrolments.student_id = any(${studentIds}::bigint[])`)
    .where(isStillToCome(schoolId, from))
    .orderBy('exams.id')
}

/** Selects the papers of these exams that the students' sections write. */
export function papersOfStudents(db: Db, schoolId: number, { termId, studentIds, from }: FamilyExamsView) {
  return paperRows(db, schoolId)
    .innerJoin('exams', (on) => onSameSchool(on, 'exams.id', 'examPapers.examId'))
    .innerJoin('enrolments', (on) => onSameSchool(on, 'enrolments.termId', 'exams.termId'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .select(['enrolments.studentId', 'examPapers.examId'])
    .where('enrolments.termId', '=', termId)
    .where(sql<boolean>`enrolments.student_id = any(${studentIds}::bigint[])`)
    .where(isStillToCome(schoolId, from))
    .where(writesPaper(schoolId))
}
