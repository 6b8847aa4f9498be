import pg from 'pg'

/** What the product's connections did. */
export interface Waits {
  /** The share of the time in which a statement was executed. */
  working: number
  /** The share in which none was, and a connection waited for the disk: mostly for the log of a commit. */
  disk: number
  /** Connections that waited for another transaction's lock, on average. */
  locked: number
}

/**
 * Looks every 5 ms at what the product's connections are doing, for so many seconds. PostgreSQL itself looks, because a
 * program that also sends the load would look when the load is idle. pg_stat_statements does not say this: it leaves
 * out the commit, and counts waiting as working. A statement of more than a second is one of a job beside, and does not
 * count.
 */
export async function watchDatabase(ownerUrl: string, seconds: number): Promise<Waits> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('create temporary table looks (working int, disk int, locked int)')
    await owner.query(looking(seconds))
    const { rows } = await owner.query<Waits>(`select avg((working > 0)::int)::float as working,
      avg((working = 0 and disk > 0)::int)::float as disk, avg(locked)::float as locked from looks`)
    return rows[0] ?? { working: 0, disk: 0, locked: 0 }
  } finally {
    await owner.end()
  }
}

/** A commit that waits for another's write of the log waits for the disk as well. */
const onDisk = `coalesce(wait_event_type = 'IO' or wait_event = 'WALWrite', false)`

const ofRequests = `query_start > clock_timestamp() - interval '1 s'`

const looking = (seconds: number) => `do $$
declare
  until timestamptz := clock_timestamp() + interval '${seconds} s';
begin
  while clock_timestamp() < until loop
    insert into looks select
      count(*) filter (where ${ofRequests} and coalesce(wait_event_type, '') not in ('Lock', 'Client') and not ${onDisk}),
      count(*) filter (where ${ofRequests} and ${onDisk}),
      count(*) filter (where wait_event_type = 'Lock')
    from pg_stat_activity where usename = 'shala_app' and state = 'active';
    perform pg_sleep(0.005), pg_stat_clear_snapshot();
  end loop;
end $$`
