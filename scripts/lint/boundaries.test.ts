import { expect, test } from 'vitest'
import { boundary, target } from './boundaries.ts'

const fees = 'src/domains/fees'
const family = 'src/domains/onlinefees/family'

test.each([
  [`${fees}/server/fees.commands.ts`, 'src/domains/students/server/students.exports.ts'],
  [`${fees}/web/CollectFees.tsx`, 'src/domains/classes/web/classes.exports.tsx'],
  ['src/domains/students/web/StudentScreen.tsx', `${fees}/web/feeCategories.exports.tsx`],
  [`${fees}/web/CollectFees.tsx`, `${fees}/fees.schema.ts`],
  [`${fees}/web/CollectFees.tsx`, 'src/ui/PageLayout.tsx'],
  [`${fees}/server/fees.commands.ts`, `${fees}/fees.rules.ts`],
  [`${fees}/server/fees.commands.ts`, 'src/platform/command.ts'],
  [`${fees}/fees.schema.ts`, 'src/shared/inputs.ts'],
  ['src/app/server.ts', `${fees}/server/fees.graphql.ts`],
  ['src/app/web.tsx', `${fees}/web/routes.tsx`],
  ['src/app/primary.ts', 'src/development/demo/load.ts'],
  ['src/development/demo/load.ts', `${fees}/server/fees.commands.ts`],
  [`${fees}/server/fees.commands.test.ts`, 'tests/world/testWorld.ts'],
  ['src/ui/theme.tsx', 'src/shared/money.ts'],
  [`${family}/ChildPage.tsx`, 'src/domains/onlinefees/onlinefees.rules.ts'],
  [`${family}/ChildPage.tsx`, 'src/shared/money.ts'],
])('%s may import %s', (from, to) => {
  expect(boundary(from, to)).toBeUndefined()
})

test.each([
  [`${fees}/web/CollectFees.tsx`, `${fees}/server/fees.sql.ts`, 'the browser side never imports the server side'],
  ['src/ui/theme.tsx', 'src/platform/config.ts', 'the browser side never imports the server side'],
  ['src/serviceWorker/sw.ts', 'src/platform/config.ts', 'the browser side never imports the server side'],
  ['src/platform/http/webFiles.ts', 'src/serviceWorker/product.ts', 'the server side never imports the browser side'],
  ['src/app/web.tsx', 'src/app/server.ts', 'the browser side never imports the server side'],
  [`${fees}/server/fees.sql.ts`, `${fees}/web/routes.tsx`, 'the server side never imports the browser side'],
  ['src/platform/command.ts', 'src/ui/problems.ts', 'the server side never imports the browser side'],
  [`${fees}/server/fees.sql.ts`, 'src/domains/students/server/students.sql.ts', 'entered by its *.exports file alone'],
  [`${fees}/web/CollectFees.tsx`, 'src/domains/students/web/StudentForm.tsx', 'entered by its *.exports file alone'],
  [`${fees}/fees.schema.ts`, 'src/domains/students/students.schema.ts', 'entered by its *.exports file alone'],
  [`${fees}/fees.rules.ts`, 'src/platform/refusal.ts', 'their own folder alone'],
  ['src/shared/money.ts', 'src/platform/config.ts', 'shared/ is pure'],
  ['src/shared/money.ts', 'src/ui/problems.ts', 'shared/ is pure'],
  ['src/platform/command.ts', `${fees}/server/fees.exports.ts`, 'platform/ knows no domain'],
  ['src/ui/PageLayout.tsx', `${fees}/web/fees.exports.tsx`, 'ui/ knows no domain'],
  ['src/domains/classes/server/sections.commands.ts', 'src/domains/chat/server/chat.exports.ts', 'it would close a circle'],
  ['src/domains/students/server/students.sql.ts', `${fees}/server/fees.exports.ts`, 'it would close a circle'],
  [`${fees}/server/fees.sql.ts`, 'src/domains/attendance/server/attendance.exports.ts', 'it would close a circle'],
  [`${fees}/web/CollectFees.tsx`, 'src/domains/students/web/students.exports.tsx', 'it would close a circle'],
  [`${fees}/web/AccountHeader.tsx`, 'src/domains/onlinefees/web/onlinefees.exports.tsx', 'it would close a circle'],
  ['src/domains/new/web/New.tsx', `${fees}/web/fees.exports.tsx`, 'has no place in the order'],
  ['src/domains/new/server/new.sql.ts', `${fees}/server/fees.exports.ts`, 'has no place in the order'],
  ['src/platform/mail/mail.ts', 'src/development/standIns/mailServer.ts', 'for app/ alone'],
  [`${fees}/server/fees.commands.ts`, 'src/development/demo/load.ts', 'for app/ alone'],
  ['src/app/web.tsx', 'src/development/demo/load.ts', 'the browser side never imports the server side'],
  [`${fees}/server/fees.graphql.ts`, 'src/app/schema.ts', 'a domain never imports app/'],
  [`${family}/ChildPage.tsx`, 'src/ui/theme.tsx', 'small for slow lines'],
  [`${family}/ChildPage.tsx`, 'src/domains/onlinefees/web/routes.tsx', 'small for slow lines'],
  [`${family}/ChildPage.tsx`, 'src/domains/onlinefees/server/orders.sql.ts', 'small for slow lines'],
  ['src/domains/onlinefees/server/orders.sql.ts', `${family}/words.ts`, 'the server side never imports the browser side'],
])('%s may not import %s', (from, to, reason) => {
  expect(boundary(from, to)).toContain(reason)
})

test('a relative specifier is followed, a package is not', () => {
  expect(target(`${fees}/web/CollectFees.tsx`, '../server/fees.sql.ts')).toBe(`${fees}/server/fees.sql.ts`)
  expect(target(`${fees}/web/CollectFees.tsx`, 'react')).toBeUndefined()
  expect(target(`${fees}/web/CollectFees.tsx`, '#platform/config.ts')).toBe('src/platform/config.ts')
  expect(target(`${fees}/server/fees.commands.test.ts`, '#tests/world/testWorld.ts')).toBe('tests/world/testWorld.ts')
})
