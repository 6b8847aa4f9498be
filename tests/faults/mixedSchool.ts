import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { assessClass, copyScheme } from '#domains/exams/server/schemes.commands.ts'
import { asOwner } from '../asOwner.ts'
import { addTestFees } from '../world/fees.ts'
import { addStudents, assignFees } from '../world/rows.ts'
import { type TestSchool, worldOn } from '../world/testWorld.ts'
import { turnYear } from './turnedYear.ts'

/** Schools of the mixed load: one for everything, and one whose year has turned. */
export interface MixedSchool {
  school: TestSchool
  turned: TestSchool
  /** New term of the turned school, and the pairs of its sections. */
  newTermId: string
  moves: { sectionId: string; targetSectionId: string; stayingIds: string[] }[]
  /** Students with unpaid fees. */
  payers: number[]
  /** A fee that accepts any amount any number of times. */
  donation: number
  /** Ids of the students of 7-B, whose register is taken, in order. */
  ofRegister: string[]
  /** The sheet of a subject of 7-B, whose students are those of the register, with the highest marks of its tests. */
  sheet: { sectionId: string; subjectId: string; part: string; tests: readonly (readonly [component: string, highest: number])[] }
  /** Template of manual notices. */
  templateId: string
  superadmin: string
}

const ofSection = 20

/** Creates two schools with everything that the load needs, on a migrated, empty database. */
export async function mixedSchool(database: Database, config: Config, ownerUrl: string): Promise<MixedSchool> {
  const world = await worldOn(database, config)
  const { own: school, other: turned } = world
  const { category, donation } = await addTestFees(world, school)
  const students = (from: number) =>
    Array.from({ length: ofSection }, (_, nth) => ({
      name: `Pupil ${from + nth}`,
      phone: `98${String(from + nth).padStart(8, '0')}`,
    }))
  const inRegister = await addStudents(world, school, school.section7B, students(0), 10)
  const ids = [...inRegister, ...(await addStudents(world, school, school.section8A, students(ofSection), 10 + ofSection))]
  await assignFees(world, school, category, ids)
  const [template] = await asOwner<{ id: string }>(
    ownerUrl,
    `with schooled as (
       update schools set whatsapp = true, sender_id = 'SHALAX', quiet_from = '00:00', quiet_to = '00:00' where id = $1 returning id
     )
     insert into message_templates (school_id, kind, name, channel, dlt_template_id, sms_template_id, text, changed_by_name)
       select id, 'NOTICE', 'Notice', 'SMS', '1207160000000000001', '64f0c2a91b7e3d5f60a81c24', 'Dear parent, {{text}} {{school}}',
         'Somebody'
       from schooled returning id`,
    [school.id],
  )
  const admin = await world.call('admin')
  const { id: schemeId } = await copyScheme(admin, school.id, { ready: 'cbse-6-8', name: 'Middle school' })
  const { subjects } = await assessClass(admin, school.id, {
    classId: school.class7,
    seen: 0,
    schemeId,
    schemeClass: '7',
    subjects: [{ name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }],
  })
  const { newTermId, pairs } = await turnYear(ownerUrl, turned, { sections: 6, students: 60 })
  return {
    school,
    turned,
    newTermId,
    donation,
    moves: pairs.map((pair) => ({ ...pair, stayingIds: [] })),
    payers: ids,
    ofRegister: inRegister.map(String),
    sheet: {
      sectionId: String(school.section7B),
      subjectId: String(subjects[0]?.id),
      part: 'Term 1',
      tests: [
        ['Periodic test', 10],
        ['Notebook', 5],
        ['Half-yearly examination', 80],
      ],
    },
    templateId: String(template?.id),
    superadmin: (await world.call('superadmin')).viewer?.subject ?? '',
  }
}
