import { sql } from 'kysely'

/**
 * The school for which a statement runs (`app.school_id`), in SQL `current_school()`. A table that is not compared with
 * a school's id is compared with this, and never with the `school_id` of another table: a cluster finds the node of a
 * statement by the value of each table (docs/scaling.md). Row-level security compares with the same function, so
 * PostgreSQL plans nothing else for it.
 */
export const currentSchool = sql<number>`current_school()`
