import { stampedTables, type Topic } from '#platform/database/changeStamps.ts'
import { asOwner } from './asOwner.ts'

/** Tables whose rows are schools themselves; a school's own writes of it have no column to be compared by. */
const withoutSchool = ['schools']

/**
 * Makes the database of a test refuse what processes would not hear of: at the commit, the stamp of a changed row's
 * school must be of the same transaction, or of a part of it. What the test itself writes as the owner is not refused.
 */
export async function guardStamps(ownerUrl: string, topic: Topic): Promise<void> {
  await asOwner(
    ownerUrl,
    `create or replace function must_stamp() returns trigger language plpgsql security definer as $$ begin
      if not exists (select from change_stamps where school_id = coalesce(new.school_id, old.school_id) and topic = tg_argv[0]
        and xmin::text::bigint >= pg_current_xact_id()::text::bigint)
      then raise exception 'no stamp was put for %', tg_table_name; end if;
      return null; end $$`,
  )
  for (const table of stampedTables[topic].tables.filter((name) => !withoutSchool.includes(name)))
    await asOwner(
      ownerUrl,
      `create constraint trigger must_stamp_${topic} after insert or update or delete on ${table} deferrable initially deferred
        for each row when (current_user <> 'postgres') execute function must_stamp('${topic}')`,
    )
}
