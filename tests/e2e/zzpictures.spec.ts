import { test } from '@playwright/test'
import { openSignedInPage } from './signIn.ts'
import { queryDatabase } from './queryDatabase.ts'
import { demoPassword } from './demoPassword.ts'
import { schoolDay } from '#shared/dates.ts'

const day = schoolDay(new Date())
const out = '/tmp/today-shots'

test.beforeAll(async () => {
  await queryDatabase(
    `insert into registers (school_id, term_id, section_id, day, session, taken_by, taken_by_name)
     select s.school_id, s.term_id, s.id, $1::date, 'DAY', gen_random_uuid(), 'Sunita Pawar' from sections s join terms t on t.school_id = s.school_id and t.id = s.term_id and t.current
     where s.school_id = (select min(school_id) from sections) and (s.id % 2 = 0 or exists (select from section_teachers x join users u on u.school_id = x.school_id and u.id = x.user_id and u.email = 'teacher@shala.test' where x.school_id = s.school_id and x.section_id = s.id))
     on conflict do nothing`,
    [day],
  )
  await queryDatabase(
    `insert into marks (school_id, register_id, student_id, value)
     select r.school_id, r.id, e.student_id, case when e.student_id % 9 = 0 then 'A' else 'P' end from registers r
     join enrolments e on e.school_id = r.school_id and e.section_id = r.section_id where r.day = $1::date and not exists (select from marks m where m.school_id = r.school_id and m.register_id = r.id)`,
    [day],
  )
  await queryDatabase(
    `update registers r set present = m.p, absent = m.a from (select school_id, register_id, count(*) filter (where value='P') p, count(*) filter (where value='A') a from marks group by 1,2) m where m.school_id = r.school_id and m.register_id = r.id and r.day = $1::date`,
    [day],
  )
  await queryDatabase(
    `insert into gate_scans (school_id, student_id, day, at, direction, means, key, scanned_by, scanned_by_name)
     select r.school_id, m.student_id, $1::date, now() - interval '1 minute', 'IN', 'QR', gen_random_uuid(), gen_random_uuid(), 'Gate'
     from marks m join registers r on r.school_id = m.school_id and r.id = m.register_id where r.day = $1::date and m.value = 'A' and m.student_id % 4 = 0`,
    [day],
  )
  await queryDatabase(`update students set birthdate = ('2014' || substr($1::text, 5))::date where id % 61 = 0`, [day])
  await queryDatabase(
    `insert into device_tokens (subject, endpoint, p256dh, auth) select subject, 'https://push.test/' || subject, 'x', 'x' from users where role = 'TEACHER' and subject is not null and id % 2 = 0 on conflict do nothing`,
    [],
  )
})

const visits = [
  ['admin', 'admin@shala.test', '/dashboard'],
  ['fees', 'fees@shala.test', '/dashboard'],
  ['teacher', 'teacher@shala.test', '/teacher'],
  ['superadmin', 'superadmin@shala.test', '/schools?tab=compare'],
] as const
for (const [name, email, path] of visits)
  test(`pictures of ${name}`, async ({ browser }) => {
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1280, 360]) {
        const page = await openSignedInPage(browser, email, demoPassword, {
          viewport: { width, height: width === 360 ? 780 : 900 },
          colorScheme: scheme,
          ...(width === 360 ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
        })
        await page.goto(path)
        await page.waitForTimeout(2500)
        await page.screenshot({ path: `${out}/${name}-${width}-${scheme}.png`, fullPage: true })
        await page.context().close()
      }
  })
