import { nameKeys } from '#shared/nameSearch.ts'
import { asOwner } from '../asOwner.ts'
import type { TestSchool } from '../world/testWorld.ts'

/** Sections that a promotion moves from and to. */
export interface TurnedYear {
  newTermId: string
  pairs: { sectionId: string; targetSectionId: string }[]
}

/**
 * Makes the school's term the previous one, with sections of students, and adds a new term with as many empty sections.
 */
export async function turnYear(
  ownerUrl: string,
  { id, termId }: TestSchool,
  { sections, students }: { sections: number; students: number },
): Promise<TurnedYear> {
  await asOwner(ownerUrl, 'update terms set current = false where school_id = $1', [id])
  const [term] = await asOwner<{ id: string }>(
    ownerUrl,
    "insert into terms (school_id, name, current) values ($1, '2027-28', true) returning id",
    [id],
  )
  const newTermId = String(term?.id)
  for (const statement of [
    `insert into classes (school_id, term_id, name) select $1::bigint, term, 'Big' from unnest(array[$2::bigint, $3]) term`,
    `insert into sections (school_id, term_id, class_id, sr, name)
       select c.school_id, c.term_id, c.id, n, 'S' || n from classes c, generate_series(1, ${sections}) n
       where c.school_id = $1 and c.name = 'Big' and c.term_id in ($2, $3)`,
    `insert into students (school_id, create_term_id, name, name_keys, qrcode)
       select $1, $2, 'Student ' || n, '${nameKeys('Student')}', 'promoted-' || n from generate_series(1, ${students}) n where $3::bigint > 0`,
    `insert into enrolments (school_id, term_id, student_id, section_id, roll)
       select p.school_id, $2, p.id, s.id, (1 + p.n / ${sections})::text
       from (select *, row_number() over (order by id) - 1 as n from students where school_id = $1 and qrcode like 'promoted-%') p
       join sections s on s.school_id = p.school_id and s.term_id = $2 and s.name = 'S' || (1 + p.n % ${sections})
       where $3::bigint > 0`,
  ])
    await asOwner(ownerUrl, statement, [id, termId, newTermId])
  const pairs = await asOwner<{ sectionId: string; targetSectionId: string }>(
    ownerUrl,
    `select a.id::text as "sectionId", b.id::text as "targetSectionId" from sections a join sections b using (school_id, name)
     where a.school_id = $1 and a.term_id = $2 and b.term_id = $3 and a.name like 'S%' order by a.id`,
    [id, termId, newTermId],
  )
  return { newTermId, pairs }
}
