import { sql } from 'kysely'
import { countWithNoun, plural } from '#shared/plural.ts'
import type { Tx } from '#platform/database/connect.ts'
import { lockRules } from '#domains/fees/server/promotedFees.exports.ts'
import { type Outcome, rowsOf, sameSchool, writtenLinks } from './sectionPart.ts'

/**
 * Copies the chosen fee categories of the previous term to the new one, with their fees, months, amounts, late fee
 * rules and classes of the same names. A category whose name exists in the new term stays unchanged. Classes that later
 * parts create are added by these (`copyFeeRules`).
 */
export async function copyFees(
  db: Tx,
  { schoolId, fromTermId, toTermId }: { schoolId: number; fromTermId: number; toTermId: number },
  feeCategoryIds: readonly number[],
): Promise<Outcome> {
  await lockRules(db, schoolId, [toTermId], 'change')
  const categories = await rowsOf<{ id: number }>(
    db,
    sql`insert into fee_categories (school_id, term_id, name, bank_account_id, all_classes, late_fee_kind, late_fee_amount, late_fee_grace, late_fee_max)
      select school_id, ${toTermId}, name, bank_account_id, all_classes, late_fee_kind, late_fee_amount, late_fee_grace, late_fee_max from fee_categories
      where school_id = ${schoolId} and term_id = ${fromTermId} and deleted_at is null and id = any(${feeCategoryIds}::bigint[])
      order by id
      on conflict (school_id, term_id, lower(name)) where deleted_at is null do nothing returning id`,
  )
  const ids = categories.map((row) => row.id)
  const fees = await rowsOf<{ id: number }>(
    db,
    sql`insert into fees (school_id, term_id, fee_category_id, name, slug, amount, fixed_amount, month, due_on, sr)
      select ${schoolId}::bigint, ${toTermId}, new.id, fee.name, fee.slug, fee.amount, fee.fixed_amount, fee.month,
        (fee.due_on + age(date_trunc('month', to_term.starts_on), date_trunc('month', from_term.starts_on)))::date, fee.sr
      from fee_categories old
      join fee_categories new on ${sameSchool('new')} and lower(new.name) = lower(old.name) and new.id = any(${ids}::bigint[])
      join terms from_term on ${sameSchool('from_term')} and from_term.id = ${fromTermId}
      join terms to_term on ${sameSchool('to_term')} and to_term.id = ${toTermId}
      join fees fee on ${sameSchool('fee')} and fee.fee_category_id = old.id and fee.deleted_at is null and fee.opening_year is null
      where old.school_id = ${schoolId} and old.term_id = ${fromTermId} and old.id = any(${feeCategoryIds}::bigint[])
      order by fee.id
      returning id`,
  )
  const classes = await rowsOf<{ id: number; otherId: number }>(
    db,
    sql`insert into fee_category_classes (school_id, term_id, fee_category_id, class_id)
      select ${schoolId}::bigint, new.term_id, new.id, class.id
      from fee_categories old
      join fee_categories new on ${sameSchool('new')} and lower(new.name) = lower(old.name) and new.id = any(${ids}::bigint[])
      join fee_category_classes link on ${sameSchool('link')} and link.fee_category_id = old.id
      join classes old_class on ${sameSchool('old_class')} and old_class.id = link.class_id
      join classes class on ${sameSchool('class')} and class.term_id = ${toTermId}
        and lower(class.name) = lower(old_class.name)
      where old.school_id = ${schoolId} and old.term_id = ${fromTermId} and old.id = any(${feeCategoryIds}::bigint[])
      returning fee_category_id as id, class_id as other_id`,
  )
  const existing = feeCategoryIds.length - ids.length
  const copied = `${countWithNoun(ids.length, 'fee category', 'fee categories')} with ${countWithNoun(fees.length, 'fee')}`
  return {
    count: ids.length,
    message: existing > 0 ? `${copied}; ${existing} ${plural(existing, 'name', 'names')} existed already.` : `${copied}.`,
    written: [
      { table: 'fee_categories', ids },
      { table: 'fees', ids: fees.map((row) => row.id) },
      writtenLinks('fee_category_classes', classes),
    ],
  }
}
