import type pg from 'pg'

/** Counts of what waited when the backup was made and is not sent automatically. */
export interface Settled {
  messages: number
  mails: number
}

const nobodyKnows =
  'It waited when the backup was made that was restored since: after a restore nobody knows whether it was sent. It may have arrived.'

/**
 * Prevents repeated messages after a restore. The backed-up installation continued, and has most likely sent what
 * waited. So waiting messages become UNKNOWN, for a person to check, and the mails of documents count as not sent.
 * Documents are still made and queued jobs still run, because running a job twice has the effect of once.
 */
export async function settleWaiting(owner: pg.ClientBase, schools: readonly number[]): Promise<Settled> {
  const settled: Settled = { messages: 0, mails: 0 }
  await owner.query('begin')
  for (const school of schools) {
    await owner.query(`set local app.school_id to '${school}'`)
    const { rowCount: messages } = await owner.query(
      `with ended as (
         update messages set state = 'UNKNOWN', failure = $2, state_at = now()
         where school_id = $1 and state in ('QUEUED', 'SENDING') returning id, channel
       )
       insert into message_events (school_id, message_id, channel, state, detail)
       select $1, id, channel, 'UNKNOWN', $2 from ended order by id`,
      [school, nobodyKnows],
    )
    const { rowCount: mails } = await owner.query(
      "update document_jobs set mail_state = 'FAILED' where school_id = $1 and mail_state in ('WAITING', 'SENDING')",
      [school],
    )
    settled.messages += messages ?? 0
    settled.mails += mails ?? 0
  }
  await owner.query('delete from message_queue')
  await owner.query("delete from background_tasks where kind = 'DOCUMENT_MAIL'")
  await owner.query('commit')
  return settled
}
